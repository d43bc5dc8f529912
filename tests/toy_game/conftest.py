# These are tests of the site to which the game was added.
collect_ignore = ["added"]
