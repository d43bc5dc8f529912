"""What streams tell, whichever way it travels: everything at first, and then each event once, in order.

A feed knows what it has told. What it tells next it reads from what is stored, so nothing is lost with a process, and
whoever comes back says by a cursor what they have heard.
"""
