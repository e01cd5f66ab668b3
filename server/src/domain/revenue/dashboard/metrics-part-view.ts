import type { z } from 'zod';
import { decimalToJson } from '../../../kit/decimal.ts';
import { encodeId } from '../../../kit/ids.ts';
import type { Rational } from '../../../kit/rational.ts';
import type { ItemSource } from '../metrics/parts.ts';
import { showAmount } from '../metrics/show-line.ts';
import type { Part } from './metrics-explain.ts';
import { viewBuyer, viewId } from './metrics-ids.ts';
import type { RevenueMetricsExplanation } from './metrics-schema.ts';
import { viewSource } from './metrics-view.ts';

type View = z.input<typeof RevenueMetricsExplanation>['parts'][number];

/** An exact amount as text: a whole number, or a fraction in lowest terms such as 9125/27. */
export const writeExact = ({ n, d }: Rational): string => (d === 1n ? String(n) : `${n}/${d}`);

/** The records that bill an item, by its ID. */
export type RecordsOf = ReadonlyMap<string, readonly string[]>;

const sourceWith = (source: ItemSource, recordsOf: RecordsOf) => ({
  ...viewSource(source),
  recordIDs: [...(recordsOf.get(source.itemId) ?? [])],
});

/** The items that a part names. */
export const sourcesOf = (part: Part): ItemSource[] =>
  part.kind === 'ITEM' ? [part] : part.kind === 'MOVEMENT' ? [...part.causes] : [];

/** A part as it is shown; amounts are in the currency of the report, rounded on their own. */
export const viewPart = (part: Part, currency: string, recordsOf: RecordsOf): View => {
  const weighed = part.weighed ?? { n: 0n, d: 1n };
  const value = {
    currency: part.currency,
    amount: decimalToJson(showAmount(weighed, currency)),
    exact: writeExact(weighed),
  };
  switch (part.kind) {
    case 'ITEM':
      return {
        kind: 'ITEM',
        ...sourceWith(part, recordsOf),
        ...value,
        rate: writeExact(part.rate),
        isBridged: part.isBridged,
      };
    case 'MOVEMENT':
      return {
        kind: 'MOVEMENT',
        type: part.type,
        buyerID: viewBuyer(part.buyerId),
        time: part.time.toISOString(),
        ...value,
        rate: writeExact(part.rate),
        causes: part.causes.map((cause) => ({
          ...sourceWith(cause, recordsOf),
          time: cause.time.toISOString(),
          reason: cause.reason,
          currency: cause.currency,
          exact: writeExact(cause.amount),
        })),
      };
    case 'FX':
      return {
        kind: 'FX',
        ...value,
        opening: writeExact(part.opening),
        openingRate: writeExact(part.openingRate),
        closingRate: writeExact(part.closingRate),
      };
    case 'BUYER':
      return {
        kind: 'BUYER',
        buyerID: viewBuyer(part.buyerId),
        currency: part.currency,
        opening: writeExact(part.opening),
        kept: writeExact(part.kept),
        closing: writeExact(part.closing),
        rate: writeExact(part.rate),
      };
    case 'USAGE':
      return {
        kind: 'USAGE',
        entitlementID: viewId('ent', part.entitlementId),
        startTime: part.start.toISOString(),
        endTime: part.end.toISOString(),
        ...value,
        revenue: writeExact(part.revenue),
        minimum: writeExact(part.minimum),
        rate: writeExact(part.rate),
        recordIDs: part.recordIds.map((id) => encodeId('revenue', id)),
      };
  }
};
