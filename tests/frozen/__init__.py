"""What programs, files, addresses and databases outside of this code rely on, listed in `list.json`.

Later releases may add beside this list. Nothing in it may go or change its meaning. `python -m tests.frozen` adds what
is new; a list from which something would vanish has to be given a new version: `python -m tests.frozen --version 2`.
"""
