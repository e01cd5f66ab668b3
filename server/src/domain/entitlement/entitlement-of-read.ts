import type { AgreementRead, AgreementStatus } from '../../adapters/marketplace/port.ts';
import type { ActCall } from '../../contract/call.ts';
import type { EventName } from '../../contract/events.ts';
import { big } from '../../kit/decimal.ts';
import type { Offer } from '../offer/offer.ts';
import type { SellerAccount } from '../organization/connection/connection.ts';
import type { Product } from '../product/product.ts';
import { agreementInfo, statusInfo } from './agreement-info.ts';
import type { Entitlement, Term } from './entitlement.ts';
import { agreementIs, entitlementIs } from './states.ts';
import type { TermOfRead } from './term/term-of-read.ts';
import { currentTerm, type Statuses, statusesAfter } from './term-sequence.ts';

/** Builds an entitlement and its terms from the read of an agreement. */

/** The local objects that an agreement refers to. */
export type Purchase = { product: Product | undefined; offer: Offer | undefined; buyerId: string };

/**
 * When a term ends by a read. Some partners keep the agreed end of an agreement that was ended early, but nothing can be bought under it
 * any longer. One that ended before it was confirmed ends where it begins, and holds no hour.
 */
const endOf = (
  { status, endTime }: AgreementRead,
  { old, startTime }: TermOfRead,
  { now, isFailed }: { now: Date; isFailed: boolean },
): Date | null => {
  if (!agreementIs.ended(status)) return endTime;
  const wasEmpty = old?.end_time?.getTime() === old?.start_time.getTime() && old !== undefined;
  if (isFailed || wasEmpty) return startTime;
  if (endTime !== null && endTime <= now) return endTime;
  return old?.end_time && old.end_time <= now ? old.end_time : now;
};

/** A term as the read of its agreement shows it, merged over the stored one. `isFailed`: it was never confirmed. */
export const termOf = (
  call: ActCall,
  entitlementId: string,
  connection: SellerAccount,
  read: AgreementRead,
  { product, offer, buyerId }: Purchase,
  { old, startTime, isFailed }: TermOfRead & { isFailed: boolean },
): Term => {
  const info = agreementInfo(connection.partner, read, product?.info, offer?.info);
  const known = read.statusOnly ? old : undefined;
  return {
    id: old?.id ?? call.newId(),
    entitlement_id: entitlementId,
    type: old?.type ?? 'Signup',
    partner: connection.partner,
    service: 'MARKETPLACE',
    product_id: product?.id ?? old?.product_id ?? null,
    offer_id: offer?.id ?? old?.offer_id ?? null,
    buyer_id: buyerId,
    external_entitlement_id: read.externalId,
    start_time: startTime,
    end_time: endOf(read, { old, startTime }, { now: call.now, isFailed }),
    commit_amount: known?.commit_amount ?? big(read.value).toFixed(),
    used_commit_amount: old?.used_commit_amount ?? '0',
    credit_amount: old?.credit_amount ?? '0',
    used_credit_amount: old?.used_credit_amount ?? '0',
    reported_amount: old?.reported_amount ?? '0',
    parent_term_id: null,
    agreed_start: null,
    divided_amount: old?.divided_amount ?? '0',
    info: old?.info ?? {},
    entitlement_info: known
      ? statusInfo(connection.partner, read, known.entitlement_info)
      : {
          ...(old?.entitlement_info.awsLicenseArn ? { awsLicenseArn: old.entitlement_info.awsLicenseArn } : {}),
          ...info,
        },
    creation_time: old?.creation_time ?? call.now,
    last_update_time: old?.last_update_time ?? call.now,
    version: old?.version ?? 1,
  };
};

const crmIds = ['salesforceOpportunityId', 'salesforceQuoteId', 'hubspotDealId'] as const;

/** The deal of the offer becomes the entitlement's, unless it has its own. */
const dealOf = (offer: Offer | undefined, meta: Entitlement['meta_info']): Entitlement['meta_info'] => ({
  ...Object.fromEntries(crmIds.flatMap((name) => (offer?.meta_info[name] ? [[name, offer.meta_info[name]]] : []))),
  ...meta,
});

export const newEntitlement = (
  call: ActCall,
  id: string,
  connection: SellerAccount,
  read: AgreementRead,
  { product, offer }: Purchase,
): Entitlement => ({
  id,
  partner: connection.partner,
  service: 'MARKETPLACE',
  partner_id: connection.accountId,
  external_id: read.externalId,
  external_buyer_id: read.buyerAccountId,
  external_product_id: product?.external_id ?? read.productEntityId,
  name: offer?.name ?? product?.name ?? read.externalId,
  type: product?.product_type ?? '',
  status: 'PENDING_START',
  status_before: null,
  product_id: product?.id ?? null,
  offer_id: offer?.id ?? null,
  buyer_id: null,
  entitlement_term_id: null,
  start_time: null,
  end_time: null,
  info: {},
  meta_info: {},
  renewal: null,
  end_soon_term_id: null,
  creation_time: call.now,
  last_update_time: call.now,
  version: 1,
});

/** The pending renewal belongs to the current agreement; only a read of that agreement says anything about it. */
const renewalAfter = (base: Entitlement, current: Term, read: AgreementRead): Entitlement['renewal'] => {
  if (read.externalId === current.external_entitlement_id && read.renewal !== undefined) return read.renewal;
  return base.external_id === current.external_entitlement_id ? base.renewal : null;
};

/**
 * What the entitlement says apart from its term. What the term before had of its own, such as a free trial, installments or a
 * license, ends with it.
 */
const infoOfEntitlement = (base: Entitlement, terms: readonly Term[], current: Term): Entitlement['info'] => {
  const before = terms.find(({ id }) => id === base.entitlement_term_id && id !== current.id);
  const ended = new Set(['awsLicenseArn', ...Object.keys(before?.entitlement_info ?? {})]);
  return Object.fromEntries(Object.entries(base.info).filter(([name]) => !ended.has(name)));
};

/** Derives the entitlement from its terms. */
export const entitlementOf = (
  base: Entitlement,
  terms: readonly Term[],
  statuses: Statuses,
  purchase: Purchase,
  { read, before, now }: { read: AgreementRead; before: AgreementStatus | null; now: Date },
): Entitlement => {
  const current = currentTerm(terms, now);
  if (!current) return base;
  return {
    ...base,
    ...statusesAfter(terms, statuses, base, { before, now }),
    external_id: current.external_entitlement_id,
    external_product_id:
      (current.product_id === purchase.product?.id && purchase.product?.external_id) || base.external_product_id,
    product_id: current.product_id,
    offer_id: current.offer_id,
    buyer_id: current.buyer_id,
    entitlement_term_id: current.id,
    start_time: terms[0]?.start_time ?? null,
    end_time: current.end_time,
    renewal: renewalAfter(base, current, read),
    info: { ...infoOfEntitlement(base, terms, current), ...current.entitlement_info },
    meta_info: dealOf(purchase.offer, base.meta_info),
  };
};

/** The event for each new status; a start has its own event. */
const statusEvents: Partial<Record<Entitlement['status'], EventName>> = {
  CANCELLED: 'entitlement.cancelled',
  SUSPENDED: 'entitlement.suspended',
  PENDING_CANCEL: 'entitlement.ending',
};

/** The events for the difference between two versions of an entitlement. */
export const eventsOf = (old: Entitlement | undefined, next: Entitlement, isRenewal: boolean): EventName[] => {
  if (!old) return ['entitlement.created'];
  const events: EventName[] = [];
  if (isRenewal) events.push('entitlement.renewed');
  const statusEvent = old.status === next.status ? undefined : statusEvents[next.status];
  if (statusEvent) events.push(statusEvent);
  if (entitlementIs.waiting(old.status) && entitlementIs.active(next.status)) events.push('entitlement.started');
  if (entitlementIs.suspended(old.status) && entitlementIs.active(next.status)) events.push('entitlement.reinstated');
  if (next.info.awsLicenseArn !== undefined && old.info.awsLicenseArn !== next.info.awsLicenseArn)
    events.push('entitlement.license_assigned');
  return events.length > 0 ? events : ['entitlement.updated'];
};
