"""Campaigns check claims on millions of instances, and keep the results in a store that any kill leaves whole.

spec, questions   which instances, by their number alone; which claims, on whose runs
chunk, executors  the computation on some instances; its place: processes of this machine, or of a cluster
store, running    the stored results, a chunk a transaction; the missing chunks
answers, records, table   the results: as data, as a report's records, as text
"""
