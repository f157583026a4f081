"""An outside format: `file` is what stands around its pieces."""
