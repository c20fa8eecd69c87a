"""Data folders opened, pictures drawn when they are needed, and instances shown."""
