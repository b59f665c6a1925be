### Pictures, pages, sheets and booklets.
