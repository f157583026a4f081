"""One question about many boards, on one machine or several; what is known is never lost."""
