"""Python's sqlite3 module as an engine for DIRT: requests on stdin, answers on stdout, one JSON object a line."""

import json
import math
import os
import re
import sqlite3
import sys

ABILITIES = {
    "faults": ["kill", "reopen", "disconnect", "sqliteWrites"],
    "journalModes": ["wal", "delete"],
    "pageSizes": [512, 1024, 2048, 4096, 8192, 16384, 32768, 65536],
    "connections": 16,
    "sqliteFiles": True,
}
CHANGES_ROWS = re.compile(r"\s*(with|insert|replace|update|delete)\b", re.IGNORECASE)
spec, connections = {}, {}


def encode(value):
    if value is None:
        return None
    if isinstance(value, int):
        return ["i", str(value)]
    if isinstance(value, float):
        return ["r", repr(value) if math.isfinite(value) else "Infinity" if value > 0 else "-Infinity"]
    return ["t", value] if isinstance(value, str) else ["b", value.hex()]


def connect():
    database = sqlite3.connect(spec["database"], isolation_level=None, timeout=0)
    database.text_factory = lambda text: text.decode("utf-8", "surrogateescape")
    database.execute(f"PRAGMA page_size = {spec['pageSize']}")
    database.execute(f"PRAGMA journal_mode = {spec['journalMode']}")
    database.execute("PRAGMA synchronous = OFF")  # A kill loses nothing that was written, and the power stays on.
    return database


def run(database, sql):
    before = database.total_changes
    rows = database.execute(sql).fetchall()
    changed = database.total_changes != before and CHANGES_ROWS.match(sql)
    changes = database.execute("SELECT changes()").fetchone()[0] if changed else 0
    return {"rows": [[encode(value) for value in row] for row in rows], "changes": changes}


def answer(request):
    match request:
        case {"do": "hello"}:
            return {"name": "python-sqlite3", "version": sqlite3.sqlite_version, "abilities": ABILITIES}
        case {"do": "open"}:
            spec.update(request)
            os.chdir(os.path.dirname(spec["database"]))
        case {"do": "connect", "connection": number}:
            connections[number] = connect()
        case {"do": "run", "connection": number, "sql": sql}:
            return run(connections[number], sql)
        case {"do": "disconnect", "connection": number}:
            connections.pop(number).close()
        case {"do": "close"}:
            while connections:
                connections.popitem()[1].close()
    return {}


for line in sys.stdin:
    try:
        reply = answer(json.loads(line))
    except sqlite3.IntegrityError as error:
        reply = {"error": {"class": "constraint", "message": str(error)}}
    except sqlite3.Error as error:  # DIRT knows SQLite's words, and tells the class from them.
        reply = {"error": {"message": str(error)}}
    print(json.dumps(reply), flush=True)
