"""The knowledge graph's records, ids, schema and merge rules. Pure: no file, no network, no clock."""
