import type { EventName } from '../../../contract/events.ts';
import { type NotificationPriority, notificationPriorities } from '../../../contract/reference/notification-words.ts';
import { accessTexts } from './texts/access.ts';
import type { DescribedEvent, EventText } from './texts/event-text.ts';
import { moneyTexts } from './texts/money.ts';
import { offerTexts } from './texts/offers.ts';
import { partnerTexts } from './texts/partners.ts';
import { productTexts } from './texts/products.ts';
import { purchaseTexts } from './texts/purchases.ts';
import { referralTexts } from './texts/referrals.ts';
import { supportTexts } from './texts/support.ts';
import { usageTexts } from './texts/usage.ts';

/** The text of every event for people. */
export const eventTexts: Readonly<Record<EventName, EventText>> = {
  ...accessTexts,
  ...productTexts,
  ...offerTexts,
  ...purchaseTexts,
  ...usageTexts,
  ...moneyTexts,
  ...referralTexts,
  ...partnerTexts,
  ...supportTexts,
};

/** `ACCEPT.OFFER`: what people subscribe to. */
export const scopeOf = (name: EventName): string => `${eventTexts[name].action}.${eventTexts[name].entityType}`;

const isHigher = (one: NotificationPriority, other: NotificationPriority): boolean =>
  notificationPriorities.indexOf(one) > notificationPriorities.indexOf(other);

/** The priority of one event: that of its row, unless its payload has a higher one. Empty: nobody is notified. */
export const priorityOf = ({ name, payload }: Pick<DescribedEvent, 'name' | 'payload'>): NotificationPriority => {
  const { priority, isRaised } = eventTexts[name];
  const own = isRaised && notificationPriorities.find((known) => known === payload.priority);
  return own && isHigher(own, priority) ? own : priority;
};

/** The scopes in use, sorted. */
export const scopes: readonly string[] = [
  ...new Set(
    (Object.keys(eventTexts) as EventName[])
      .filter((name) => eventTexts[name].priority !== '' || eventTexts[name].isRaised)
      .map((name) => scopeOf(name)),
  ),
].sort();
