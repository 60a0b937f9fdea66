"""From a photo to cards seen from above."""
