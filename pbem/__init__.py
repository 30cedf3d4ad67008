"""A turn processor for people who run board games by post and e-mail."""

__version__ = "0.1.0"
