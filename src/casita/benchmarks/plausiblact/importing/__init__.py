"""Photographs and ratings from elsewhere: OpenImages' files, or anybody's in their form."""
