"""What things look like: parts with meshes, joints and finishes, for a type in every state."""
