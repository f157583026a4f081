"""The same boards through several engines, and how their times compare."""
