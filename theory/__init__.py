"""What papers say, and nothing that decides: the language, problems that books share, and the books."""
