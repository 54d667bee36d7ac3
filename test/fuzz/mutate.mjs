// Mutations of JSON and of texts that know their structure: parts are taken out, doubled, exchanged with others of the same document (of
// the same kind too, or nearly all of them would be refused at once), and replaced by what readers find hard. Everything is determined by
// the stream of numbers.

/** A stream of numbers below a bound; the same for the same seed, and another for each, however large seeds are. */
export function streamOf(seed) {
  let state = mixed((seed % 2 ** 32) ^ mixed(Math.floor(seed / 2 ** 32))) || 1;
  return (bound) => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    state >>>= 0;
    return state % bound;
  };
}

/** One to one, and numbers that lie side by side end far apart. */
function mixed(number) {
  let state = number >>> 0;
  state = Math.imul(state ^ (state >>> 16), 0x85ebca6b);
  state = Math.imul(state ^ (state >>> 13), 0xc2b2ae35);
  return (state ^ (state >>> 16)) >>> 0;
}

const pick = (below, list) => list[below(list.length)];

const ODD_TEXTS = [
  '',
  '__proto__',
  'constructor',
  'toString',
  'hasOwnProperty',
  '../../../../etc/passwd',
  '/etc/passwd',
  'file:/tmp/evil.node',
  'npm:evil@1.0.0',
  '\u001b[2J\u0007',
  '\u202e\u2028\r\n::error::x\n##[error]y',
  '\ud800',
  '\u0000',
  "'; DROP TABLE t; --",
  '<script>alert(1)</script> ]]> & "',
  '```\n# x @everyone fixes #1',
  'x'.repeat(100_000),
  '9'.repeat(400),
  'NaN',
  '-0',
];

const ODD_VALUES = [null, true, false, 0, -1, 1.5, -0, 1e308, 2 ** 53, 2 ** 31, 1e15, [], {}, [[]], [null]];

function odd(below) {
  switch (below(4)) {
    case 0:
      return pick(below, ODD_VALUES);
    case 1:
      return pick(below, ODD_TEXTS);
    case 2:
      return JSON.parse('{"__proto__":{"polluted":1}}');
    default:
      return below(8) === 0 ? nested(below, pick(below, [50, 900, 1_010])) : pick(below, ODD_TEXTS);
  }
}

function nested(below, depth) {
  let value = 1;
  const isList = below(2) === 0;
  for (let i = 0; i < depth; i++) value = isList ? [value] : { operand: value, kind: 'not' };
  return value;
}

/** Every place of a document: what holds it, and the key. */
function placesIn(root) {
  const places = [];
  const visit = (holder) => {
    for (const key of Object.keys(holder)) {
      places.push([holder, key]);
      const value = holder[key];
      if (value !== null && typeof value === 'object') visit(value);
    }
  };
  if (root !== null && typeof root === 'object') visit(root);
  return places;
}

/** What says what a value is, as far as that can be seen from outside. */
function kindOf(around, key) {
  const value = around[key];
  if (Array.isArray(value)) return `${key}[]`;
  if (value === null || typeof value !== 'object')
    return `${Array.isArray(around) ? '' : key}:${typeof value}`;
  return typeof value.kind === 'string' ? 'of a kind' : Object.keys(value).sort().join();
}

/** Something of its kind from the same document in its place: most of these changes are taken, and have to be dealt with. */
function exchange(places, around, key, below) {
  const kind = kindOf(around, key);
  const alike = places.filter(([other, otherKey]) => kindOf(other, otherKey) === kind);
  const [other, otherKey] = pick(below, alike);
  around[key] = structuredClone(other[otherKey]);
}

/** A copy with one to four changes; every other time all of them are exchanges. */
export function mutated(document, below) {
  const holder = { root: structuredClone(document) };
  const isMild = below(2) === 0;
  for (let n = 1 + below(4); n > 0; n--) {
    const places = placesIn(holder);
    const [around, key] = pick(below, places);
    const [otherAround, otherKey] = pick(below, places);
    if (isMild) {
      exchange(places, around, key, below);
      continue;
    }
    switch (below(8)) {
      case 0:
        if (Array.isArray(around)) around.splice(Number(key), 1);
        else if (around !== holder) delete around[key];
        break;
      case 1:
        if (Array.isArray(around)) around.splice(Number(key), 0, structuredClone(around[key]));
        else
          Object.defineProperty(
            around,
            pick(below, ['__proto__', 'constructor', 'kind', 'extra']),
            own(around[key]),
          );
        break;
      case 2:
      case 3:
        around[key] = structuredClone(otherAround[otherKey]);
        break;
      case 4: {
        const number = Number(around[key]);
        around[key] =
          typeof around[key] === 'number'
            ? pick(below, [number + 1, -number, number * 1e9, number / 3])
            : odd(below);
        break;
      }
      case 5:
        if (typeof around[key] === 'string') {
          const text = around[key];
          const at = below(text.length + 1);
          around[key] = text.slice(0, at) + pick(below, ODD_TEXTS).slice(0, 50) + text.slice(at + below(3));
          break;
        }
        around[key] = odd(below);
        break;
      default:
        around[key] = odd(below);
    }
  }
  return holder.root;
}

const own = (value) => ({ value, enumerable: true, configurable: true, writable: true });

/** Text in which words or lines stand in the place of others. */
function mixedUp(text, below) {
  const parts = below(2) === 0 ? text.split(/(?<=\n)/) : text.split(/\b/);
  for (let n = 1 + below(4); n > 0; n--) {
    const at = below(parts.length);
    if (below(4) === 0) parts.splice(at, 1);
    else parts.splice(at, below(2), pick(below, parts));
    if (parts.length === 0) return '';
  }
  return parts.join('');
}

/** Text that is mixed up, or with bytes that are wrong: cut, doubled, replaced, inserted. */
export function mutatedText(text, below) {
  if (below(2) === 0) return mixedUp(text, below);
  let changed = text;
  for (let n = 1 + below(3); n > 0; n--) {
    const at = below(changed.length + 1);
    const length = below(Math.min(200, changed.length) + 1);
    switch (below(5)) {
      case 0:
        changed = changed.slice(0, at);
        break;
      case 1:
        changed = changed.slice(0, at) + changed.slice(at + length);
        break;
      case 2:
        changed = changed.slice(0, at) + changed.slice(at, at + length) + changed.slice(at);
        break;
      case 3:
        changed =
          changed.slice(0, at) +
          String.fromCharCode(below(below(2) === 0 ? 128 : 65_536)) +
          changed.slice(at + 1);
        break;
      default:
        changed =
          changed.slice(0, at) +
          pick(below, [
            ...ODD_TEXTS,
            '['.repeat(3000),
            '{"a":'.repeat(3000),
            '('.repeat(3000),
            'NOT '.repeat(3000),
          ]) +
          changed.slice(at);
    }
  }
  return changed;
}
