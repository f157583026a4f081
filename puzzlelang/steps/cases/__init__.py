"""Cases: the smallest applications of rules, the groups that a person sees as one, and what numbers have in common."""
