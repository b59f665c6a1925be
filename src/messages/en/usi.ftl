### The USI engine.
