import Big from 'big.js';
import { type HttpAnswer, jsonAnswer } from '../../kit/http.ts';
import { type ApiCall, dayOf, iso } from '../api/call.ts';
import { marketplaceRefusal } from '../api/refusal.ts';
import { livePlans } from '../catalog/plan.ts';
import type { Json, UsageEvent } from '../state.ts';
import { readTime } from './accept-usage.ts';

const day = 86_400_000;

/** Names the usage of one day, resource, plan and dimension, which is one line of the answer. */
export const usageLineKey = (usage: Pick<UsageEvent, 'hour' | 'subscriptionId' | 'planId' | 'dimension'>): string =>
  [iso(dayOf(usage.hour)).slice(0, 10), usage.subscriptionId, usage.planId, usage.dimension].join('|');

/** Statuses whose documented example has the names of plan and offer. */
const named: ReadonlySet<string> = new Set(['Accepted', 'Mismatch']);

/**
 * The usage of each day, resource, plan and dimension, by day even where it was submitted by the hour (`usageDate` of
 * the documented examples). A day is Submitted until the next one is over, then Accepted, unless the control API says
 * its outcome.
 */
export const listUsage = ({ simulation, publisher, query }: ApiCall): HttpAnswer => {
  const { store, clock } = simulation;
  const from = readTime(query.usagestartdate);
  const until = query.usageenddate === undefined ? clock.now() : readTime(query.usageenddate);
  if (from === null || until === null)
    throw marketplaceRefusal(400, 'BadArgument', 'The date is missing or invalid.', 'usageStartDate');
  const groups = new Map<string, UsageEvent[]>();
  for (const row of store.list('usage')) {
    if (row.publisherId !== publisher.id || dayOf(row.hour) < dayOf(from) || row.hour > until) continue;
    const key = usageLineKey(row);
    groups.set(key, [...(groups.get(key) ?? []), row]);
  }
  const lines = [...groups.values()].flatMap((rows): Json[] => {
    const [first] = rows;
    const subscription = first && store.get('subscriptions', first.subscriptionId);
    if (!first || !subscription) return [];
    const isProcessed = clock.now() >= dayOf(first.hour) + 2 * day;
    const verdict = store.get('usageVerdicts', usageLineKey(first));
    const reconStatus = verdict?.reconStatus ?? (isProcessed ? 'Accepted' : 'Submitted');
    const sum = rows.reduce((total, row) => total.plus(String(row.quantity)), new Big(0)).toNumber();
    const plan = livePlans(store, subscription.productId).find(({ planId }) => planId === first.planId);
    return [
      {
        usageDate: iso(dayOf(first.hour)).replace('.000', ''),
        usageResourceId: first.subscriptionId,
        dimension: first.dimension,
        planId: first.planId,
        planName: named.has(reconStatus) ? (plan?.name ?? '') : '',
        offerId: first.offerId,
        offerName: named.has(reconStatus) ? first.offerId : '',
        offerType: 'SaaS',
        azureSubscriptionId: store.get('buyers', subscription.buyerId)?.azureSubscriptionId ?? null,
        reconStatus,
        submittedQuantity: sum,
        processedQuantity: verdict?.processedQuantity ?? (isProcessed ? sum : 0),
        submittedCount: rows.length,
      },
    ];
  });
  const filters = ['offerId', 'planId', 'dimension', 'azureSubscriptionId', 'reconStatus'];
  const fits = (line: Json): boolean =>
    filters.every((name) => (query[name.toLowerCase()] ?? line[name]) === line[name]);
  return jsonAnswer(200, lines.filter(fits));
};
