import { feedFault } from './feed-fault.ts';

const lineFeed = 0x0a;

const isText = (bytes: Uint8Array): boolean => {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return true;
  } catch {
    return false;
  }
};

/** How many lines behind its beginning a piece first has bytes that are no text. Line feeds are never part of a character. */
const findLine = (piece: Uint8Array): number => {
  let start = 0;
  for (let line = 0; ; line += 1) {
    const end = piece.indexOf(lineFeed, start);
    if (end === -1 || !isText(piece.subarray(start, end))) return line;
    start = end + 1;
  }
};

/** Decodes UTF-8 as it arrives; throws a fault with the line of what is not UTF-8. */
export const decodeText = async function* (part: string, pieces: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let line = 1;
  const decode = (piece: Uint8Array, stream: boolean): string => {
    try {
      return decoder.decode(piece, { stream });
    } catch {
      throw feedFault({ code: 'NOT_UTF8', message: 'is not UTF-8', part, line: line + findLine(piece) });
    }
  };
  for await (const piece of pieces) {
    const text = decode(piece, true);
    for (const character of text) if (character === '\n') line += 1;
    yield text;
  }
  yield decode(new Uint8Array(), false);
};
