import type { EventName } from '../../../contract/events.ts';
import { type NotificationPriority, notificationPriorities } from '../../../contract/reference/notification-words.ts';
import { toldOfAccess } from './told/access.ts';
import { toldOfMoney } from './told/money.ts';
import { toldOfOffers } from './told/offers.ts';
import { toldOfPartners } from './told/partners.ts';
import { toldOfProducts } from './told/products.ts';
import { toldOfPurchases } from './told/purchases.ts';
import { toldOfReferrals } from './told/referrals.ts';
import type { Saying, Told } from './told/say.ts';
import { toldOfSupport } from './told/support.ts';
import { toldOfUsage } from './told/usage.ts';

/** The text of every event for people. */
export const told: Readonly<Record<EventName, Told>> = {
  ...toldOfAccess,
  ...toldOfProducts,
  ...toldOfOffers,
  ...toldOfPurchases,
  ...toldOfUsage,
  ...toldOfMoney,
  ...toldOfReferrals,
  ...toldOfPartners,
  ...toldOfSupport,
};

/** `ACCEPT.OFFER`: what people subscribe to. */
export const scopeOf = (name: EventName): string => `${told[name].action}.${told[name].entityType}`;

const isHigher = (one: NotificationPriority, other: NotificationPriority): boolean =>
  notificationPriorities.indexOf(one) > notificationPriorities.indexOf(other);

/** The priority of one event: that of its row, unless its payload has a higher one. Empty: nobody is notified. */
export const priorityOf = ({ name, payload }: Pick<Saying, 'name' | 'payload'>): NotificationPriority => {
  const { priority, isRaised } = told[name];
  const own = isRaised && notificationPriorities.find((known) => known === payload.priority);
  return own && isHigher(own, priority) ? own : priority;
};

/** The scopes in use, sorted. */
export const scopes: readonly string[] = [
  ...new Set(
    (Object.keys(told) as EventName[])
      .filter((name) => told[name].priority !== '' || told[name].isRaised)
      .map((name) => scopeOf(name)),
  ),
].sort();
