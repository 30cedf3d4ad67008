"""Mail: what a letter says (thread, letter), whom it reaches (address), how it goes out once (outbox, route, smtp)."""
