"""Watch-And-Help: see somebody do a chore once, then help her with the same goal in another home."""
