"""Turso's Python wheels, of any age, as an engine for DIRT: requests on stdin, answers on stdout, one JSON object a line."""

import importlib.metadata, json, math, os, re, sys

# These engines print, so answers go to a duplicate of stdout; and a long backtrace would push the panic out of what DIRT reads.
answers = os.fdopen(os.dup(1), "w")
os.dup2(2, 1)
os.environ["RUST_BACKTRACE"] = "0"

try:
    import turso as module
    package = "pyturso"
except ImportError:
    import limbo as module
    package = "pylimbo"
version = importlib.metadata.version(package)
number = [int(part) for part in version.split(".")[:2]]
HAS_OPTIONS = number >= [0, 4]
COUNTS_CHANGES = number >= [0, 6]  # Before that, changes() was not about the latest statement.
EXPERIMENTAL = "views,strict,triggers,attach,generated_columns,without_rowid,vacuum,autovacuum"
PROTOCOL = 2 if number >= [0, 4] else 1  # Earlier builds do not survive that a connection is dropped.
OPTIONS = {"isolation_level": None, "experimental_features": EXPERIMENTAL} if HAS_OPTIONS else {}

ABILITIES = {"faults": ["kill", "reopen", "disconnect", "sqliteWrites"], "sqliteFiles": True}
EMPTY = re.compile(r"(?:[\s;]|--[^\n]*(?:\n|$)|/\*.*?\*/)*", re.DOTALL)
CHANGES_ROWS = re.compile(r"\s*(with|insert|replace|update|delete)\b", re.IGNORECASE)
ERRORS = (module.DatabaseError, module.InterfaceError)
spec, connections, closed = {}, {}, []

class Connection:
    def __init__(self):
        self.database = module.connect(spec["database"], **OPTIONS)
        self.cursor = self.database.cursor()
        self.kept = []  # In builds of 0.0 a cursor that is dropped closes its connection.

    def rows(self, sql):
        # Before 0.4 a transaction begins by itself where a text begins with INSERT, UPDATE or DELETE, and what they return is lost.
        if HAS_OPTIONS:
            self.cursor.execute(sql)
        else:
            self.kept.append(self.cursor.execute("/**/" + sql))
        return self.cursor.fetchall()

    def close(self):
        try:
            self.rows("ROLLBACK")  # Before 0.5 closing does not.
        except ERRORS:
            pass
        self.database.close()

def encode(value):
    if value is None:
        return None
    if isinstance(value, int):
        return ["i", str(value)]
    if isinstance(value, float):
        return ["r", repr(value) if math.isfinite(value) else "Infinity" if value > 0 else "-Infinity"]
    return ["t", value] if isinstance(value, str) else ["b", bytes(value).hex()]

def run(connection, sql):
    if EMPTY.fullmatch(sql):  # Many builds panic on a text without a statement.
        return {"changes": 0}
    before = connection.rows("SELECT total_changes()") if COUNTS_CHANGES else None
    reply = {"rows": [[encode(value) for value in row] for row in connection.rows(sql)]}
    if not CHANGES_ROWS.match(sql):
        return {**reply, "changes": 0}
    if COUNTS_CHANGES:
        [[total, changes]] = connection.rows("SELECT total_changes(), changes()")
        reply["changes"] = changes if [(total,)] != before else 0
    return reply

def disconnect(connection):
    kept = connections.pop(connection)
    kept.close()
    if PROTOCOL == 1:
        closed.append(kept)  # Closed and not dropped.

def answer(request):
    match request["do"]:
        case "hello":
            return {"protocol": PROTOCOL, "name": package, "version": version, "abilities": ABILITIES}
        case "open":
            spec.update(request)
            os.chdir(os.path.dirname(spec["database"]))
        case "connect":
            connections[request["connection"]] = Connection()
        case "run":
            return run(connections[request["connection"]], request["sql"])
        case "disconnect":
            disconnect(request["connection"])
        case "close":
            for connection in list(connections):
                disconnect(connection)
    return {}

for line in sys.stdin:
    try:
        reply = answer(json.loads(line))
    except ERRORS as error:
        reply = {"error": {"message": str(error) or type(error).__name__}}
    print(json.dumps(reply), file=answers, flush=True)
