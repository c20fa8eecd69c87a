"""What tasks are about: goals and how they are drawn, homes and where everything is in them, the frozen tasks."""
