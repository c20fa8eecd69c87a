"""The configuration `robust`: every picture is a look of its own, with another camera, light and exposure."""
