/**
 * The meaning of a partner's word, from a table; undefined for a word that is not in it. Capital and small letters do
 * not matter: AWS writes `In review` in its model and `In Review` in its text.
 */
export const readWord = <T>(meanings: Readonly<Record<string, T>>, word: unknown): T | undefined => {
  if (typeof word !== 'string') return undefined;
  const wanted = word.toLowerCase();
  return Object.entries(meanings).find(([known]) => known.toLowerCase() === wanted)?.[1];
};
