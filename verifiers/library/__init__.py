"""A library opened, checked beforehand, decided as a whole; and the one that is shipped."""
