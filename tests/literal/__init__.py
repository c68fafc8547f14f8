"""Every formula of a chapter a second time, typed from the print on scalars; nothing here reads `theory`."""
