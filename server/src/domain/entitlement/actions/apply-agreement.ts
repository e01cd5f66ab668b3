import type { AgreementRead } from '../../../adapters/marketplace/port.ts';
import type { ActCall, Change } from '../../../contract/call.ts';
import type { EventName } from '../../../contract/events.ts';
import { isSameDocument } from '../../../contract/reference/same-document.ts';
import type { Partner } from '../../../contract/shapes.ts';
import { big } from '../../../kit/decimal.ts';
import { importBuyer } from '../../buyer/actions/import-buyer.ts';
import { acceptanceEvents, recordOfferAccepted } from '../../offer/actions/record-acceptance.ts';
import type { Offer } from '../../offer/offer.ts';
import type { Product } from '../../product/product.ts';
import { agreementInfo, statusInfo } from '../agreement-info.ts';
import { writeEntitlement } from '../change.ts';
import { arrangeTerms, courseOf, currentTerm, type Statuses, standingAfter } from '../course.ts';
import type { Entitlement, KnownAgreement, Term } from '../entitlement.ts';
import { findAgreements, findPurchasedProduct, lockEntitlement, lockPurchase, saveAgreement } from '../store.ts';
import { findTerms } from '../term/store.ts';
import { type TermOfRead, termOfRead } from '../term/term-of-read.ts';
import { setLicense } from './set-license.ts';

type Connection = { id: string; partner: Partner; accountId: string };

/** Uuids; `missingOffer`: the agreement's offer is not known here and wants to be imported, then the read applied again. */
export type AppliedAgreement = { entitlementId: string; changed: boolean; missingOffer: boolean };

/** What `applyAgreement` may tell, for whoever runs it. */
export const applyAgreementEmits = [
  'entitlement.created',
  'entitlement.updated',
  'entitlement.started',
  'entitlement.renewed',
  'entitlement.license_assigned',
  'entitlement.cancelled',
  'entitlement.suspended',
  'entitlement.reinstated',
  'entitlement.ending',
  'buyer.imported',
  'buyer.updated',
  ...acceptanceEvents,
] as const satisfies EventName[];

type Purchase = { product: Product | undefined; offer: Offer | undefined; buyerId: string };

/** A term as the read of its agreement shows it, over what is known of it. */
const termOf = (
  call: ActCall,
  entitlementId: string,
  connection: Connection,
  read: AgreementRead,
  { product, offer, buyerId }: Purchase,
  { old, startTime }: TermOfRead,
): Term => {
  const hasEnded = courseOf(read.status) === 'ENDED';
  const endsLater = read.endTime === null || read.endTime > call.now;
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
    // An agreement that was ended early keeps its agreed end at some partners; nothing is bought any more from now on.
    end_time:
      hasEnded && endsLater ? (old?.end_time && old.end_time <= call.now ? old.end_time : call.now) : read.endTime,
    commit_amount: known?.commit_amount ?? big(read.value).toFixed(),
    used_commit_amount: old?.used_commit_amount ?? '0',
    credit_amount: old?.credit_amount ?? '0',
    used_credit_amount: old?.used_credit_amount ?? '0',
    reported_amount: old?.reported_amount ?? '0',
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

/** An order that ended while it waited was never a purchase. */
const purchaseOf = ({ status }: AgreementRead, known: KnownAgreement | undefined) => {
  if (courseOf(status) !== 'ENDED') return 'MADE' as const;
  return known?.partner_status === 'PENDING' ? ('FAILED' as const) : ('ENDED' as const);
};

const crmIds = ['salesforceOpportunityId', 'salesforceQuoteId', 'hubspotDealId'] as const;

/** The deal that the offer belongs to is the entitlement's too, unless it has one of its own. */
const dealOf = (offer: Offer | undefined, meta: Entitlement['meta_info']): Entitlement['meta_info'] => ({
  ...Object.fromEntries(crmIds.flatMap((name) => (offer?.meta_info[name] ? [[name, offer.meta_info[name]]] : []))),
  ...meta,
});

const newEntitlement = (
  call: ActCall,
  id: string,
  connection: Connection,
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
  creation_time: call.now,
  last_update_time: call.now,
  version: 1,
});

/** The entitlement as its terms make it. */
const derive = (
  base: Entitlement,
  terms: readonly Term[],
  statuses: Statuses,
  purchase: Purchase,
  { before, now }: { before: string | null; now: Date },
): Entitlement => {
  const current = currentTerm(terms, now);
  if (!current) return base;
  const { awsLicenseArn: _ofAnotherTerm, ...info } = base.info;
  return {
    ...base,
    ...standingAfter(terms, statuses, base, { before, now }),
    external_id: current.external_entitlement_id,
    external_product_id:
      (current.product_id === purchase.product?.id && purchase.product?.external_id) || base.external_product_id,
    product_id: current.product_id,
    offer_id: current.offer_id,
    buyer_id: current.buyer_id,
    entitlement_term_id: current.id,
    start_time: terms[0]?.start_time ?? null,
    end_time: current.end_time,
    info: { ...info, ...current.entitlement_info },
    meta_info: dealOf(purchase.offer, base.meta_info),
  };
};

/** What a new status is told as; a start is told of its own. */
const statusEvents: Partial<Record<Entitlement['status'], EventName>> = {
  CANCELLED: 'entitlement.cancelled',
  SUSPENDED: 'entitlement.suspended',
  PENDING_CANCEL: 'entitlement.ending',
};

const eventsOf = (old: Entitlement | undefined, next: Entitlement, isRenewal: boolean): EventName[] => {
  if (!old) return ['entitlement.created'];
  const events: EventName[] = [];
  if (isRenewal) events.push('entitlement.renewed');
  const told = old.status === next.status ? undefined : statusEvents[next.status];
  if (told) events.push(told);
  if (old.status === 'PENDING_START' && next.status === 'ACTIVE') events.push('entitlement.started');
  if (old.status === 'SUSPENDED' && next.status === 'ACTIVE') events.push('entitlement.reinstated');
  if (next.info.awsLicenseArn !== undefined && old.info.awsLicenseArn !== next.info.awsLicenseArn)
    events.push('entitlement.license_assigned');
  return events.length > 0 ? events : ['entitlement.updated'];
};

/**
 * Takes over what the partner shows of an agreement. Agreements with the same first agreement are one entitlement, each with
 * its term; the entitlement shows the term that holds now. A read that is older than the last applied one brings at most
 * its licence. What is applied again changes nothing, and the order in which agreements come does not matter. The buyer is
 * imported and the offer moved to ACCEPTED. Emits `applyAgreementEmits`.
 */
export const applyAgreement = async (
  call: ActCall,
  connection: Connection,
  read: AgreementRead,
  { productId }: { productId?: string } = {},
): Promise<AppliedAgreement> => {
  const { partner } = connection;
  const chainId = read.initialAgreementId ?? read.externalId;
  await lockPurchase(call.db, partner, chainId);
  const known = await findAgreements(call.db, partner, read.externalId, chainId);
  const self = known.find((agreement) => agreement.external_id === read.externalId);
  const old =
    (self ?? known[0]) && (await lockEntitlement(call.db, (self ?? (known[0] as KnownAgreement)).entitlement_id));
  if (self && old && read.version < self.partner_version) {
    const { changed } =
      read.licenseArn === null
        ? { changed: false }
        : await setLicense(call, connection, { agreementId: read.externalId, licenseArn: read.licenseArn });
    return { entitlementId: old.id, changed, missingOffer: false };
  }

  // The audit row is the entitlement's, so what the purchase changes around it is told after it.
  const around: Change[] = [];
  const aside: ActCall = { ...call, changed: (change) => void around.push(change), setVersion: () => {} };
  const buyer = await importBuyer(aside, connection, { accountId: read.buyerAccountId, ...read.buyer });
  const acceptTime = read.acceptanceTime ?? read.startTime;
  const offer =
    read.offerExternalId === null
      ? undefined
      : await recordOfferAccepted(
          aside,
          { partner, externalId: read.offerExternalId },
          { acceptTime, buyerId: buyer.id, purchase: purchaseOf(read, self) },
        );
  const product = await findPurchasedProduct(call.db, {
    partner,
    entityId: read.productEntityId,
    ...(productId ? { id: productId } : {}),
  });
  const purchase: Purchase = { product, offer, buyerId: buyer.id };

  const entitlementId = old?.id ?? call.newId();
  const terms = old ? await findTerms(call.db, old.id) : [];
  const about = termOfRead(terms, read, offer?.id ?? null);
  const { old: oldTerm } = about;
  const term = termOf(call, entitlementId, connection, read, purchase, about);
  const statuses: Statuses = new Map([
    ...known.map((each) => [each.external_id, each.partner_status] as const),
    [read.externalId, read.status],
  ]);
  const arranged = arrangeTerms(
    [...terms.filter((each) => each.id !== term.id), term],
    statuses,
    oldTerm ? null : term.id,
  );
  const next = derive(
    old ?? newEntitlement(call, entitlementId, connection, read, purchase),
    arranged,
    statuses,
    purchase,
    { before: self?.partner_status ?? null, now: call.now },
  );
  const changedTerms = arranged.filter((each) => !isSameDocument(terms.find(({ id }) => id === each.id) ?? {}, each));
  const changed = !old || changedTerms.length > 0 || !isSameDocument(old, next);
  if (changed) {
    const write = { terms: changedTerms, oldTerms: terms, events: eventsOf(old, next, old !== undefined && !oldTerm) };
    await writeEntitlement(call, old, next, write);
  }
  for (const change of around) call.changed(change);
  if (!self || self.partner_version !== read.version || self.partner_status !== read.status) {
    await saveAgreement(call.db, {
      external_id: read.externalId,
      partner,
      entitlement_id: entitlementId,
      chain_id: chainId,
      partner_status: read.status,
      partner_version: read.version,
    });
  }
  return {
    entitlementId,
    changed: changed || around.length > 0,
    missingOffer: read.offerExternalId !== null && offer === undefined,
  };
};
