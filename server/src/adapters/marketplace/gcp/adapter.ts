import { pacificMidnightLater } from '../../../kit/pacific-time.ts';
import { partnerError } from '../../partner-error.ts';
import { unlessUnreadable } from '../../read-each.ts';
import type { AgreementRead, Marketplace, MarketplaceAccess, OfferRead, ProductRead } from '../port.ts';
import type { PrivateOffer } from './answers.ts';
import { createGcpCalls } from './calls.ts';
import { createGoogle, type GoogleOptions } from './google.ts';
import { createGoogleTokens } from './keys.ts';
import { createResolveLanding } from './landing.ts';
import { createGcpMessages } from './messages.ts';
import { isRefusedAs } from './pages.ts';
import { prettifyGcpError } from './prettify.ts';
import { createReportUsage } from './report-usage.ts';
import { addressOf } from './settings.ts';
import { createStartChange } from './start-change.ts';
import { accountDocument } from './translate/account.ts';
import { privateOfferOf, readEntitlement, serviceOf } from './translate/agreement.ts';
import { type Listing, readListing, usesSkuGroups } from './translate/listing.ts';
import { idIn, idOf } from './translate/names.ts';
import { readPrivateOffer } from './translate/offer.ts';

const usageBatchSize = 25;
const readBatchSize = 10;
/** How far a published offer can be extended, counted from its publication. */
const extensionMonths = 3;

const time = (text: string): Date => new Date(text);
const timeOrNull = (text: string): Date | null => (Number.isNaN(Date.parse(text)) ? null : time(text));

const refused = (partnerCode: string, message: string): Error =>
  partnerError(message, {
    partner: 'GCP',
    outcome: 'REFUSED',
    partnerCode,
    httpStatus: undefined,
    requestId: undefined,
    retryable: false,
  });

const unreadable = (what: string): Error =>
  partnerError(`GCP answered ${what} with something unreadable`, {
    partner: 'GCP',
    outcome: 'UNKNOWN',
    partnerCode: 'UnreadableAnswer',
    httpStatus: 200,
    requestId: undefined,
    retryable: true,
  });

/** Google Cloud Marketplace behind the port. */
export const createGcpMarketplace = (options: GoogleOptions): Marketplace => {
  const { clock, monotonicNow = () => performance.now() } = options;
  const google = createGoogle(options);
  const tokens = createGoogleTokens(google, monotonicNow);
  const calls = createGcpCalls(google);

  const readRest = async (access: MarketplaceAccess, serviceId: string) => {
    const [standardOffers, skus, config] = await Promise.all([
      calls.listStandardOffers(access, serviceId),
      calls.listSkus(access, serviceId),
      calls.readServiceConfig(access, serviceId),
    ]);
    const skuGroups = standardOffers.some(usesSkuGroups) ? await calls.listSkuGroups(access) : [];
    return { standardOffers, skus, skuGroups, config };
  };

  const findListing = async (access: MarketplaceAccess, serviceId: string): Promise<Listing | null> => {
    const service = await calls.readService(access, serviceId);
    return service && { service, ...(await readRest(access, serviceId)) };
  };

  const readProduct = async (access: MarketplaceAccess, entityId: string): Promise<ProductRead | null> => {
    // Google's listings have no version: a later query counts as newer.
    const version = clock.wallNow().getTime();
    const listing = await findListing(access, entityId);
    return listing && readListing(listing, { now: clock.now(), version });
  };

  const offerRead = (access: MarketplaceAccess, offer: PrivateOffer): OfferRead =>
    readPrivateOffer(offer, addressOf(access, 'console'));

  const readOffer = async (access: MarketplaceAccess, externalId: string): Promise<OfferRead | null> => {
    const offer = await calls.readPrivateOffer(access, externalId);
    return offer && offerRead(access, offer);
  };

  /** The orders of an offer's customer: orders cannot be queried by the id of their offer alone. */
  const ordersOf = async (access: MarketplaceAccess, offerId: string) => {
    const offer = await calls.readPrivateOffer(access, offerId);
    const account = offer?.customer?.targetBillingAccount;
    if (!account) return [];
    const found = await calls.listEntitlementHeads(access, `customer_billing_account="${account}"`);
    return found.filter((entitlement) => privateOfferOf(entitlement) === offerId);
  };

  const readAgreement = async (access: MarketplaceAccess, externalId: string): Promise<AgreementRead | null> => {
    const entitlement = await calls.readEntitlement(access, externalId);
    if (!entitlement) return null;
    const accountId = idIn(entitlement.account, 'accounts');
    const offerId = privateOfferOf(entitlement);
    if (accountId === null) throw unreadable('entitlements.get');
    const [account, offer, listing] = await Promise.all([
      calls.readAccount(access, accountId),
      offerId === null ? null : calls.readPrivateOffer(access, offerId),
      findListing(access, serviceOf(entitlement)),
    ]);
    return readEntitlement(entitlement, { account, offer, listing, now: clock.now() });
  };

  return {
    code: 'GCP',
    usageBatchSize,
    readBatchSize,
    prettifyError: prettifyGcpError,
    messages: createGcpMessages(tokens),
    resolveLanding: createResolveLanding(calls, tokens, clock),
    reportUsage: createReportUsage(calls, clock),
    ...createStartChange(calls, clock.now),

    // Returned with the read of the offer: its address depends on the account.
    privateOfferUrl: () => null,

    extendsBy: async (access, { externalId, expireTime }) => {
      const offer = await calls.readPrivateOffer(access, externalId);
      if (offer?.state !== 'PUBLISHED' || offer.publishTime === undefined) return 'REOFFER';
      const latest = pacificMidnightLater(time(offer.publishTime), extensionMonths);
      return expireTime <= latest ? 'CHANGE' : 'REOFFER';
    },

    verify: async (access) => {
      await calls.listOneService(access);
    },

    listProducts: async (access, skip) => {
      const version = clock.wallNow().getTime();
      const products: ProductRead[] = [];
      for (const { name } of await calls.listServices(access)) {
        const listing = await unlessUnreadable(idOf(name), skip, () => findListing(access, idOf(name)));
        if (listing) products.push(readListing(listing, { now: clock.now(), version }));
      }
      return products;
    },

    readProduct,

    listOffers: async (access, { changedSince }) => {
      const filter = changedSince && `update_time >= "${changedSince.toISOString()}"`;
      const found = await calls.listPrivateOfferHeads(access, filter === undefined ? {} : { filter });
      return found.map(({ name, updateTime }) => ({
        externalId: idOf(name),
        changedTime: timeOrNull(updateTime) ?? clock.now(),
      }));
    },

    readOffer,

    readOffers: async (access, externalIds, skip) => {
      const found = await Promise.all(externalIds.map((id) => unlessUnreadable(id, skip, () => readOffer(access, id))));
      return found.filter((offer) => offer !== null);
    },

    listAgreements: async (access, { changedSince, offerExternalId }) => {
      const found =
        offerExternalId === undefined
          ? await calls.listEntitlementHeads(access)
          : await ordersOf(access, offerExternalId);
      return found
        .map(({ name, updateTime }) => ({ externalId: idOf(name), changedTime: timeOrNull(updateTime) }))
        .filter(({ changedTime }) => !changedSince || changedTime === null || changedTime >= changedSince);
    },

    readAgreement,

    readBuyer: async (access, externalId) => {
      const account = await calls.readAccount(access, externalId);
      return account && { name: null, email: null, document: accountDocument(account) };
    },

    approveAgreement: async (access, externalId) => {
      const entitlement = await calls.readEntitlement(access, externalId);
      if (!entitlement) throw refused('NOT_FOUND', `Google Cloud has no order ${externalId}.`);
      if (entitlement.state !== 'ENTITLEMENT_ACTIVATION_REQUESTED') return;
      const accountId = idOf(entitlement.account);
      const account = await calls.readAccount(access, accountId);
      const signUp = account?.approvals.find(({ name }) => name === 'signup')?.state;
      if (signUp === 'REJECTED')
        throw refused('FAILED_PRECONDITION', 'The sign-up of the customer was rejected in the Producer Portal.');
      // A state that no longer allows it was reached by an earlier try, or by a user of the Producer Portal.
      const unlessDone = async (approving: Promise<unknown>): Promise<void> => {
        await approving.catch((error: unknown) => {
          if (!isRefusedAs(error, 'FAILED_PRECONDITION')) throw error;
        });
      };
      if (signUp === 'PENDING') await unlessDone(calls.approveAccount(access, accountId));
      await unlessDone(calls.approveEntitlement(access, externalId));
    },

    answerOperation: async (access, { agreementId, operationId: pendingPlanName, accept }) => {
      const entitlement = await calls.readEntitlement(access, agreementId);
      const isOpen = entitlement?.state === 'ENTITLEMENT_PENDING_PLAN_CHANGE_APPROVAL';
      if (!isOpen || entitlement.newPendingPlan !== pendingPlanName) return true;
      const verb = accept ? 'approvePlanChange' : 'rejectPlanChange';
      const reason = 'The seller does not offer this plan.';
      try {
        const body = accept ? { pendingPlanName } : { pendingPlanName, reason };
        await calls.answerPlanChange(access, agreementId, verb, body);
      } catch (error) {
        if (!isRefusedAs(error, 'FAILED_PRECONDITION')) throw error;
      }
      return true;
    },
  };
};
