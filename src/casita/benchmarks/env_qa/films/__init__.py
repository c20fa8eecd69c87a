"""Films: what somebody is asked to do in a room, and a simulated camera-person who does it."""
