"""Where on the table a pixel lies, whose zone that is, and whether the camera still hangs there."""
