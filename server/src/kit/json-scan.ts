/**
 * Limits for a JSON text; `names` is for one object. Names are measured in bytes as they appear in the text. `longNumbers`: how many
 * a text may have; absent: `longNumbersMax`.
 */
export type JsonLimits = { values: number; depth: number; names: number; keyBytes: number; longNumbers?: number };

/** The position of a number in a text: the offset of its first byte, and the offset after its last. */
export type NumberSpan = { from: number; to: number };

export type JsonExcess =
  | 'too_many_values'
  | 'too_deep'
  | 'too_many_names'
  | 'key_too_long'
  | 'number_too_long'
  | 'too_many_long_numbers';

/**
 * Scans JSON text as it arrives, before it is parsed: number of values, nesting depth, length of names. It does not
 * validate the JSON; the parser does, on text that is known to be cheap to parse.
 */
export type JsonScan = {
  /** Scans the next bytes. Returns the first limit exceeded, after which the scan is over. */
  push(bytes: Buffer): JsonExcess | null;
  /** The numbers that a binary float may change (more than 15 characters, or an exponent), in order. */
  readonly longNumbers: readonly NumberSpan[];
};

const quote = 0x22;
const backslash = 0x5c;
const shortText = 32;
const manyEscapes = 256;

/** The meaning of a byte outside of strings. */
const kind = { other: 0, blank: 1, comma: 2, colon: 3, open: 4, close: 5, quote: 6 } as const;
const kinds = new Uint8Array(256);
for (const [characters, meaning] of [
  [' \t\r\n', kind.blank],
  [',', kind.comma],
  [':', kind.colon],
  ['[{', kind.open],
  [']}', kind.close],
  ['"', kind.quote],
] as const) {
  for (const character of characters) kinds[character.charCodeAt(0)] = meaning;
}

const floatDigits = 15;
/** No count or amount has more digits, and long numbers are kept individually. */
export const numberCharactersMax = 1000;
/** Long numbers cost several times as much as others. */
export const longNumbersMax = 2000;
const isNumberStart = (byte: number): boolean => byte === 0x2d || (byte >= 0x30 && byte <= 0x39);

export const createJsonScan = (limits: JsonLimits): JsonScan => {
  // Values are the text itself, whatever follows a comma, and the first member of each list or object.
  let values = 1;
  let depth = 0;
  let opened = false;
  let inText = false;
  let escaped = false;
  let textBytes = 0;
  /** Characters so far in a number or word. */
  let run = 0;
  let inNumber = false;
  const longNumbers: NumberSpan[] = [];
  let isCounted = false;
  /** Name counts of the open objects, by depth. */
  const names: number[] = [0];
  /** Bytes in the preceding chunks. */
  let passed = 0;

  /** Skips to the end of the string or of the bytes, and returns where it stopped. */
  const skipText = (bytes: Buffer, from: number): number => {
    const end = bytes.length;
    let at = from;
    if (escaped && at < end) {
      escaped = false;
      at += 1;
    }
    // Most strings are short; the end of a long one is found by the native search.
    for (let byByte = at + shortText; ; ) {
      let byte = 0;
      for (let stop = Math.min(byByte, end); at < stop; at += 1) {
        byte = bytes[at] as number;
        // Escapes tend to come together. The last byte is left to the code below, which handles the end of a chunk.
        if (byte === backslash && at + 2 < end) {
          stop = Math.min(at + manyEscapes, end);
          at += 1;
          continue;
        }
        if (byte === quote || byte === backslash) break;
      }
      if (byte !== quote && byte !== backslash && at < end) {
        const ending = bytes.indexOf(quote, at);
        const escaping = bytes.subarray(at, ending < 0 ? end : ending).indexOf(backslash);
        at = escaping >= 0 ? at + escaping : ending < 0 ? end : ending;
        byte = at < end ? (bytes[at] as number) : 0;
      }
      if (at >= end) break;
      at += 1;
      if (byte === quote) {
        inText = false;
        textBytes += at - 1 - from;
        return at;
      }
      if (at >= end) escaped = true;
      else at += 1;
      byByte = at + manyEscapes;
    }
    textBytes += end - from;
    return end;
  };

  const push = (bytes: Buffer): JsonExcess | null => {
    const end = bytes.length;
    let at = inText ? skipText(bytes, 0) : 0;
    while (at < end) {
      const byte = bytes[at] as number;
      at += 1;
      const meaning = kinds[byte];
      if (meaning === kind.blank) {
        run = 0;
        while (at < end && kinds[bytes[at] as number] === kind.blank) at += 1;
        continue;
      }
      if (opened) {
        opened = false;
        if (meaning !== kind.close) values += 1;
      }
      if (meaning === kind.other) {
        const isNumber = run > 0 ? inNumber : isNumberStart(byte);
        if (run === 0) isCounted = false;
        const from = at - 1;
        let more = byte;
        let exponent = false;
        for (;;) {
          if (isNumber && (more === 0x65 || more === 0x45)) exponent = true;
          if (at >= end) break;
          more = bytes[at] as number;
          if (kinds[more] !== kind.other) break;
          at += 1;
        }
        run += at - from;
        inNumber = isNumber;
        if (isNumber && (isCounted || run > floatDigits || exponent)) {
          if (isCounted) longNumbers.pop();
          isCounted = true;
          longNumbers.push({ from: passed + at - run, to: passed + at });
          if (longNumbers.length > (limits.longNumbers ?? longNumbersMax)) return 'too_many_long_numbers';
        }
        if (isNumber && run > numberCharactersMax) return 'number_too_long';
        continue;
      }
      run = 0;
      if (meaning === kind.quote) {
        inText = true;
        textBytes = 0;
        at = skipText(bytes, at);
      } else if (meaning === kind.comma) {
        values += 1;
        if (values > limits.values) return 'too_many_values';
      } else if (meaning === kind.colon) {
        if (textBytes > limits.keyBytes) return 'key_too_long';
        const known = (names[depth] ?? 0) + 1;
        if (known > limits.names) return 'too_many_names';
        names[depth] = known;
      } else if (meaning === kind.open) {
        opened = true;
        depth += 1;
        names[depth] = 0;
        if (depth > limits.depth) return 'too_deep';
        if (values > limits.values) return 'too_many_values';
      } else {
        depth -= 1;
      }
    }
    passed += end;
    return values > limits.values ? 'too_many_values' : null;
  };

  return { push, longNumbers };
};
