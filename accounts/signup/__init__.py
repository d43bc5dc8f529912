"""The ways in: guests, accounts, logging in and staying logged in."""
