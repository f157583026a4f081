"""The documentation: pages in Markdown, the reference pages made from the code, and a site of all of them."""
