"""Pages and forms. Views parse, call a service or a selector, and render; they decide nothing."""
