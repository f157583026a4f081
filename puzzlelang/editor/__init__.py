"""Where rule files are written: what the page, language servers and notebooks say of a text."""
