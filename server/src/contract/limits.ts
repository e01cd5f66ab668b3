import type { JsonLimits } from '../kit/json-scan.ts';

/** Limits for a request body, checked while it arrives, before it is parsed. */
export type BodyLimits = JsonLimits & { bytes: number };

const mebibyte = 1024 * 1024;

/** Maximum size of a client's free-form document (`info`, `metaInfo`, `attributes`), as JSON in UTF-8. */
export const documentBytesMax = 256 * 1024;

/** Maximum number of names in an open map of strings: `attributes`, `customMetaInfo`. */
export const documentMembersMax = 1000;

/** The limits of endpoints that set none of their own. */
export const standardLimits: BodyLimits = { bytes: 5 * mebibyte, values: 2000, depth: 32, names: 2000, keyBytes: 1024 };

/** The limits of an endpoint that takes more values: batches, price lists. */
export const withValues = (values: number): BodyLimits => ({ ...standardLimits, values });

/** Products and offers contain their prices: up to 800 dimensions of each kind. */
export const priceListLimits: BodyLimits = withValues(12_000);
