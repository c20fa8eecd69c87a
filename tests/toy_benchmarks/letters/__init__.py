"""Letters: how many are in a word?"""
