"""The robot's arm: kinematics, contacts, the grip, and its verbs. It needs no engine of contact physics."""
