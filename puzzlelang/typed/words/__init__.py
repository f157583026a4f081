"""The words of the language: signatures, meanings, and what other notations call them."""
