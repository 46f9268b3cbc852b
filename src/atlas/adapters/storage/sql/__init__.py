"""The SQL body of a store, whatever the database: statements by name, codecs, readers and writers of rows.

It reaches the database through a lane (`lane.py`), which a dialect such as `storage/sqlite` opens.
"""
