// Does an engine say that it does not have something? The words of Rust's `todo!()` and `unimplemented!()`, and those that people
// write into refusals. What an engine says it lacks is no bug of it.

export function saysNotImplemented(message: string): boolean {
  return NOT_IMPLEMENTED.some((words) => words.test(message));
}

const NOT_IMPLEMENTED: readonly RegExp[] = [
  /\bnot (?:\w+ )?(?:supported|implemented)\b|\b(?:unsupported|unimplemented)\b|\bTODO\b/i,
  /\bcurrently supported\b|\bonly\b.*\bsupported\b|\bonly supports?\b|experimental feature\b/i,
  // An engine that attaches no database of another page size says what it lacks.
  /\bpage size mismatch\b/i,
  // Rust's standard library, of a build for WebAssembly that would write a temporary file.
  /\bno filesystem on wasm\b/i,
  /\bno such (?:function|module|table-valued)\b|\bunknown function\b|\btable module not found\b/i,
];
