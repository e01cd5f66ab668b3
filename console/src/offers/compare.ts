import type { Row } from '../api/list.ts';
import { flatten } from '../lib/flatten.ts';
import { labelOf } from '../lib/words.ts';
import { compareTexts as texts } from '../texts/compare.ts';

/** Fields of an offer that are not terms. */
const outer = ['partner', 'offerType', 'productID', 'buyerID', 'expireTime', 'endTime'];
/** Members of the terms that the marketplace or the service writes. */
const notTerms =
  /^(gcpPrivateOffer|azureOriginalPlan\.pricing|privateOfferUrl|pdfURL|awsCppoEventDetail|awsOfferSetId)(\.|$)/;

/** `info.commits.platform.rate` → `Bought in advance › platform › Rate`. */
export const labelOfTerm = (path: string): string =>
  path
    .replace(/^info\./, '')
    .split('.')
    .map(
      (part, at) =>
        texts.called[part] ??
        (at === 0 || /[a-z][A-Z]|^(rate|quantity|length|amount|key)$/.test(part) ? labelOf(part) : part),
    )
    .join(' › ');

const termsIn = (offer: Row): Map<string, unknown> =>
  new Map([
    ...outer.flatMap((name) => flatten(offer[name], name)),
    ...flatten(offer.info ?? {}).filter(([path]) => !notTerms.test(path)),
  ]);

export type Difference = { path: string; label: string; one: unknown; other: unknown; isSame: boolean };

/** The terms of two offers, one by one. */
export const compareOffers = (one: Row, other: Row): Difference[] => {
  const [mine, theirs] = [termsIn(one), termsIn(other)];
  return [...new Set([...mine.keys(), ...theirs.keys()])].map((path) => ({
    path,
    label: labelOfTerm(path),
    one: mine.get(path),
    other: theirs.get(path),
    isSame: mine.get(path) === theirs.get(path),
  }));
};
