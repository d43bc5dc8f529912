"""Cheap tricks against a real server, and what somebody who has nothing to do with them notices of each.

Seconds and megabytes are judged here, not in the tests: those ask what does not depend on the machine.
"""
