/** One character takes at most this many bytes: `\u0001`. */
const bytesOfCharacter = 6;

/** A lower bound of a value's characters as JSON; counting stops at `enough`. */
export const charactersOf = (value: unknown, enough: number): number => {
  if (typeof value === 'string') return value.length + 2;
  if (typeof value !== 'object' || value === null) return 4;
  let sum = 2;
  if (Array.isArray(value)) {
    for (let index = 0; index < value.length && sum <= enough; index += 1) {
      sum += 1 + charactersOf(value[index], enough - sum);
    }
    return sum;
  }
  for (const key in value) {
    if (sum > enough) return sum;
    sum += key.length + 4 + charactersOf((value as Record<string, unknown>)[key], enough - sum);
  }
  return sum;
};

/** Whether a value has more characters than this as JSON; stops as soon as that is known. */
export const hasMoreCharacters = (value: unknown, characters: number): boolean =>
  charactersOf(value, characters) > characters;

/** The bytes of a value as JSON in UTF-8. */
export const jsonBytesOf = (value: unknown): number => Buffer.byteLength(JSON.stringify(value) ?? '');

/** Whether a value is larger than this as JSON in UTF-8. A small value is not serialized to find out. */
export const isLargerJson = (value: unknown, maxBytes: number): boolean =>
  charactersOf(value, maxBytes) * bytesOfCharacter > maxBytes && jsonBytesOf(value) > maxBytes;
