"""Proofs for all runs, by exact algebra; what is not proved here may still be true."""
