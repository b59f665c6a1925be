### Rule files and options.
