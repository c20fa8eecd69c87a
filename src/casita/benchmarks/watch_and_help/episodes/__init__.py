"""What happens in a home: demonstrations, what an agent is given, the help task, and what is counted in a log."""
