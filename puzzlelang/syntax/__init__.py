"""Parses rules text to a tree and writes it back; the only user of Lark."""
