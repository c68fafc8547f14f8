"""The methods of the shipped books as they are run and as they are got wrong, one module each."""
