"""The learned policies of Hybrid and HRL: what they see, their networks, and acting by them."""
