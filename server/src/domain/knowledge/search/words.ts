import { foldCase } from '../../../kit/fold-case.ts';

/** A word of a text: where it is, and what it is found by. */
export type Word = { at: number; end: number; terms: readonly string[] };

/** Words that say nothing about what is looked for. */
const common: ReadonlySet<string> = new Set(
  (
    'a about after all also an and any are as at be because been before but by can could did do does for from get gets give had has ' +
    'have how i if in into is it its long many may me much must my need no not of off on only or other our out over per should so ' +
    'some still such than that the their them then there these they this those to too up us very was we were what when where which ' +
    'while who whom whose why will with would you your'
  ).split(' '),
);

const termMax = 40;

/** Letters and digits; what a text separates by anything else are different words. Names in code can have underscores. */
const wordPattern = /[\p{L}\p{N}][\p{L}\p{N}\p{M}]*(?:_[\p{L}\p{N}\p{M}]+)*/gu;
const withoutSpaces = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}]/u;
/** `LicenseArn` → `License`, `Arn`; `PENDING_CANCEL` → `PENDING`, `CANCEL`. */
const partPattern = /\p{Lu}+(?!\p{Ll})|\p{Lu}?[\p{Ll}\p{M}]+|\p{N}+/gu;

const endings: readonly [pattern: RegExp, instead: string][] = [
  [/ies$/, 'y'],
  [/(ss|us|is)$/, '$1'],
  [/s$/, ''],
];

/** Its forms have one stem: `offers` and `offer`, `cancelled` and `cancel`, `pricing` and `prices`. Only of English words. */
const stemOf = (term: string): string => {
  if (term.length < 4 || /[^a-z]/.test(term)) return term;
  const [pattern, instead] = endings.find(([ending]) => ending.test(term)) ?? [/$/, ''];
  const single = term.replace(pattern, instead);
  const cut = single.replace(/(?:ing|ed)$/, '');
  const stem = cut !== single && /[aeiouy]/.test(cut) ? cut : '';
  const shorter = stem.length >= 3 ? stem.replace(/([bdfgmnprt])\1$|ll$/, (two) => two.slice(1)) : single;
  return shorter.length >= 4 || shorter !== single ? shorter.replace(/e$/, '') : shorter;
};

/** Pairs of neighbouring characters, of scripts that do not separate words. */
const pairsOf = (word: string): string[] => {
  const characters = Array.from(word);
  return characters.length < 2 ? characters : characters.slice(1).map((one, index) => `${characters[index]}${one}`);
};

const findTerms = (word: string): string[] => {
  const folded = foldCase(word);
  if (withoutSpaces.test(word)) return pairsOf(folded);
  if (common.has(folded)) return [];
  const parts = /\p{Ll}\p{Lu}|_/u.test(word) ? (word.match(partPattern) ?? []) : [];
  const terms = [folded, ...parts.map(foldCase).filter((part) => part.length > 1 && !common.has(part))];
  return [...new Set(terms.map((term) => stemOf(term).slice(0, termMax).toWellFormed()))];
};

/** Terms of words that were met lately: texts repeat their words. */
const lately = new Map<string, readonly string[]>();
const latelyMax = 10_000;

const termsOf = (word: string): readonly string[] => {
  const known = lately.get(word);
  if (known !== undefined) return known;
  const terms = findTerms(word);
  if (lately.size === latelyMax) lately.clear();
  if (word.length <= termMax) lately.set(word, terms);
  return terms;
};

/** The words of a text, in their order, without those that say nothing. */
export const wordsOf = (text: string): Word[] =>
  [...text.matchAll(wordPattern)].flatMap(({ index, 0: word }) => {
    const terms = termsOf(word);
    return terms.length === 0 ? [] : [{ at: index, end: index + word.length, terms }];
  });

/** A term as part of a tsvector or tsquery. */
export const quoteTerm = (term: string): string => `'${term.replaceAll(/['\\]/g, (sign) => `${sign}${sign}`)}'`;

/** Places beyond these are all the same to PostgreSQL, and so are more than 256 of one word. */
const placeMax = 16_383;
const placesMax = 200;

type Part = { text: string; weight: 'A' | 'B' | 'D' };

/** The words of some texts in the syntax of tsvector, with their places, and each word once. */
export const vectorOf = (parts: readonly Part[]): { vector: string; distinct: string[] } => {
  const places = new Map<string, string[]>();
  let place = 0;
  for (const { text, weight } of parts) {
    for (const { terms } of wordsOf(text)) {
      place = Math.min(place + 1, placeMax);
      for (const term of terms) {
        const known = places.get(term) ?? [];
        if (known.length < placesMax) known.push(`${place}${weight}`);
        places.set(term, known);
      }
    }
  }
  return {
    vector: [...places].map(([term, at]) => `${quoteTerm(term)}:${at.join(',')}`).join(' '),
    distinct: [...places.keys()],
  };
};
