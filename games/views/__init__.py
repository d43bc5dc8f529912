"""Pages and forms. Views parse, call a service or a query, and render; they decide nothing."""
