"""Functions that a cell calls: tools of the host and of the user, and ``outputs``."""
