"""What all outside formats share: codec pieces, and how their items become values of givens and finds and back."""
