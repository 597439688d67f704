"""From a picture to indices, from indices to cards."""
