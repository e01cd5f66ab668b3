import { randomUUID } from 'node:crypto';
import type { CancellationRead } from '../../src/adapters/marketplace/port.ts';
import { applyAgreement } from '../../src/domain/entitlement/actions/apply-agreement.ts';
import { loadEntitlement } from '../../src/domain/entitlement/actions/load-entitlement.ts';
import { applyCancellations } from '../../src/domain/entitlement/cancellation/actions/apply-cancellations.ts';
import { importOffer } from '../../src/domain/offer/actions/import-offer.ts';
import { decodeId, encodeId } from '../../src/kit/ids.ts';
import type { TestApp, TestOrganization } from '../app.ts';
import { anAgreementRead, anOfferRead } from '../factories/commerce.ts';
import { actIn, aDeal } from './deal.ts';
import { type Examples, idOf } from './example.ts';

const aDraft = (productID: string, name = 'Draft'): object => ({
  name,
  partner: 'AWS',
  productID,
  expireTime: '2027-06-30T23:59:59Z',
  info: {
    currency: 'USD',
    eulaType: 'SCMP',
    buyerAwsAccountIds: ['444455556666'],
    commits: [{ key: 'seats', name: 'Seats', rate: 1200, length: 12, timeUnit: 'MONTH' }],
    dimensions: [
      { key: 'gb', name: 'Gigabytes', rate: 0.00125 },
      { key: 'calls', name: 'Calls', rate: 0.01 },
    ],
  },
});

/** An offer that waits for its buyer, made without a marketplace. */
const aPendingOffer = async (app: TestApp, organization: TestOrganization): Promise<string> => {
  const { productId } = await aDeal(app, organization);
  const id = idOf(await organization.editor.call('POST', '/draftOffer', { body: aDraft(productId) }));
  await actIn(app, organization, async (call) => {
    await call.db
      .updateTable('offer')
      .set({ status: 'PENDING_ACCEPTANCE' })
      .where('offer.name', '=', 'Draft')
      .where('offer.status', '=', 'DRAFT')
      .execute();
  });
  return id;
};

/** A purchase at Google Cloud that waits for the seller; a new one each time. */
const aWaitingOrder = async (app: TestApp, organization: TestOrganization): Promise<string> => {
  const { connectionId } = await aDeal(app, organization);
  const connection = { id: decodeId('conn', connectionId) ?? '', partner: 'GCP', accountId: 'acme-public' } as const;
  const order = anAgreementRead({
    externalId: `order-${randomUUID()}`,
    status: 'PENDING',
    offerExternalId: null,
    buyerAccountId: 'gcp-account',
    hasTerms: true,
  });
  const { entitlementId } = await actIn(app, organization, (call) => applyAgreement(call, connection, order));
  return encodeId('ent', entitlementId);
};

/** An entitlement whose buyer was asked at AWS to agree to a cancellation; each time another request. */
const aCancellationRequest = async (app: TestApp, organization: TestOrganization) => {
  const { entitlementId, entitlementUuid } = await aDeal(app, organization);
  await actIn(app, organization, async (call) => {
    const { external_id: agreementId } = await loadEntitlement(call, entitlementUuid);
    const about = { partner: 'AWS', agreementId: agreementId ?? '' } as const;
    const request: CancellationRead = {
      externalId: `acr-${randomUUID().replaceAll('-', '')}`,
      agreementId: about.agreementId,
      status: 'PENDING_APPROVAL',
      statusMessage: null,
      reasonCode: 'UNINTENDED_RENEWAL',
      reasonDescription: 'Renewed by mistake.',
      createdTime: call.now.toISOString(),
      version: call.now.getTime(),
    };
    await applyCancellations(call, about, [request], { all: false });
  });
  return { entitlementId };
};

/** An agreement at AWS that AWS will renew by an offer of its own, each time another one. */
const aRenewal = async (app: TestApp, organization: TestOrganization): Promise<{ entitlementId: string }> => {
  const { connectionId } = await aDeal(app, organization);
  const connection = { id: decodeId('conn', connectionId) ?? '', partner: 'AWS', accountId: '111122223333' } as const;
  const agreementId = `agmt-${randomUUID().replaceAll('-', '')}`;
  const offerId = `offer-${randomUUID().replaceAll('-', '').slice(0, 13)}`;
  const end = new Date(app.clock.now().getTime() + 100 * 24 * 3_600_000);
  const daysBefore = (days: number): string => new Date(end.getTime() - days * 24 * 3_600_000).toISOString();
  const read = anAgreementRead({
    externalId: agreementId,
    initialAgreementId: null,
    offerExternalId: null,
    endTime: end,
    renewal: {
      offerExternalId: offerId,
      uplift: '5',
      minUplift: '2',
      maxUplift: '10',
      isFixed: false,
      deadline: daysBefore(60),
      lockout: daysBefore(30),
      isOptedOut: false,
    },
  });
  const { entitlementId } = await actIn(app, organization, async (call) => {
    const offer = anOfferRead({ externalId: offerId, name: 'Renewal of Acme 2026', renews: agreementId });
    await importOffer(call, connection, offer, { isWithAgreement: true });
    return applyAgreement(call, connection, read);
  });
  return { entitlementId: encodeId('ent', entitlementId) };
};

/** A subscription to a plan of Microsoft that is priced by user, each time another one. */
const aSubscription = async (app: TestApp, organization: TestOrganization): Promise<string> => {
  const { connectionId } = await aDeal(app, organization);
  const connection = { id: decodeId('conn', connectionId) ?? '', partner: 'AZURE', accountId: 'acme' } as const;
  const externalId = randomUUID();
  const read = anAgreementRead({
    externalId,
    status: 'ACTIVE',
    offerExternalId: null,
    initialAgreementId: null,
    buyerAccountId: 'puid-1',
    hasTerms: true,
    planId: 'silver',
    quantity: 5,
    document: {
      id: externalId,
      planId: 'silver',
      quantity: 5,
      saasSubscriptionStatus: 'Subscribed',
      allowedCustomerOperations: ['Read', 'Update', 'Delete'],
    },
  });
  const { entitlementId } = await actIn(app, organization, (call) => applyAgreement(call, connection, read));
  return encodeId('ent', entitlementId);
};

export const commerceExamples: Examples = {
  getEntitlementRenewalDraftOffer: async (app, organization) => ({ params: await aRenewal(app, organization) }),
  adjustEntitlementRenewalUplift: async (app, organization) => ({
    params: await aRenewal(app, organization),
    body: { upliftPercentage: 7.25 },
  }),
  optOutEntitlementRenewal: async (app, organization) => ({ params: await aRenewal(app, organization) }),
  updateEntitlementSeat: async (app, organization) => ({
    params: { entitlementId: await aSubscription(app, organization) },
    query: 'newSeat=7',
  }),
  listEntitlementCancellationRequests: async (app, organization) => ({
    params: await aCancellationRequest(app, organization),
    query: 'q=(= status "PENDING_APPROVAL")&page_size=5',
  }),
  withdrawEntitlementCancellationRequest: async (app, organization) => ({
    params: await aCancellationRequest(app, organization),
    body: { cancellationReason: 'The buyer wants to keep it.' },
  }),
  listBuyers: async (app, organization) => {
    await aDeal(app, organization);
    return { query: 'partner=AWS' };
  },
  queryBuyers: async () => ({ query: 'q=(= partner "AWS")' }),
  getBuyer: async (app, organization) => ({ params: { buyerId: (await aDeal(app, organization)).buyerId } }),
  createOrUpdateDraftOffer: async (app, organization) => ({
    body: aDraft((await aDeal(app, organization)).productId, 'New draft'),
  }),
  createOffer: async (app, organization) => ({ body: aDraft((await aDeal(app, organization)).productId, 'New offer') }),
  listOffers: async (app, organization) => {
    const { productId } = await aDeal(app, organization);
    return { query: `productId=${productId}&limit=5` };
  },
  queryOffers: async () => ({ query: 'q=(= status "ACCEPTED")&s=-expire_time' }),
  getOffer: async (app, organization) => ({ params: { offerId: (await aDeal(app, organization)).offerId } }),
  getOfferByExternalId: async (app, organization) => {
    await aDeal(app, organization);
    return { params: { offerExternalId: 'offer-outside00001' } };
  },
  cancelOffer: async (app, organization) => ({ params: { offerId: await aPendingOffer(app, organization) } }),
  listEntitlements: async (app, organization) => {
    await aDeal(app, organization);
    return { query: 'partner=AWS&awsAccountId=444455556666' };
  },
  queryEntitlements: async () => ({ query: 'q=(= status "ACTIVE")' }),
  getEntitlement: async (app, organization) => ({
    params: { entitlementId: (await aDeal(app, organization)).entitlementId },
  }),
  approveEntitlement: async (app, organization) => ({
    params: { entitlementId: await aWaitingOrder(app, organization) },
  }),
  listEntitlementTerms: async (app, organization) => ({
    params: { entitlementId: (await aDeal(app, organization)).entitlementId },
  }),
  getEntitlementTerm: async (app, organization) => {
    const { entitlementId, termId } = await aDeal(app, organization);
    return { params: { entitlementId, entitlementTermId: termId } };
  },
};

export const operationExamples: Examples = {
  listOperationsV2: async () => ({ body: { filter: { operator: '=', field: 'partner', value: 'AWS' }, limit: 10 } }),
  getOperationV2: async (app, organization) => ({
    params: { operationId: await anOperation(app, organization) },
    query: 'hasChildren=true',
  }),
  listOperationHistoryV2: async (app, organization) => ({
    params: { operationId: await anOperation(app, organization) },
  }),
};

const anOperation = async (app: TestApp, organization: TestOrganization): Promise<string> => {
  await organization.editor.call('POST', `/offer/${await aPendingOffer(app, organization)}/cancel`);
  const { rows } = await app.database.pool.query(
    'select id from operation where org_id = $1 order by start_time desc limit 1',
    [organization.uuid],
  );
  return encodeId('operation', rows[0].id);
};
