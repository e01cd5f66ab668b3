import Big from 'big.js';
import { type HttpAnswer, jsonAnswer } from '../../kit/http.ts';
import { type ApiCall, dayOf, iso } from '../api/call.ts';
import { marketplaceRefusal } from '../api/refusal.ts';
import { livePlans } from '../catalog/plan.ts';
import type { Json, UsageEvent } from '../state.ts';
import { readTime } from './accept-usage.ts';

const day = 86_400_000;

/** The usage of each day, resource, plan and dimension. A day is Submitted until the next one is over, then Accepted. */
export const listUsage = ({ simulation, publisher, query }: ApiCall): HttpAnswer => {
  const { store, clock } = simulation;
  const from = readTime(query.usagestartdate);
  const until = query.usageenddate === undefined ? clock.now() : readTime(query.usageenddate);
  if (from === null || until === null)
    throw marketplaceRefusal(400, 'BadArgument', 'The date is missing or invalid.', 'usageStartDate');
  const groups = new Map<string, UsageEvent[]>();
  for (const row of store.list('usage')) {
    if (row.publisherId !== publisher.id || dayOf(row.hour) < dayOf(from) || row.hour > until) continue;
    const key = [dayOf(row.hour), row.subscriptionId, row.planId, row.dimension].join('|');
    groups.set(key, [...(groups.get(key) ?? []), row]);
  }
  const lines = [...groups.values()].flatMap((rows): Json[] => {
    const [first] = rows;
    const subscription = first && store.get('subscriptions', first.subscriptionId);
    if (!first || !subscription) return [];
    const isProcessed = clock.now() >= dayOf(first.hour) + 2 * day;
    const sum = rows.reduce((total, row) => total.plus(String(row.quantity)), new Big(0)).toNumber();
    const plan = livePlans(store, subscription.productId).find(({ planId }) => planId === first.planId);
    return [
      {
        usageDate: iso(dayOf(first.hour)).replace('.000', ''),
        usageResourceId: first.subscriptionId,
        dimension: first.dimension,
        planId: first.planId,
        planName: isProcessed ? (plan?.name ?? '') : '',
        offerId: first.offerId,
        offerName: isProcessed ? first.offerId : '',
        offerType: 'SaaS',
        azureSubscriptionId: store.get('buyers', subscription.buyerId)?.azureSubscriptionId ?? null,
        reconStatus: isProcessed ? 'Accepted' : 'Submitted',
        submittedQuantity: sum,
        processedQuantity: isProcessed ? sum : 0,
        submittedCount: rows.length,
      },
    ];
  });
  const filters = ['offerId', 'planId', 'dimension', 'azureSubscriptionId', 'reconStatus'];
  const fits = (line: Json): boolean =>
    filters.every((name) => (query[name.toLowerCase()] ?? line[name]) === line[name]);
  return jsonAnswer(200, lines.filter(fits));
};
