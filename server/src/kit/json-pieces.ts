import { encodeJson, isRawNumber } from './json.ts';
import { hasMoreCharacters } from './json-size.ts';

/** What is made at once: some tens of microseconds, as a rule. */
const pieceCharacters = 64 * 1024;

const isOpen = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !('toJSON' in value) && !isRawNumber(value);

/**
 * The JSON text of a value in pieces, each made when it is asked for. Joined they are what `encodeJson` writes. What is large
 * is written member by member, what is small at once; only a single text is never divided.
 */
export function* jsonPieces(value: unknown): Generator<string> {
  let text = '';
  for (const part of partsOf(value)) {
    text += part;
    if (text.length < pieceCharacters) continue;
    yield text;
    text = '';
  }
  if (text !== '') yield text;
}

function* partsOf(value: unknown): Generator<string> {
  if (!isOpen(value) || !hasMoreCharacters(value, pieceCharacters)) yield encodeJson(value);
  else if (Array.isArray(value)) yield* partsOfList(value);
  else yield* partsOfObject(value as Record<string, unknown>);
}

/** As in `JSON.stringify`, these stand for nothing: left out of objects, `null` in lists. */
const isNothing = (value: unknown): boolean =>
  value === undefined || typeof value === 'function' || typeof value === 'symbol';

function* partsOfList(list: readonly unknown[]): Generator<string> {
  let before = '[';
  for (const member of list) {
    yield before;
    yield* partsOf(isNothing(member) ? null : member);
    before = ',';
  }
  yield before === '[' ? '[]' : ']';
}

function* partsOfObject(object: Record<string, unknown>): Generator<string> {
  let before = '{';
  for (const name of Object.keys(object)) {
    const member = object[name];
    if (isNothing(member)) continue;
    yield `${before}${JSON.stringify(name)}:`;
    yield* partsOf(member);
    before = ',';
  }
  yield before === '{' ? '{}' : '}';
}
