import Big from 'big.js';
import { dayOf } from '../api/call.ts';
import { boughtPlan } from '../catalog/buyer-plans.ts';
import { usageLineKey } from '../metering/list-usage.ts';
import type { AzureReader, Subscription, Term, UsageEvent } from '../state.ts';

/** The usage of one day of a subscription, plan and dimension. */
export type MeteredDay = {
  day: number;
  subscription: Subscription;
  planId: string;
  privateOfferId: string | null;
  dimension: string;
  unit: string;
  /** The quantity that counts: all that was accepted, or the verdict of Partner Center (`POST /usage/verdict`). */
  quantity: Big;
  /** What remains after the quantity that is included in the price of the term. */
  billable: Big;
  /** Per unit. */
  price: Big;
};

/**
 * The metered usage of a publisher by day, oldest first. Included quantities are used up from the beginning of a term; a
 * day belongs to the term that had begun by it, and usage from before the first term belongs to that one.
 */
export const meteredDays = (reader: AzureReader, publisherId: string): MeteredDay[] => {
  const groups = new Map<string, UsageEvent[]>();
  for (const row of reader.list('usage')) {
    if (row.publisherId !== publisherId) continue;
    const key = usageLineKey(row);
    const group = groups.get(key);
    if (group) group.push(row);
    else groups.set(key, [row]);
  }
  const terms = Map.groupBy(reader.list('terms'), ({ subscriptionId }) => subscriptionId);
  const used = new Map<string, Big>();
  return [...groups]
    .sort(([left], [right]) => (left < right ? -1 : 1))
    .flatMap(([key, events]) => {
      const [first] = events;
      const subscription = first && reader.get('subscriptions', first.subscriptionId);
      if (!first || !subscription) return [];
      const day = dayOf(first.hour);
      const term = termOf(terms.get(subscription.id) ?? [], day);
      // A day begins before what is bought on it, and before its private offer was accepted.
      const plan = boughtPlan(reader, subscription, first.planId, Math.max(day, subscription.createdAt));
      const meter = plan?.meters.find(({ id }) => id === first.dimension);
      const verdict = reader.get('usageVerdicts', key);
      const quantity = verdict
        ? new Big(String(verdict.processedQuantity))
        : events.reduce((sum, event) => sum.plus(String(event.quantity)), new Big(0));
      const pool = [subscription.id, first.planId, first.dimension, term?.start].join('|');
      const before = used.get(pool) ?? new Big(0);
      used.set(pool, before.plus(quantity));
      const included = meter?.included.find(({ termUnit }) => termUnit === subscription.termUnit);
      return [
        {
          day,
          subscription,
          planId: first.planId,
          privateOfferId: plan?.privateOfferId ?? null,
          dimension: first.dimension,
          unit: meter?.unit ?? first.dimension,
          quantity,
          billable: included ? beyond(before, quantity, included.quantity) : quantity,
          price: new Big(String(meter?.price ?? 0)),
        },
      ];
    });
};

const termOf = (terms: readonly Term[], day: number): Term | undefined =>
  terms.findLast(({ start }) => dayOf(start) <= day) ?? terms[0];

/** How much of a quantity is beyond an included one (null: unlimited) of which some was used before. */
const beyond = (before: Big, quantity: Big, included: number | null): Big => {
  if (included === null) return new Big(0);
  const rest = new Big(String(included)).minus(before);
  const free = rest.gt(0) ? rest : new Big(0);
  return quantity.gt(free) ? quantity.minus(free) : new Big(0);
};
