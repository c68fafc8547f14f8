"""What the statements of this book are about, besides what several books share."""
