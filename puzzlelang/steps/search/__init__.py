"""The search for the next step: techniques from the simplest to a guess, and the chains of inferences behind them."""
