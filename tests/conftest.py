"""What several test files use."""

import pytest

from puzzlelang import capacity


@pytest.fixture
def small_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    """Memory for boards of 10,000 cells, whatever the machine has."""
    monkeypatch.setattr(capacity, "memory", lambda: 10_000 * capacity.CELL)
