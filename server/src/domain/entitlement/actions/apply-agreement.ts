import type { AgreementRead } from '../../../adapters/marketplace/port.ts';
import type { ActCall } from '../../../contract/call.ts';
import type { EventName } from '../../../contract/events.ts';
import { recordsAround, watchChanges } from '../../../contract/record-changes.ts';
import { isSameDocument } from '../../../contract/reference/same-document.ts';
import { appliedVersion } from '../../../kit/applied-version.ts';
import { importBuyer } from '../../buyer/actions/import-buyer.ts';
import { acceptanceEvents, recordOfferAccepted } from '../../offer/actions/record-acceptance.ts';
import type { SellerAccount } from '../../organization/connection/connection.ts';
import { writeEntitlement } from '../change.ts';
import { partsAfter } from '../divided-commit/divided-commit.ts';
import type { KnownAgreement } from '../entitlement.ts';
import { entitlementOf, eventsOf, newEntitlement, type Purchase, termOf } from '../entitlement-of-read.ts';
import { agreementIs } from '../states.ts';
import { findAgreements, findPurchasedProduct, lockEntitlement, lockPurchase, saveAgreement } from '../store.ts';
import { findTerms } from '../term/store.ts';
import { termOfRead } from '../term/term-of-read.ts';
import { withTermPrice } from '../term-price.ts';
import { arrangeTerms, type Statuses } from '../term-sequence.ts';
import { awaitBegin } from './await-begin.ts';
import { setLicense } from './set-license.ts';

/** UUIDs. `missingOffer`: the agreement's offer is unknown; import it, then apply the read again. */
export type AppliedAgreement = { entitlementId: string; changed: boolean; missingOffer: boolean };

/** Events that `applyAgreement` may emit, for its callers. */
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

/** An order that ended while it was pending was never a purchase. */
const purchaseOf = ({ status }: AgreementRead, known: KnownAgreement | undefined) => {
  if (!agreementIs.ended(status)) return 'MADE' as const;
  return agreementIs.waiting(known?.partner_status) ? ('FAILED' as const) : ('ENDED' as const);
};

/**
 * Applies the partner's read of an agreement. Agreements with the same first agreement form one entitlement, each with
 * its own term; the entitlement shows the current term. A read older than the last applied one contributes at most its
 * licence. Idempotent, and independent of the order in which agreements arrive. Imports the buyer and moves the offer
 * to ACCEPTED. Emits `applyAgreementEmits`.
 */
export const applyAgreement = async (
  call: ActCall,
  connection: SellerAccount,
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
  if (self && old && read.version < appliedVersion(self.partner_version, call.now)) {
    const { changed } =
      read.licenseArn === null
        ? { changed: false }
        : await setLicense(call, connection, { agreementId: read.externalId, licenseArn: read.licenseArn });
    return { entitlementId: old.id, changed, missingOffer: false };
  }

  const around = watchChanges(recordsAround(call));
  const buyer = await importBuyer(around.call, connection, { accountId: read.buyerAccountId, ...read.buyer });
  const outcome = purchaseOf(read, self);
  const acceptTime = read.acceptanceTime ?? read.startTime;
  const offer =
    read.offerExternalId === null
      ? undefined
      : await recordOfferAccepted(
          around.call,
          { partner, externalId: read.offerExternalId },
          { acceptTime, buyerId: buyer.id, purchase: outcome },
        );
  const product = await findPurchasedProduct(call.db, {
    partner,
    entityId: read.productEntityId,
    ...(productId ? { id: productId } : {}),
  });
  const purchase: Purchase = { product, offer, buyerId: buyer.id };

  const entitlementId = old?.id ?? call.newId();
  const terms = old ? await findTerms(call.db, old.id) : [];
  const about = termOfRead(terms, read, { offerId: offer?.id ?? null, now: call.now });
  const { old: oldTerm } = about;
  const isFailed = outcome === 'FAILED';
  const priced = withTermPrice(partner, read, {
    product: product?.info,
    offer: offer?.info,
    storedValue: oldTerm?.commit_amount ?? null,
  });
  const term = termOf(call, entitlementId, connection, priced, purchase, { ...about, isFailed });
  const statuses: Statuses = new Map([
    ...known.map((each) => [each.external_id, each.partner_status] as const),
    [read.externalId, read.status],
  ]);
  const arranged = arrangeTerms(
    [...terms.filter((each) => each.id !== term.id), term],
    statuses,
    oldTerm ? null : term.id,
  );
  const next = entitlementOf(
    old ?? newEntitlement(call, entitlementId, connection, read, purchase),
    arranged,
    statuses,
    purchase,
    { read, before: self?.partner_status ?? null, now: call.now },
  );
  const changedTerms = [...arranged, ...partsAfter(arranged, terms)].filter(
    (each) => !isSameDocument(terms.find(({ id }) => id === each.id) ?? {}, each),
  );
  const changed = !old || changedTerms.length > 0 || !isSameDocument(old, next);
  if (changed) {
    const write = { terms: changedTerms, oldTerms: terms, events: eventsOf(old, next, old !== undefined && !oldTerm) };
    await writeEntitlement(call, old, next, write);
  }
  if (!agreementIs.ended(read.status)) await awaitBegin(call, entitlementId, arranged);
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
    changed: changed || around.hasChanged(),
    missingOffer: read.offerExternalId !== null && offer === undefined,
  };
};
