import type { Integration } from './accounts.ts';
import { runDeal, type Scene } from './scene.ts';
import {
  type Body,
  cancelOffer,
  change,
  deleteOffer,
  extendOffer,
  inDays,
  letExpire,
  offerStatus,
  type Product,
  refused,
  releaseOffer,
  waitForEntitlement,
} from './steps.ts';

type Wallet = { id: string; type: string; status: string; externalID?: string };
type Buyer = { id: string; externalID?: string; info: { paymentConfig?: { defaultWalletId?: string } } };

/** Provider-specific parts of the deals. */
export type Provider = {
  account: Integration;
  /** Stores a buyer's card at the provider; returns its id there. */
  addCard(customerId: string): Promise<string>;
  /** The card that the provider charges first; undefined if it has no such setting. */
  defaultThere: ((customerId: string) => Promise<string>) | undefined;
  /** Whether the provider still has the card of the customer. */
  hasCard(customerId: string, cardId: string): Promise<boolean>;
};

const yesNo = (is: boolean): string => (is ? 'yes' : 'no');

/** A buyer with a card and credit: adds, selects and ends them. Returns the buyer's id. */
const liveWallets = async (scene: Scene, { addCard, defaultThere, hasCard }: Provider): Promise<string> => {
  const { api, partner } = scene;
  let buyerId = '';
  await runDeal(scene, 'wallets', async (recorder) => {
    const paymentConfig = { currency: 'USD' };
    const buyer = await api.post<Buyer>('/buyer', { partner, name: `Initech pays by ${partner}`, paymentConfig });
    buyerId = buyer.id;
    const read = (): Promise<Buyer> => api.read<Buyer>(`/buyer/${buyerId}`);
    const list = (): Promise<Wallet[]> => api.read<Wallet[]>(`/buyer/${buyerId}/wallet`);
    const path = ({ id }: Wallet): string => `/buyer/${buyerId}/wallet/${id}`;
    await recorder.wait('customer', 'there', async () => ((await read()).externalID ? 'there' : 'none'));
    const customerId = (await read()).externalID ?? '';

    const cardId = await addCard(customerId);
    const find = async (): Promise<Wallet | undefined> =>
      (await list()).find(({ externalID }) => externalID === cardId);
    await recorder.wait('card by message', 'card ACTIVE', async () => {
      const card = await find();
      return card ? `${card.type} ${card.status}` : 'none';
    });
    const card = (await find()) as Wallet;
    await recorder.act('make default', '200', () => change(scene, 'PATCH', `${path(card)}/default`));
    await recorder.wait('default', 'the card', async () =>
      (await read()).info.paymentConfig?.defaultWalletId === card.id ? 'the card' : 'another',
    );
    if (defaultThere)
      await recorder.wait('default there', 'the card', async () =>
        (await defaultThere(customerId)) === cardId ? 'the card' : 'another',
      );

    const grant = (name: string, totalAmount: number): Promise<Wallet> =>
      api.post<Wallet>(`/buyer/${buyerId}/wallet`, { type: 'credit', name, currency: 'USD', totalAmount });
    let credit: Wallet | undefined;
    await recorder.act('credit', 'credit ACTIVE', async () => {
      credit = await grant('Welcome', 250.5);
      return `${credit.type} ${credit.status}`;
    });
    await recorder.act('close credit', 'CLOSED', () => change(scene, 'PATCH', `${path(credit as Wallet)}/close`));
    await recorder.act('delete credit', '200', async () => change(scene, 'DELETE', path(await grant('Mistaken', 1))));
    await recorder.act('delete card', '200', () => change(scene, 'DELETE', path(card)));
    await recorder.wait('card there', 'no', async () => yesNo(await hasCard(customerId, cardId)));
    await recorder.act('wallets left', 'credit CLOSED', async () =>
      (await list()).map(({ type, status }) => `${type} ${status}`).join(', '),
    );
    await recorder.act(
      'default left',
      'none',
      async () => (await read()).info.paymentConfig?.defaultWalletId ?? 'none',
    );
  });
  return buyerId;
};

/** Direct billing: we hold the offers, and the provider only collects the money. */
const liveOffers = async (scene: Scene, buyerID: string): Promise<void> => {
  const { api, partner } = scene;
  const { id: productID } = await api.post<Product>('/draftProduct', { partner, name: `Globex direct, ${partner}` });
  const expireTime = await inDays(scene, 2);
  const offer = (name: string): Body => ({
    name,
    productID,
    buyerID,
    expireTime,
    info: {
      currency: 'USD',
      commitAmount: 1200,
      commits: [{ key: 'platform', name: 'Platform', rate: 1200, quantity: 1, length: 12, timeUnit: 'MONTH' }],
    },
  });
  await runDeal(scene, 'used', async (recorder) => {
    const { id } = await releaseOffer(scene, recorder, offer('Used'), 'ACTIVE');
    await recorder.act('buy', 'ACTIVE', () => change(scene, 'POST', '/entitlement', { buyerId: buyerID, offerId: id }));
    await waitForEntitlement(scene, recorder, id, 'ACTIVE');
    await recorder.wait('used', 'USED', () => offerStatus(scene, id));
  });
  await runDeal(scene, 'cancelled', async (recorder) => {
    const { id } = await releaseOffer(scene, recorder, offer('Cancelled'), 'ACTIVE');
    await cancelOffer(scene, recorder, id);
    const purchase = { buyerId: buyerID, offerId: id };
    await recorder.act('buy it', '409', () => refused(scene, 'POST', '/entitlement', purchase));
  });
  await runDeal(scene, 'expired', async (recorder) => {
    const { id } = await releaseOffer(scene, recorder, offer('Expired'), 'ACTIVE');
    await letExpire(scene, recorder, id);
    await extendOffer(scene, recorder, id, { during: 'ACTIVE', after: 'ACTIVE' });
    await deleteOffer(scene, recorder, id);
  });
};

type Invoice = {
  id: string;
  type: string;
  status: string;
  paymentStatus: string;
  amount: number;
  creditAmount: number;
  chargedAmount: number;
};

const invoicesOf = async ({ api }: Scene, entitlementId: string): Promise<Invoice[]> =>
  (await api.read<{ data: Invoice[] }>(`/invoice?entitlementId=${entitlementId}&s=creation_time`)).data;

/** The purpose, amount and payment status of each invoice. */
const booksOf = async (scene: Scene, entitlementId: string): Promise<string> =>
  (await invoicesOf(scene, entitlementId))
    .map(({ type, amount, paymentStatus }) => `${type} ${amount} ${paymentStatus}`)
    .sort()
    .join(', ');

const dayMs = 86_400_000;
const pass = async ({ simulator }: Scene, days: number): Promise<void> =>
  simulator.advanceTo((await simulator.now()) + days * dayMs);

/**
 * The whole life of a purchase that we bill: a commit in advance, usage in arrears, credit that pays first, an early
 * end with a refund, and the last invoice. The money that moved at the provider must match the invoices.
 */
const liveBilling = async (scene: Scene, { addCard }: Provider): Promise<void> => {
  const { api, partner } = scene;
  await runDeal(scene, 'billed', async (recorder) => {
    const paymentConfig = { currency: 'USD' };
    const buyer = await api.post<Buyer>('/buyer', { partner, name: `Hooli pays by ${partner}`, paymentConfig });
    const read = (): Promise<Buyer> => api.read<Buyer>(`/buyer/${buyer.id}`);
    await recorder.wait('customer', 'there', async () => ((await read()).externalID ? 'there' : 'none'));
    const cardId = await addCard((await read()).externalID ?? '');
    const find = async (): Promise<Wallet | undefined> =>
      (await api.read<Wallet[]>(`/buyer/${buyer.id}/wallet`)).find(({ externalID }) => externalID === cardId);
    await recorder.wait('card by message', 'ACTIVE', async () => (await find())?.status ?? 'none');
    const card = (await find()) as Wallet;
    await recorder.act('make default', '200', () =>
      change(scene, 'PATCH', `/buyer/${buyer.id}/wallet/${card.id}/default`),
    );
    await api.post(`/buyer/${buyer.id}/wallet`, { name: 'Welcome', currency: 'USD', totalAmount: 40 });

    const metric = await api.post<{ id: string }>('/billableMetric', { name: 'API calls', aggregationType: 'SUM' });
    const { id: productID } = await api.post<Product>('/draftProduct', { partner, name: `Globex billed, ${partner}` });
    const tiers = [
      { firstUnit: 0, lastUnit: 100, unitAmount: 0.5 },
      { firstUnit: 100, unitAmount: 0.25 },
    ];
    const interval = { length: 30, timeUnit: 'DAY' };
    const dimension = {
      billableMetricId: metric.id,
      name: 'API calls',
      category: 'tiered',
      priceModelTiered: { tiers },
    };
    const { id: offerId } = await releaseOffer(
      scene,
      recorder,
      {
        name: 'Billed',
        productID,
        buyerID: buyer.id,
        expireTime: await inDays(scene, 2),
        info: {
          currency: 'USD',
          commits: [{ key: 'platform', name: 'Platform', rate: 300, quantity: 1, ...interval }],
          billableDimensions: [{ ...dimension, ...interval }],
        },
      },
      'ACTIVE',
    );
    let bought = '';
    const endDate = await inDays(scene, 360);
    await recorder.act('buy', 'ACTIVE', async () => {
      const body = { buyerId: buyer.id, offerId, endDate };
      const entitlement = await api.post<{ id: string; status: string }>('/entitlement', body);
      bought = entitlement.id;
      return entitlement.status;
    });
    await recorder.wait('first invoice', 'COMMIT 300 SUCCESS', () => booksOf(scene, bought));
    const use = async (quantity: number): Promise<string> => {
      const timestamp = new Date(await scene.simulator.now()).toISOString();
      const billableRecords = [{ key: metric.id, quantity, properties: {} }];
      const body = { organizationID: scene.organizationId, entitlementID: bought, timestamp, billableRecords };
      return change(scene, 'POST', `/entitlement/${bought}/usageRecordGroup`, body);
    };
    await pass(scene, 1);
    await recorder.act('usage', 'CREATED', () => use(120));
    await pass(scene, 9);
    await recorder.act('more usage', 'CREATED', () => use(40));
    await pass(scene, 21);
    // 100 at 0.50 and 60 at 0.25.
    const month = 'COMMIT 300 SUCCESS, COMMIT 300 SUCCESS, USAGE 65 SUCCESS';
    await recorder.wait('after a month', month, () => booksOf(scene, bought));
    await pass(scene, 14);
    await recorder.act('usage before the end', 'CREATED', () => use(10));
    await recorder.act('cancel', 'CANCELLED', () => change(scene, 'POST', `/entitlement/${bought}/cancel`));
    await pass(scene, 1);
    await recorder.wait('refund and last invoice', 'paid', async () => {
      const invoices = await invoicesOf(scene, bought);
      const types = invoices.map(({ type }) => type);
      const isWhole = types.includes('REFUND') && types.filter((type) => type === 'USAGE').length === 2;
      const open = invoices.filter(({ status, paymentStatus }) => status !== 'CANCELED' && paymentStatus !== 'SUCCESS');
      return isWhole && open.length === 0 ? 'paid' : (await booksOf(scene, bought)) || 'nothing';
    });
    await recorder.act('difference', '0', async () => {
      const invoices = (await invoicesOf(scene, bought)).filter(({ status }) => status === 'FINALIZED');
      const cents = invoices.map(({ amount, creditAmount, chargedAmount }) =>
        Math.round((amount - creditAmount - chargedAmount) * 100),
      );
      return String(cents.reduce((sum, cent) => sum + Math.abs(cent), 0));
    });
  });
};

/** All deals that are paid through a provider. */
export const runPaymentDeals = async (scene: Scene, provider: Provider): Promise<void> => {
  const buyerId = await liveWallets(scene, provider);
  if (buyerId === '') return;
  await liveBilling(scene, provider);
  await liveOffers(scene, buyerId);
};
