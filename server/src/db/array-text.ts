type Item = string | number | boolean | null;

const hasSpecial = /["\\]/;

/** Quoted, so that spaces, commas and the word NULL have no special meaning. */
const quote = (text: string): string =>
  hasSpecial.test(text) ? `"${text.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"` : `"${text}"`;

/**
 * A list in PostgreSQL's array syntax (PostgreSQL documentation, 8.15.6), for lists of plain values; any other is left
 * to the driver. The driver inspects each value several times, and a batch of usage has tens of thousands of values,
 * mostly repeated.
 */
export const arrayText = (items: readonly unknown[]): string | readonly unknown[] => {
  let text = '';
  let last: Item | undefined;
  let lastText = '';
  for (const item of items) {
    if (item !== last || item === undefined) {
      if (typeof item === 'string') lastText = quote(item);
      else if (typeof item === 'number' || typeof item === 'boolean') lastText = String(item);
      else if (item === null) lastText = 'NULL';
      else return items;
      last = item;
    }
    text += text === '' ? lastText : `,${lastText}`;
  }
  return `{${text}}`;
};
