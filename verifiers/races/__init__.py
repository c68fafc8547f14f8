"""Methods raced on one data set: their margins against iterations and against time."""
