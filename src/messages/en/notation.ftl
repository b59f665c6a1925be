### Positions and moves as text.
