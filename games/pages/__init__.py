"""Pages in parts: what is drawn of a table, for the page, for the answer to a form and for what is pushed."""
