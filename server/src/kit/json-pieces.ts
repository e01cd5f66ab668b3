import { encodeJson, isJsonText, isRawNumber } from './json.ts';
import { charactersOf } from './json-size.ts';

/** Size of one piece: usually some tens of microseconds of work. */
const pieceCharacters = 64 * 1024;

const isOpen = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !('toJSON' in value) && !isRawNumber(value);

/**
 * Yields the JSON text of a value in pieces, each produced on demand. Joined they equal the output of `encodeJson`.
 * Small members of lists and objects are grouped into one piece, large ones are split further; only a single string is
 * never split.
 */
export const jsonPieces = function* (value: unknown): Generator<string> {
  if (!isOpen(value)) yield encodeJson(value);
  else if (Array.isArray(value)) yield* piecesOfList(value);
  else yield* piecesOfObject(value as Record<string, unknown>);
};

/** `JSON.stringify` omits these from objects and writes `null` for them in lists. */
const isNothing = (value: unknown): boolean =>
  value === undefined || typeof value === 'function' || typeof value === 'symbol';

/** The text between the outer brackets. */
const inside = (value: object): string => encodeJson(value).slice(1, -1);

/** The same for a list. Among members that are text already, each stands for itself, which spares the search for their places. */
const insideList = (list: readonly unknown[]): string =>
  list.some(isJsonText)
    ? list.map((member) => (isJsonText(member) ? member.text : inside([member]))).join(',')
    : inside(list);

const piecesOfList = function* (list: readonly unknown[]): Generator<string> {
  let before = '[';
  let from = 0;
  let size = 0;
  for (const [at, member] of list.entries()) {
    const characters = charactersOf(member, pieceCharacters);
    if (at > from && size + characters > pieceCharacters) {
      yield before + insideList(list.slice(from, at));
      before = ',';
      from = at;
      size = 0;
    }
    size += characters;
    if (characters <= pieceCharacters) continue;
    yield before;
    yield* jsonPieces(member);
    before = ',';
    from = at + 1;
    size = 0;
  }
  if (from < list.length) yield before + insideList(list.slice(from));
  yield list.length === 0 ? '[]' : ']';
};

const piecesOfObject = function* (object: Record<string, unknown>): Generator<string> {
  let before = '{';
  let size = 0;
  // Without a prototype, no name has a special meaning.
  let group: Record<string, unknown> = Object.create(null);
  for (const name of Object.keys(object)) {
    const member = object[name];
    if (isNothing(member)) continue;
    const characters = charactersOf(member, pieceCharacters) + name.length;
    if (size > 0 && size + characters > pieceCharacters) {
      yield before + inside(group);
      before = ',';
      group = Object.create(null);
      size = 0;
    }
    if (characters > pieceCharacters) {
      yield `${before}${JSON.stringify(name)}:`;
      yield* jsonPieces(member);
      before = ',';
      continue;
    }
    group[name] = member;
    size += characters;
  }
  if (size > 0) yield before + inside(group);
  yield size === 0 && before === '{' ? '{}' : '}';
};
