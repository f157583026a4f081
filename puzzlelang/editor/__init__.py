"""Support for writing rule files, shared by the page, the language server and notebooks."""
