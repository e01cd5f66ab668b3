const both = new Intl.ListFormat('en-GB', { type: 'conjunction' });
const either = new Intl.ListFormat('en-GB', { type: 'disjunction' });

/** `A, B and C`. */
export const sayAll = (words: readonly string[]): string => both.format(words);

/** `A, B or C`. */
export const sayAny = (words: readonly string[]): string => either.format(words);
