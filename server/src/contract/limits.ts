import type { JsonLimits } from '../kit/json-scan.ts';

/** What a request body may hold. It is looked at as it comes in, before it is parsed. */
export type BodyLimits = JsonLimits & { bytes: number };

const mebibyte = 1024 * 1024;

/** A free document of a client (`info`, `metaInfo`, `attributes`), as JSON in UTF-8. */
export const documentBytesMax = 256 * 1024;

/** Names of an open list of texts: `attributes`, `customMetaInfo`. */
export const documentMembersMax = 1000;

/** Where an endpoint names no other number. */
export const standardLimits: BodyLimits = { bytes: 5 * mebibyte, values: 2000, depth: 32, names: 2000, keyBytes: 1024 };

/** The limits of an endpoint that takes more values: batches, price lists. */
export const withValues = (values: number): BodyLimits => ({ ...standardLimits, values });

/** Products and offers bring their prices along: up to 800 dimensions of each kind. */
export const priceListLimits: BodyLimits = withValues(12_000);
