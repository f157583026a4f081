"""Making boards from rules: fewer clues, and new boards."""
