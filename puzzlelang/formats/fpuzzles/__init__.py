"""Reads and writes boards of Sudoku setters: f-puzzles, SudokuPad, SudokuMaker, the Interactive Sudoku Solver.

`addresses` finds what an address packs, `lzstring` unpacks it, `from_…` turn it into a `Board`, `pieces` read that.
"""
