import { isAbsent, isObject, listAt, textAt, valueAt } from './document.ts';
import type { QualityFactor, ReferralDocument } from './port.ts';

/** Points for what a document says; the first step that it reaches counts, so the best one stands first. */
export type QualityStep = readonly [points: number, reached: (document: ReferralDocument) => boolean];

/** A factor whose best step gives all its points. */
export const factor = (
  name: string,
  advice: string,
  ...steps: readonly [QualityStep, ...QualityStep[]]
): QualityFactor => ({
  name,
  maxPoints: steps[0][0],
  points: (document) => steps.find(([, reached]) => reached(document))?.[0] ?? 0,
  advice,
});

/** How much a text says, in characters. */
export const sizeAt = (document: ReferralDocument, path: string): number =>
  (textAt(document, path) ?? '').trim().length;

export const isGiven = (document: ReferralDocument, path: string): boolean => !isAbsent(valueAt(document, path));

/** Whether a list has an item with a text in each of these members. */
export const hasItem = (document: ReferralDocument, path: string, members: readonly string[]): boolean =>
  listAt(document, path).some((item) => isObject(item) && members.every((name) => textAt(item, name)));
