"""What keeps games well: faults are contained, admins step in, those who look after the site are told."""
