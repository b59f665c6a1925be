### Progress.
