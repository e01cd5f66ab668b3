import { escapeHtml } from '../../../kit/escape-html.ts';
import { wordsOf } from './words.ts';

/** Characters of the text that are searched for the best place, and that are shown of it. */
const searchedMax = 8_000;
const shownMax = 240;

type Hit = { at: number; end: number; terms: readonly string[]; weight: number };

/** The hits within one snippet that begins with the hit, and what the different words among them count together. */
const reach = (hits: readonly Hit[], first: number): { count: number; worth: number } => {
  const begin = hits[first]?.at ?? 0;
  const seen = new Set<string>();
  let count = 0;
  let worth = 0;
  for (const { end, terms, weight } of hits.slice(first)) {
    if (end - begin > shownMax) break;
    count += 1;
    const key = terms[0] ?? '';
    worth += seen.has(key) ? weight / 20 : weight;
    seen.add(key);
  }
  return { count, worth };
};

const bestOf = (hits: readonly Hit[]): readonly Hit[] => {
  let best = { first: 0, count: 0, worth: -1 };
  for (let first = 0; first < hits.length; first += 1) {
    const { count, worth } = reach(hits, first);
    if (worth > best.worth) best = { first, count, worth };
  }
  return hits.slice(best.first, best.first + best.count);
};

/** The place itself, or the next one if it is inside a character of two units. */
const whole = (text: string, at: number): number => (/[\udc00-\udfff]/.test(text.charAt(at)) ? at + 1 : at);

/** The nearest end of a word at or after `from`, or before `to`. */
const wordStart = (text: string, from: number): number => {
  if (from <= 0) return 0;
  const space = text.indexOf(' ', from);
  return space === -1 || space > from + 40 ? whole(text, from) : space + 1;
};

const wordEnd = (text: string, to: number): number => {
  if (to >= text.length) return text.length;
  const space = text.lastIndexOf(' ', to);
  return space === -1 || space < to - 40 ? whole(text, to) : space;
};

/**
 * The part of a plain text that has most of what was searched for, as HTML: the words found are in `<mark>`, and everything
 * else of the text is escaped. `weights`: the terms searched for, and how much each counts.
 */
export const snippetOf = (text: string, weights: ReadonlyMap<string, number>): string => {
  const searched = text.slice(0, whole(text, searchedMax));
  const hits = wordsOf(searched).flatMap(({ at, end, terms }): Hit[] => {
    const found = terms.filter((term) => weights.has(term));
    const weight = Math.max(0, ...found.map((term) => weights.get(term) ?? 0));
    return found.length === 0 ? [] : [{ at, end, terms: found, weight }];
  });
  const shown = bestOf(hits);
  const [first, last] = [shown[0]?.at ?? 0, shown.at(-1)?.end ?? 0];
  // Half of what is left over is shown before the first hit, unless the text begins there.
  const spare = Math.max(0, shownMax - (last - first));
  const begin = wordStart(searched, Math.min(first, Math.max(0, first - Math.floor(spare / 3))));
  const end = Math.max(last, wordEnd(searched, begin + shownMax));
  const pieces: string[] = [begin > 0 ? '… ' : ''];
  let at = begin;
  for (const hit of hits) {
    if (hit.at < begin || hit.end > end) continue;
    pieces.push(escapeHtml(searched.slice(at, hit.at)), `<mark>${escapeHtml(searched.slice(hit.at, hit.end))}</mark>`);
    at = hit.end;
  }
  pieces.push(escapeHtml(searched.slice(at, end)), end < text.length ? ' …' : '');
  return pieces.join('').toWellFormed();
};
