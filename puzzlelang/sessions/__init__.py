"""A grounded board that is asked, and what crosses between processes about it."""
