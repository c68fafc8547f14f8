"""Campaigns ask claims on millions of instances, and keep what they find in a store that any kill leaves whole.

spec, questions   which instances, by their number alone; which claims, on whose runs
chunk, executors  what is computed of some instances; where: processes of this machine, or of a cluster
store, running    what is kept, a chunk a transaction; the chunks that are missing
answers, records, table   what the store says: as data, as a report's records, as text
"""
