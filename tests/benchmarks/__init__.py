"""Speed, measured beside a floor in the same run. `make bench` prints it; no test depends on it."""
