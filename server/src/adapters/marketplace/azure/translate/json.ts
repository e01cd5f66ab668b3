import { type Decimal, decimalFromJson } from '../../../../kit/decimal.ts';
import type { JsonNumber } from '../../../../kit/json.ts';

export type Json = Readonly<Record<string, unknown>>;

export const objectOf = (value: unknown): Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Json) : {};
export const objectsOf = (value: unknown): Json[] => (Array.isArray(value) ? value.map(objectOf) : []);
export const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

/** An amount of a document; null if there is none that can be represented exactly. */
export const amountOf = (value: unknown): Decimal | null =>
  typeof value === 'number' || JSON.isRawJSON(value) ? decimalFromJson(value as JsonNumber) : null;

/** The id that the seller gave a product or a plan, in either of its two spellings. */
export const externalIdOf = (document: Json): string => {
  const identity = objectOf(document.identity);
  return textOf(identity.externalId) || textOf(identity.externalID);
};
