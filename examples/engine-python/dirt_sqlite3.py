"""Python's sqlite3 module as an engine for DIRT: requests on stdin, answers on stdout, one JSON object a line. Needs Python 3.10."""

import json, math, os, re, sqlite3, sys

ABILITIES = {
    "faults": ["kill", "reopen", "disconnect", "sqliteWrites"],
    "journalModes": ["wal", "delete"], "pageSizes": [2**i for i in range(9, 17)],
    "connections": 16, "sqliteFiles": True,
}
CHANGES_ROWS = re.compile(r"\s*(with|insert|replace|update|delete)\b", re.IGNORECASE)
spec, connections = {}, {}

def encode(value):
    if isinstance(value, int):
        return ["i", str(value)]
    if isinstance(value, float):
        return ["r", repr(value) if math.isfinite(value) else "Infinity" if value > 0 else "-Infinity"]
    return ["t", value] if isinstance(value, str) else None if value is None else ["b", value.hex()]

def connect():
    database = sqlite3.connect(spec["database"], isolation_level=None, timeout=0)
    database.text_factory = lambda text: text.decode("utf-8", "surrogateescape")
    # A kill loses nothing that was written, and the power stays on: there is no need to wait for the disk.
    for setting in [f"page_size={spec['pageSize']}", f"journal_mode={spec['journalMode']}", "synchronous=OFF"]:
        database.execute(f"PRAGMA {setting}")
    return database

def run(database, sql):
    before = database.total_changes
    rows = database.execute(sql).fetchall()
    changed = database.total_changes != before and CHANGES_ROWS.match(sql)
    changes = database.execute("SELECT changes()").fetchone()[0] if changed else 0
    return {"rows": [[encode(value) for value in row] for row in rows], "changes": changes}

def answer(request):
    match request["do"]:
        case "hello":
            return {"protocol": 2, "name": "python-sqlite3", "version": sqlite3.sqlite_version, "abilities": ABILITIES}
        case "open":
            spec.update(request)
            os.chdir(os.path.dirname(spec["database"]))
        case "connect":
            connections[request["connection"]] = connect()
        case "run":
            return run(connections[request["connection"]], request["sql"])
        case "disconnect":
            connections.pop(request["connection"]).close()
        case "close":
            while connections:
                connections.popitem()[1].close()
    return {}

for line in sys.stdin:
    try:
        reply = answer(json.loads(line))
    except sqlite3.Error as error:  # DIRT knows SQLite's words; those of RAISE() are anybody's.
        kind = {"class": "constraint"} if isinstance(error, sqlite3.IntegrityError) else {}
        reply = {"error": {**kind, "message": str(error)}}
    print(json.dumps(reply), flush=True)
