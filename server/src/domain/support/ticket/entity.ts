import type { IdPrefix } from '../../../kit/ids.ts';

/** What a ticket can be about: the IDs of that kind, and the table in which they are. */
export const ticketEntities = {
  PRODUCT: { prefix: 'prod', table: 'product' },
  BUYER: { prefix: 'buyer', table: 'buyer' },
  CONTACT: { prefix: 'contact', table: 'contact' },
  OFFER: { prefix: 'offer', table: 'offer' },
  OFFER_SET: { prefix: 'offerset', table: 'offer_set' },
  ENTITLEMENT: { prefix: 'ent', table: 'entitlement' },
  INVOICE: { prefix: 'invoice', table: 'invoice' },
  BILLABLE_METRIC: { prefix: 'metric', table: 'billable_metric' },
  REFERRAL: { prefix: 'referral', table: 'referral' },
  PARTNER: { prefix: 'relation', table: 'partner_relationship' },
  CONNECTION: { prefix: 'conn', table: 'connection' },
  OPERATION: { prefix: 'operation', table: 'operation' },
} as const satisfies Record<string, { prefix: IdPrefix; table: string }>;

export type TicketEntityType = keyof typeof ticketEntities;

export const entityTypes = Object.keys(ticketEntities) as [TicketEntityType, ...TicketEntityType[]];
