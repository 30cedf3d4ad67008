"""Players who never sleep: for the arena, for demos and for the laws."""
