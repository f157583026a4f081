"""What a person does with a board: one step after another, each with its reason."""
