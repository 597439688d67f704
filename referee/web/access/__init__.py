"""Who may do what: roles, PINs, sessions, and the limits on trying."""
