"""The places things are in: scenes, their files, generators and checker."""
