### Problem files.
