"""Steps in words: facts, reasons and conclusions as a player says them."""
