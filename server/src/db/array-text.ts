type Plain = string | number | boolean | null;

const isPlain = (item: unknown): item is Plain =>
  typeof item === 'string' || Number.isFinite(item) || typeof item === 'boolean' || item === null;

/** JSON escapes quotes and backslashes as PostgreSQL does; its other escapes mean other characters there. */
const otherEscape = /\\[^"\\]/;

/**
 * A list in PostgreSQL's array syntax (PostgreSQL documentation, 8.15.6), for lists of plain values; any other is left
 * to the driver, which inspects each value several times: a batch of usage has tens of thousands. In quotes, spaces,
 * commas and the word NULL have no special meaning; without, null is NULL.
 */
export const arrayText = (items: readonly unknown[]): string | readonly unknown[] => {
  if (!items.every(isPlain)) return items;
  const text = JSON.stringify(items);
  return otherEscape.test(text) ? items : `{${text.slice(1, -1)}}`;
};
