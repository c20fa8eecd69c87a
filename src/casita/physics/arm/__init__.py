"""The robot's arm: kinematics, contacts, the grip, and its verbs. `arm_step(state, action)` is one tick with them."""
