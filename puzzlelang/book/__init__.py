"""Books of puzzles on paper: boards, the rules of each puzzle once, answers at the end."""
