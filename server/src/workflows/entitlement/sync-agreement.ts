import type {
  AgreementRead,
  CancellationRead,
  Marketplace,
  MarketplaceAccess,
  OfferRead,
  ProductRead,
} from '../../adapters/marketplace/port.ts';
import type { ActCall } from '../../contract/call.ts';
import type { OrgDb } from '../../db/org-db.ts';
import {
  type AppliedAgreement,
  applyAgreement,
  applyAgreementEmits,
} from '../../domain/entitlement/actions/apply-agreement.ts';
import { awaitApproval } from '../../domain/entitlement/actions/await-approval.ts';
import {
  applyCancellations,
  applyCancellationsEmits,
} from '../../domain/entitlement/cancellation/actions/apply-cancellations.ts';
import { findCancelling } from '../../domain/entitlement/cancellation/actions/recheck-cancellation.ts';
import { agreementIs } from '../../domain/entitlement/states.ts';
import { flushEntitlementUsage } from '../../domain/metering/usage-record-report/actions/flush-entitlement-usage.ts';
import { importOffer } from '../../domain/offer/actions/import-offer.ts';
import { findKnown } from '../../domain/organization/connection/actions/find-known.ts';
import {
  type AccountRef,
  loadMarketplaceConnection,
} from '../../domain/organization/connection/actions/load-connection.ts';
import type { MarketplaceConnection } from '../../domain/organization/connection/connection.ts';
import { sellerAccountOf } from '../../domain/organization/connection/connection.ts';
import { importProduct } from '../../domain/product/actions/import-product.ts';
import { stepFailed, type WorkflowRun } from '../../engine/workflow.ts';
import { listingEvents } from '../marketplace/sync-listing.ts';
import { type PartnerSession, restoreAgreement, restoreOffer, stepName } from '../services.ts';
import { acceptOperation } from './accept-operation.ts';

/** The events that applying an agreement with its product and offer may emit. */
export const agreementEvents = [
  ...listingEvents,
  ...applyAgreementEmits,
  ...applyCancellationsEmits,
  'entitlement.waits',
] as const;
const emits = agreementEvents;

/** An agreement as read, with its product and offer if we do not know them yet. */
export type AgreementWithRest = {
  agreement: AgreementRead;
  product: ProductRead | null;
  offer: OfferRead | null;
  /** Unknown to us and not visible at the partner, such as a reseller's offer: there is nothing to wait for. */
  offerIsHidden: boolean;
  /** The offer by which the marketplace will renew it, if we do not know it yet. */
  renewalOffer?: OfferRead | null;
  /** All requests to cancel it; absent if they were not read. */
  cancellations?: CancellationRead[];
};

/** Reads an agreement, and its product and offer if they are unknown. Returns null if there is no such agreement. */
export const readWithRest = async (
  marketplace: Marketplace,
  access: MarketplaceAccess,
  db: OrgDb,
  hint: AgreementHint,
): Promise<AgreementWithRest | null> => {
  const agreement = await marketplace.readAgreement(access, hint.agreementId);
  if (!agreement) return null;
  const { productEntityId, offerExternalId } = agreement;
  const { partner } = access;
  const products = await findKnown(db, { partner, kind: 'product', externalIds: [productEntityId] });
  const isKnown =
    offerExternalId === null ||
    (await findKnown(db, { partner, kind: 'offer', externalIds: [offerExternalId] })).size > 0;
  const offer = isKnown ? null : await marketplace.readOffer(access, offerExternalId);
  // Few agreements have such requests: they are read if a message or our database names one.
  const isCancelling =
    hint.cancellation || (await findCancelling(db, partner, [hint.agreementId])).includes(hint.agreementId);
  const cancellations = isCancelling ? await marketplace.readCancellations?.(access, hint.agreementId) : undefined;
  const renewalId = agreement.renewal?.offerExternalId;
  const isUnknown =
    renewalId !== undefined && (await findKnown(db, { partner, kind: 'offer', externalIds: [renewalId] })).size === 0;
  const renewalOffer = isUnknown ? await marketplace.readOffer(access, renewalId) : null;
  return {
    ...(renewalOffer ? { renewalOffer } : {}),
    ...(cancellations ? { cancellations } : {}),
    agreement: { ...agreement, licenseArn: agreement.licenseArn ?? hint.licenseArn ?? null },
    product: products.has(productEntityId) ? null : await marketplace.readProduct(access, productEntityId),
    offer,
    offerIsHidden: !isKnown && offer === null,
  };
};

/** Applies what was read: the product and the offer first. */
export const applyWithRest = async (
  call: ActCall,
  connection: MarketplaceConnection,
  { agreement, product, offer, renewalOffer, cancellations }: AgreementWithRest,
): Promise<AppliedAgreement> => {
  const reference = sellerAccountOf(connection);
  if (product) await importProduct(call, reference, product);
  if (offer) await importOffer(call, reference, offer);
  if (renewalOffer) await importOffer(call, reference, renewalOffer, { isWithAgreement: true });
  // Before the agreement: an approved request comes before the end that it leads to.
  const about = { partner: reference.partner, agreementId: agreement.externalId };
  if (cancellations) await applyCancellations(call, about, cancellations, { all: true });
  const applied = await applyAgreement(call, reference, agreement);
  // Again for an agreement that was unknown until now; nothing is applied twice.
  if (cancellations) await applyCancellations(call, about, cancellations, { all: true });
  if (agreementIs.waiting(agreement.status))
    await awaitApproval(call, applied.entitlementId, connection.settings.autoApprove);
  return applied;
};

const roundsMax = 3;
/** We learn the id of our own offer a moment after AWS has released it; an agreement can be faster. */
const awaitOffer = { firstDelayMs: 100, factor: 1.6, maxDelayMs: 5000, giveUpAfterMs: 10 * 60_000 };

export type AgreementHint = {
  agreementId: string;
  /** Named by an event; used if the agreement as read names none. */
  licenseArn?: string | null;
  /** The license was removed. */
  licenseEnded?: boolean;
  /** An operation of the partner that waits for our answer. */
  operationId?: string;
  /** The message is about a request to cancel it. */
  cancellation?: boolean;
  /** The second read of the agreement in one run. */
  again?: true;
};

/**
 * Reads an agreement with what is unknown of it. An operation that waits for our answer, according to the message or
 * the read, is accepted first: what a buyer requests is granted unless it was refused in the marketplace.
 */
const readAnswered = async (
  session: PartnerSession,
  hint: AgreementHint,
  suffix: string,
): Promise<AgreementWithRest | null> => {
  const { agreementId } = hint;
  const read = (name: string) =>
    session.ask(stepName(`${name}${suffix}`, agreementId), (marketplace, access, step) =>
      readWithRest(marketplace, access, step.db, hint),
    );
  const found = await read('read');
  const operationId = found && (hint.operationId ?? found.agreement.waitingOperationId ?? null);
  if (operationId === null) return found;
  await acceptOperation(session, stepName(`answer${suffix}`, agreementId), { agreementId, operationId });
  return read('read answered');
};

/**
 * Reads an agreement in the marketplace and applies it, with its product and offer if they are unknown. Safe in any
 * order and any number of times: a read older than the last one applied changes nothing. Returns what was read, or null
 * if there is no such agreement.
 */
export const syncAgreement = async (
  run: WorkflowRun,
  session: PartnerSession,
  account: AccountRef,
  hint: AgreementHint,
): Promise<AgreementRead | null> => {
  const { agreementId } = hint;
  for (let round = 1; round <= roundsMax; round += 1) {
    const suffix = `${hint.again ? ' again' : ''}${round === 1 ? '' : ` ${round}`}`;
    const read = await readAnswered(session, hint, suffix);
    if (!read) return null;
    const agreement = restoreAgreement(read.agreement);
    const revived = {
      ...read,
      agreement,
      offer: read.offer && restoreOffer(read.offer),
      renewalOffer: read.renewalOffer ? restoreOffer(read.renewalOffer) : null,
    };
    const { missingOffer } = await run.change(stepName(`apply${suffix}`, agreementId), emits, async (call) => {
      const applied = await applyWithRest(call, await loadMarketplaceConnection(call.db, account), revived);
      if (agreementIs.over(agreement.status) || hint.licenseEnded) {
        const { licenseArn } = agreement;
        await flushEntitlementUsage(call, { entitlementId: applied.entitlementId, licenseArn });
      }
      return applied;
    });
    if (!missingOffer || read.offerIsHidden) return agreement;
    await session.waitFor(
      stepName(`await offer of${suffix}`, agreementId),
      awaitOffer,
      async (_marketplace, access, step) => {
        const externalIds = [agreement.offerExternalId ?? ''];
        const offers = await findKnown(step.db, { partner: access.partner, kind: 'offer', externalIds });
        return offers.size > 0 ? true : undefined;
      },
    );
  }
  throw stepFailed('MissingOffer', `The offer of agreement ${agreementId} could not be found.`);
};
