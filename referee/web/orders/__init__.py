"""Orders: what people send from the page, and the events they become."""
