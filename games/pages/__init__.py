"""What is drawn: tables in parts, for the page, for answers to forms and for what is pushed; lobby, replays, rules."""
