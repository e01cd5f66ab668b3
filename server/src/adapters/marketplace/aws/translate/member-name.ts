/**
 * The offers of a set are made under our own ids, but AWS accepts only letters in the names of changes: each half byte
 * of the id becomes one of the letters a to p.
 */
const prefix = 'member';
const lengthMax = 72;
const letterA = 'a'.charCodeAt(0);

export const memberName = (key: string): string => {
  const halves = [...Buffer.from(key, 'utf8').toString('hex')];
  const name = prefix + halves.map((half) => String.fromCharCode(letterA + Number.parseInt(half, 16))).join('');
  if (name.length > lengthMax) throw new Error(`${key} is too long to name a change`);
  return name;
};

/** The id behind the name of a change; names of other changes are returned unchanged. */
export const keyOfName = (name: string): string => {
  const letters = /^member((?:[a-p]{2})+)$/.exec(name)?.[1];
  if (letters === undefined) return name;
  const hex = [...letters].map((letter) => (letter.charCodeAt(0) - letterA).toString(16)).join('');
  return Buffer.from(hex, 'hex').toString('utf8');
};
