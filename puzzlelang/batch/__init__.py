"""Batches: one question about many boards, on one machine or several, that survive a crash."""
