import { startGcpSimulator } from '../../../../../simulators/gcp/server.ts';
import { createSimulatedClock } from '../../../../../simulators/kit/clock.ts';
import type { Clock } from '../../../kit/clock.ts';
import { pacificMidnightLater } from '../../../kit/pacific-time.ts';
import { createOutgoing, type Outgoing } from '../../outgoing/outgoing.ts';
import { type Controls, startSimulated } from '../../simulated.test-support.ts';
import type { GcpOfferSubmission } from '../offer-submissions.ts';
import type { MarketplaceAccess } from '../port.ts';

type Body = Record<string, unknown>;

export type GcpProduct = {
  id: string;
  standardOffers: { id: string; name: string; plan: string; termMonths: number | null }[];
  skus: { id: string; flatFee: boolean }[];
};

export type GcpSeller = {
  providerId: string;
  clientEmail: string;
  privateKey: string;
  projectId: string;
  projectNumber: string;
  domain: string;
};

export type GcpOrder = { id: string; buyerAccountId: string; entitlement: Body };

/** A simulated Google Cloud with a seller and a product; slow processes take no time. */
export type GcpSimulator = Controls & {
  url: string;
  /** Opens the pages of the simulator. */
  token: string;
  /** What the adapter needs: the simulator's business time, and connections to it. */
  clock: Clock;
  outgoing: Outgoing;
  access: MarketplaceAccess;
  seller: GcpSeller;
  product: GcpProduct;
  /** Its whole state, including Google's own keys. */
  snapshot(): Record<string, unknown[]>;
  /** A separate billing account: an account has one order of a product. */
  newCustomer(): string;
  /** The name of a plan's standard offer. */
  planName(plan: string, termMonths?: number | null): string;
};

export const pushServiceAccount = 'pubsub-push@acme-public.iam.gserviceaccount.com';

export const accessOf = (url: string, seller: GcpSeller): MarketplaceAccess => ({
  connectionId: 'conn_test',
  partner: 'GCP',
  accountId: seller.providerId,
  endpoint: `${url}/gcp`,
  region: '',
  meteringRegion: '',
  credentials: { clientEmail: seller.clientEmail, privateKey: seller.privateKey },
});

/**
 * Offers can be accepted for at most three months of a fixed start, so that dates of tests do not depend on the day.
 */
const startsAt = '2026-11-20T18:00:00Z';

/** `wall`: the start of its business time, and its pace. */
export const startSimulator = async ({ wall }: { wall?: () => number } = {}): Promise<GcpSimulator> => {
  const shift = Date.parse(startsAt) - Date.now();
  const { simulator, controls } = await startSimulated('gcp', (at) => {
    const clock = createSimulatedClock({ dataDir: at.dataDir, wall: wall ?? (() => Date.now() + shift) });
    return startGcpSimulator({ ...at, seed: 'test', clock });
  });
  const { url, token } = simulator;
  const { control } = controls;
  await control('POST', '/settings', { activationDelayMs: 0, publishDelayMs: 0, cancellingDelayMs: 0 });
  const seller = await control<GcpSeller>('POST', '/account', { id: 'acme-public', name: 'Acme' });
  const product = await control<GcpProduct>('POST', '/product', {
    title: 'Acme API',
    plans: [
      {
        plan: 'pro',
        title: 'Pro',
        monthlyPrice: '100',
        termMonths: [1, 12],
        metrics: [{ name: 'requests', price: '0.01' }],
      },
      { plan: 'max', title: 'Max', monthlyPrice: '250', termMonths: [12] },
      {
        plan: 'payg',
        metrics: [
          { name: 'calls', price: '0.002' },
          { name: 'hours', type: 'DOUBLE', price: '1' },
        ],
      },
    ],
  });
  let customers = 0;
  return {
    ...controls,
    url,
    token,
    newCustomer: () => {
      customers += 1;
      return `0A0B0C-0D0E0F-${String(customers).padStart(6, '0')}`;
    },
    clock: { now: () => new Date(simulator.clock.now()), wallNow: () => new Date() },
    outgoing: createOutgoing({ allowedOrigins: [url], answerMs: 700 }),
    access: accessOf(url, seller),
    seller,
    product,
    snapshot: simulator.snapshot,
    planName: (plan, termMonths = null) =>
      product.standardOffers.find((offer) => offer.plan === plan && offer.termMonths === termMonths)?.name ?? '',
  };
};

/** A private offer that Google accepts, for a new customer. */
export const aSubmission = (simulator: GcpSimulator, change: Partial<GcpOfferSubmission> = {}): GcpOfferSubmission => ({
  partner: 'GCP',
  title: 'Acme for Globex',
  productEntityId: simulator.product.id,
  baseStandardOffer: simulator.planName('pro', 12),
  customer: {
    entityTitle: 'Globex',
    contactName: 'Hank',
    email: 'hank@globex.example',
    billingAccount: simulator.newCustomer(),
  },
  provider: { contactName: 'Ann', email: 'ann@acme.example' },
  customerNote: 'As agreed',
  internalNote: 'Q-1',
  acceptDeadline: pacificMidnightLater(simulator.clock.now(), 1).toISOString(),
  start: null,
  end: { kind: 'AFTER_MONTHS', months: 12 },
  maxRenewals: 0,
  price: {
    currency: 'USD',
    flatFee: '80.5',
    commitment: null,
    usageDiscountPercent: '10',
    skuDiscounts: [],
    schedule: { kind: 'INTERVAL', interval: 'MONTHLY_NOT_PRORATED' },
  },
  dealType: null,
  amends: null,
  features: [{ name: 'seats', value: '50' }],
  documents: [{ type: 'STANDARD' }],
  ...change,
});
