"""What a result is as plain data: its verdict, where it comes from, and how it is made harmless to show."""
