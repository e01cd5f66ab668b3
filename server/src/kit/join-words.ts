const both = new Intl.ListFormat('en-GB', { type: 'conjunction' });
const either = new Intl.ListFormat('en-GB', { type: 'disjunction' });

/** `A, B and C`. */
export const joinWithAnd = (words: readonly string[]): string => both.format(words);

/** `A, B or C`. */
export const joinWithOr = (words: readonly string[]): string => either.format(words);
