import type { Fault } from '../kit/errors.ts';

export const passwordCharsMin = 12;
export const passwordCharsMax = 128;

/** Minimum number of characters that remain after everything easy to guess is removed. */
const unguessedMin = 8;
const distinctMin = 5;

/** The most frequent words in passwords, in the languages most common in leaks; longer ones first. */
const commonWords = `
  administrator marketplace basketball contraseña passphrase qwertyuiop asdfghjkl september liverpool superman
  iloveyou internet computer football baseball princess sunshine password passwort starwars whatever changeme november
  december february trustno default welcome letmein charlie michael freedom pokemon october january account company
  winter summer spring autumn august monday friday dragon monkey shadow master secret soccer hockey jordan azerty
  qwertz qwerty hunter killer flower cookie cheese batman google amazon ninja admin login hello passw super guest
  owner april march user test root demo love pass july june aaa
`
  .trim()
  .split(/\s+/);

const rows = [
  'abcdefghijklmnopqrstuvwxyz',
  '01234567890',
  'qwertyuiop',
  'asdfghjkl',
  'zxcvbnm',
  'qwertzuiop',
  'azertyuiop',
];
const runMin = 4;
const runs = [...rows, ...rows.map((row) => Array.from(row).reverse().join(''))];

/** Undoes substitutions, so that `p4$$w0rd` becomes `password`. */
const plain: Readonly<Record<string, string>> = {
  '0': 'o',
  '1': 'i',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  '@': 'a',
  $: 's',
  '!': 'i',
};
const withoutDisguise = (text: string): string => Array.from(text, (letter) => plain[letter] ?? letter).join('');

/** Blanks out every occurrence of `word`, disguised or not. Both texts have the same length. */
const blank = (text: string, word: string): string => {
  let left = text;
  for (const seen of [left, withoutDisguise(left)]) {
    for (let at = seen.indexOf(word); at >= 0; at = seen.indexOf(word, at + word.length)) {
      left = `${left.slice(0, at)}${' '.repeat(word.length)}${left.slice(at + word.length)}`;
    }
  }
  return left;
};

/** Blanks out sequences of the alphabet or of a keyboard row: `abcd`, `4321`, `qwer`. */
const blankRuns = (text: string): string => {
  let left = text;
  for (let at = 0; at + runMin <= text.length; at += 1) {
    const piece = text.slice(at, at + runMin);
    if (runs.some((run) => run.includes(piece)))
      left = left.slice(0, at) + ' '.repeat(runMin) + left.slice(at + runMin);
  }
  return left;
};

/** Removes repetitions: `abcabcabc` becomes `abc`, `aaaa` becomes `a`. */
const withoutRepeats = (text: string): string => text.replace(/(.{1,8}?)\1+/gu, '$1');

/** Parts of an address or a name that are long enough to be recognized. */
const piecesOf = (text: string): string[] =>
  text
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((piece) => piece.length >= 3);

/**
 * The reasons to refuse a new password; empty if there are none. It must be long, and must not consist only of what
 * attackers try first: common words, years, keyboard rows, repetitions, and the person's own names.
 */
export const passwordFaults = (password: string, path: string, known: readonly string[]): Fault[] => {
  const text = password.normalize('NFKC');
  const length = Array.from(text).length;
  const fault = (code: string, message: string): Fault[] => [{ path, code, message }];
  if (length < passwordCharsMin) return fault('too_short', `at least ${passwordCharsMin} characters`);
  if (length > passwordCharsMax) return fault('too_long', `at most ${passwordCharsMax} characters`);
  let left = text.toLowerCase().replaceAll(/(19|20)\d\d/g, '    ');
  for (const word of known.flatMap(piecesOf)) left = blank(left, word);
  for (const word of commonWords) left = blank(left, word);
  left = withoutRepeats(blankRuns(left).replaceAll(/\s+/g, ''));
  if (Array.from(left).length >= unguessedMin && new Set(left).size >= distinctMin) return [];
  return fault('too_weak', 'too easily guessed; use several unrelated words');
};
