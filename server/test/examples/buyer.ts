import type { MethodRead } from '../../src/adapters/payment/port.ts';
import { applyCustomer } from '../../src/domain/buyer/actions/apply-customer.ts';
import { linkCustomer } from '../../src/domain/buyer/actions/link-customer.ts';
import { takeTickets } from '../../src/domain/buyer/actions/take-tickets.ts';
import { beginCharge } from '../../src/domain/buyer/wallet/actions/begin-charge.ts';
import { lockDirectPurchase } from '../../src/domain/entitlement/direct-purchase/actions/lock-direct-purchase.ts';
import { billableOf, draftInvoice } from '../../src/domain/invoice/actions/draft-invoice.ts';
import type { InvoiceRow } from '../../src/domain/invoice/store.ts';
import { decodeId, encodeId } from '../../src/kit/ids.ts';
import type { TestApp, TestOrganization } from '../app.ts';
import { connected } from './connection.ts';
import { actIn } from './deal.ts';
import { type Examples, idOf } from './example.ts';

let count = 0;

const account = { partner: 'STRIPE', service: 'PAYMENT', credentials: { apiKey: 'sk_test_first' } };

const withStripe = (organization: TestOrganization): Promise<string> => connected(organization, account);

const aBody = (): object => {
  count += 1;
  return {
    partner: 'STRIPE',
    name: `Initech ${count}`,
    description: 'Paper',
    tags: ['big'],
    companyInfo: { name: 'Initech', city: 'Austin', country: 'US' },
    paymentConfig: { currency: 'USD', allowedWalletTypes: ['card', 'credit'] },
  };
};

const aBuyer = async (organization: TestOrganization): Promise<string> => {
  await withStripe(organization);
  return idOf(await organization.editor.call('POST', '/buyer', { body: aBody() }));
};

const aCredit = async (organization: TestOrganization) => {
  const buyerId = await aBuyer(organization);
  const body = { totalAmount: 100, expireTime: '2027-06-30T00:00:00Z' };
  return { buyerId, walletId: idOf(await organization.editor.call('POST', `/buyer/${buyerId}/wallet`, { body })) };
};

/** A buyer with a card at the provider, as a read of its customer brings it. */
const aCard = async (app: TestApp, organization: TestOrganization) => {
  const buyerId = await aBuyer(organization);
  const externalId = `cus_${count}`;
  const method: MethodRead = {
    externalId: `pm_${count}`,
    type: 'card',
    name: 'Visa •••• 4242',
    isVerified: true,
    setupIntentId: null,
    document: { id: `pm_${count}`, object: 'payment_method' },
  };
  const nothing = { name: null, description: null, email: null, defaultMethodId: null, buyerId: null };
  const read = { ...nothing, externalId, isDeleted: false, methods: [method], document: { id: externalId } };
  await actIn(app, organization, async (call) => {
    await linkCustomer(call, { partner: 'STRIPE', externalId, buyerId });
    const [ticket] = await takeTickets(call, 'STRIPE', [externalId]);
    if (ticket) await applyCustomer(call, { ...ticket, read });
  });
  const { body } = await organization.editor.call('GET', `/buyer/${buyerId}/wallet`);
  return { buyerId, walletId: (body as { id: string }[])[0]?.id ?? '' };
};

/** An offer of direct billing that can be bought. */
const aDirectOffer = async (app: TestApp, organization: TestOrganization): Promise<string> => {
  const body = { name: 'Direct', partner: 'STRIPE', info: { currency: 'USD', commitAmount: 1200 } };
  const id = idOf(await organization.editor.call('POST', '/draftOffer', { body }));
  await actIn(app, organization, async (call) => {
    await call.db
      .updateTable('offer')
      .set({ status: 'ACTIVE' })
      .where('offer.id', '=', decodeId('offer', id) ?? '')
      .execute();
  });
  return id;
};

/** An active, directly billed entitlement; a new one each time. */
export const aDirectPurchase = async (app: TestApp, organization: TestOrganization): Promise<string> => {
  const buyerId = await aBuyer(organization);
  const offerId = await aDirectOffer(app, organization);
  const body = { buyerId, offerId, startDate: '2026-01-01', endDate: '2100-12-31T00:00:00Z' };
  return idOf(await organization.editor.call('POST', '/entitlement', { body }));
};

type Draft = { invoiceId: string };

/** An invoice of a purchase, drafted by the clock; with `change`, changed as the test needs it. */
const anInvoice = async (
  app: TestApp,
  organization: TestOrganization,
  change: Partial<Omit<InvoiceRow, 'version'>> = {},
  given?: string,
): Promise<Draft> => {
  const buyerId = given ?? (await aBuyer(organization));
  const offerId = await aDirectOffer(app, organization);
  const bought = idOf(await organization.editor.call('POST', '/entitlement', { body: { buyerId, offerId } }));
  const entitlementId = decodeId('ent', bought) ?? '';
  return actIn(app, organization, async (call) => {
    const found = await lockDirectPurchase(call, entitlementId);
    const billable = found && billableOf(found.entitlement);
    if (!billable) throw new Error('the purchase cannot be billed');
    const draft = await draftInvoice(call, billable, {
      type: 'COMMIT',
      reference: `example ${entitlementId}`,
      entitlement_term_id: found.entitlement.entitlement_term_id,
      period_start: null,
      period_end: null,
      lines: [{ kind: 'COMMIT', name: 'Base', quantity: '1', rate: '100', amount: '100' }],
      finalizeTime: new Date('2099-01-01T00:00:00Z'),
    });
    if (Object.keys(change).length > 0)
      await call.db.updateTable('invoice').set(change).where('invoice.id', '=', draft.id).execute();
    return { invoiceId: encodeId('invoice', draft.id) };
  });
};

/** A buyer that pays by card. */
const aPayer = async (app: TestApp, organization: TestOrganization) => {
  const { buyerId, walletId } = await aCard(app, organization);
  await organization.editor.call('PATCH', `/buyer/${buyerId}/wallet/${walletId}/default`);
  return { buyerId, walletId };
};

/** An invoice whose payment may have been made. */
const anUnknownPayment = async (app: TestApp, organization: TestOrganization): Promise<Draft> => {
  const { buyerId, walletId } = await aPayer(app, organization);
  const error = JSON.stringify({ code: 'OUTCOME_UNKNOWN', message: 'The provider did not answer.' });
  const unknown = { status: 'FINALIZED', payment_status: 'PROCESSING', attempts: 1, error } as const;
  const invoice = await anInvoice(app, organization, unknown, buyerId);
  const charge = { walletId: decodeId('wallet', walletId) ?? '', amount: '100', currency: 'USD' };
  const reference = `${invoice.invoiceId} 1`;
  await actIn(app, organization, (call) => beginCharge(call, { ...charge, reference, basis: reference }));
  return invoice;
};

export const invoiceExamples: Examples = {
  listInvoices: async (app, organization) => {
    await anInvoice(app, organization);
    return { query: 'type=COMMIT&paymentStatus=PENDING' };
  },
  getInvoice: async (app, organization) => ({ params: await anInvoice(app, organization) }),
  finalizeInvoice: async (app, organization) => ({ params: await anInvoice(app, organization) }),
  cancelInvoice: async (app, organization) => ({ params: await anInvoice(app, organization) }),
  retryInvoicePayment: async (app, organization) => ({
    params: await anInvoice(app, organization, { status: 'FINALIZED' }, (await aPayer(app, organization)).buyerId),
  }),
  settleInvoicePayment: async (app, organization) => ({
    params: await anUnknownPayment(app, organization),
    body: { outcome: 'MADE', externalId: 'pi_3Nz5' },
  }),
};

export const directPurchaseExamples: Examples = {
  cancelEntitlement: async (app, organization) => ({
    params: { entitlementId: await aDirectPurchase(app, organization) },
    body: { info: { awsReasonCode: 'OTHER', awsReasonDescription: 'The buyer asked for it by mail.' } },
  }),
  scheduleEntitlementCancellation: async (app, organization) => ({
    params: { entitlementId: await aDirectPurchase(app, organization) },
    body: { type: 'SpecificDate', cancelDate: '2030-06-30', note: 'Moves to another plan.' },
  }),
  unscheduleEntitlementCancellation: async (app, organization) => {
    const params = { entitlementId: await aDirectPurchase(app, organization) };
    const path = `/entitlement/${params.entitlementId}/scheduleCancellation`;
    await organization.editor.call('POST', path, { body: { type: 'EndOfTerm' } });
    return { params };
  },
  createEntitlement: async (app, organization) => ({
    body: {
      organizationId: organization.id,
      buyerId: await aBuyer(organization),
      offerId: await aDirectOffer(app, organization),
      startDate: '2026-01-01',
      endDate: '2030-12-31T00:00:00Z',
    },
  }),
};

export const buyerExamples: Examples = {
  createBuyer: async (_app, organization) => {
    await withStripe(organization);
    return { body: aBody() };
  },
  updateBuyer: async (_app, organization) => ({
    params: { buyerId: await aBuyer(organization) },
    body: { name: `Initech ${count} Ltd`, companyInfo: { name: 'Initech', city: 'Dallas' }, tags: null },
  }),
  listBuyerWallets: async (_app, organization) => ({ params: { buyerId: (await aCredit(organization)).buyerId } }),
  createCreditWallet: async (_app, organization) => ({
    params: { buyerId: await aBuyer(organization) },
    body: { name: 'Welcome', type: 'credit', currency: 'USD', totalAmount: 250.5, expireTime: '2027-06-30T00:00:00Z' },
  }),
  updateCreditWallet: async (_app, organization) => ({
    params: await aCredit(organization),
    body: { expireTime: '2028-06-30T00:00:00Z' },
  }),
  deleteBuyerWallet: async (app, organization) => ({ params: await aCard(app, organization) }),
  closeCreditWallet: async (_app, organization) => ({ params: await aCredit(organization) }),
  setBuyerDefaultWallet: async (app, organization) => ({ params: await aCard(app, organization) }),
};
