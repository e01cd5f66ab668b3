import { hash as hashOf } from 'node:crypto';
import type { FoldedRecord } from './fold-store.ts';
import type { EventChanges, EventSource, RevenueEvent, RevenueEventType } from './record.ts';

type Field = Exclude<keyof NonNullable<FoldedRecord['after']>, 'currency' | 'record_id'>;

/** The events of an arrival in the order in which they are told, with the fields that belong to each. */
const fieldsOf: Readonly<Record<Exclude<RevenueEventType, 'INGESTED'>, readonly Field[]>> = {
  BILLED: ['billed', 'tax', 'partner_tax', 'fee', 'cost', 'invoice_time', 'due_time', 'period_start', 'period_end'],
  REFUNDED: ['refunded'],
  COLLECTED: ['collected'],
  DISBURSED: ['disbursed', 'refund_disbursed', 'trace'],
  ADJUSTED: ['adjusted', 'forgiven'],
  MATCHED: ['product_id', 'offer_id', 'entitlement_id', 'buyer_id'],
};

const amountOrNull = (value: string | null | undefined): string | null => (value === '0' ? null : (value ?? null));

const changesOf = ({ before, after }: FoldedRecord, fields: readonly Field[]): EventChanges => {
  const changes: EventChanges = {};
  for (const field of fields) {
    const from = before?.[field] ?? null;
    const to = after?.[field] ?? null;
    // A figure that was never there is null: nothing changed if it is 0 now.
    if (amountOrNull(from) !== amountOrNull(to)) changes[field] = { from, to };
  }
  return changes;
};

/** The hash of an event: SHA-256 over its members as JSON, in this order, with the hash before. */
export const hashEvent = ({
  sequence,
  type,
  time,
  source,
  changes,
  previous_hash,
}: Omit<RevenueEvent, 'hash' | 'revenue_id'>): string => {
  const sorted = Object.keys(changes)
    .sort()
    .map((name) => [name, changes[name]?.from ?? null, changes[name]?.to ?? null]);
  const source_ = [source.system, source.reference, source.payloadHash];
  return hashOf('sha256', JSON.stringify([sequence, type, time.toISOString(), source_, sorted, previous_hash]));
};

/**
 * The events of what an arrival changed in a record, chained to those before. `isRestated`: a row that had counted was
 * replaced, so that what is billed was not billed now but corrected.
 */
export const chainEvents = (
  folded: FoldedRecord,
  { source, time, isRestated }: { source: EventSource; time: Date; isRestated: boolean },
): RevenueEvent[] => {
  const told: { type: RevenueEventType; changes: EventChanges }[] = [];
  if (folded.is_new && folded.after)
    told.push({ type: 'INGESTED', changes: { currency: { from: null, to: folded.after.currency } } });
  const corrected = isRestated ? changesOf(folded, [...fieldsOf.BILLED, ...fieldsOf.ADJUSTED]) : {};
  for (const [type, fields] of Object.entries(fieldsOf) as [keyof typeof fieldsOf, readonly Field[]][]) {
    if (isRestated && type === 'BILLED') continue;
    const changes = isRestated && type === 'ADJUSTED' ? corrected : changesOf(folded, fields);
    if (Object.keys(changes).length > 0) told.push({ type, changes });
  }
  // Without a line there is no record: if it comes back, it begins again.
  if (folded.before && !folded.after)
    told.push({ type: 'ADJUSTED', changes: { currency: { from: folded.before.currency, to: null } } });
  let { sequence, last_hash: previous } = folded;
  return told.map(({ type, changes }) => {
    sequence += 1;
    const event = { sequence, type, time, source, changes, previous_hash: previous };
    previous = hashEvent(event);
    return { ...event, revenue_id: folded.id, hash: previous };
  });
};
