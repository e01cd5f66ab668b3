import { noDocuments } from '../../adapters/documents/documents.test-support.ts';
import type { DocumentService } from '../../adapters/documents/port.ts';
import { createGcpMarketplace } from '../../adapters/marketplace/gcp/adapter.ts';
import {
  aSubmission,
  type GcpOrder,
  type GcpSimulator,
  pushServiceAccount,
  startSimulator,
} from '../../adapters/marketplace/gcp/simulator.test-support.ts';
import type { GcpOfferSubmission } from '../../adapters/marketplace/offer-submissions.ts';
import type { Marketplace } from '../../adapters/marketplace/port.ts';
import type { Outgoing } from '../../adapters/outgoing/outgoing.ts';
import { type Connected, connectAccount } from './connected.test-support.ts';
import { openHarness, type Row } from './harness.test-support.ts';

export type { Row };

/** The service's workflows over the simulated Google Cloud, with an organization whose account is connected. */
export type GcpDeal = Connected & {
  simulator: GcpSimulator;
  marketplace: Marketplace;
  /** The documents of a seller's custom EULA, by address. */
  files: Map<string, Uint8Array>;
  /** Submits an offer for a new customer; returns its UUID. */
  submit(change?: Row): Promise<string>;
  /** Submits one and waits until it can be accepted. */
  released(change?: Row): Promise<{ offerId: string; externalId: string }>;
  /** The customer accepts; returns the order. */
  accept(externalId: string, more?: Row): Promise<string>;
  /** Publishes an offer bypassing the service; returns its id. */
  publishElsewhere(title: string, change?: Partial<GcpOfferSubmission>): Promise<string>;
  /** A new customer buys at the public price. */
  buy(more?: Row): Promise<GcpOrder>;
  /** What happens to an order at Google: `suspend`, `cancel`, …. */
  order(id: string, act: string, body?: Row): Promise<void>;
  operation(name: string, offerId: string): Promise<Row>;
  hearEvents(on: boolean): Promise<void>;
  /** Google refuses the next calls whose address ends with this. */
  refuse(ending: string): void;
  /** Changes Google's answers from now on; receives the original answer. */
  answer(change: (body: string) => string): void;
  /** Runs once, just before a call whose address ends with this. */
  before(ending: string, happens: () => Promise<unknown>): void;
};

/** The day in California that many days ahead. */
export const dayAhead = (now: Date, days: number): string =>
  new Date(now.getTime() - 8 * 3_600_000 + days * 86_400_000).toISOString().slice(0, 10);

export const startGcpDeal = async ({ autoApprove = false } = {}): Promise<GcpDeal> => {
  const simulator = await startSimulator();
  const { clock, seller } = simulator;
  const files = new Map<string, Uint8Array>();
  const documents: DocumentService = {
    ...noDocuments,
    keepMerged: async (key, sources) => void files.set(key, Buffer.from(`%PDF-1.7 ${sources.map(({ url }) => url)}`)),
    keepWritten: async () => {},
    load: async (_orgId, url) => files.get(new URL(url).pathname.slice(1)) ?? Promise.reject(new Error('no file')),
    link: async (key) => `https://files.test/${key}`,
  };
  let refused: string | null = null;
  let changed = (body: string): string => body;
  let disturbed: { ending: string; happens: () => Promise<unknown> } | null = null;
  const outgoing: Outgoing = {
    ...simulator.outgoing,
    request: async (asked) => {
      const [path = ''] = asked.url.split('?');
      const found = disturbed;
      if (found && path.endsWith(found.ending)) {
        disturbed = null;
        await found.happens();
      }
      if (refused === null || !path.endsWith(refused)) {
        const answer = await simulator.outgoing.request(asked);
        return { ...answer, body: changed(answer.body) };
      }
      const error = { code: 400, status: 'INVALID_ARGUMENT', message: 'not like this' };
      return { status: 400, headers: { 'content-type': 'application/json' }, body: JSON.stringify({ error }) };
    },
  };
  const marketplace = createGcpMarketplace({ clock, outgoing });
  const harness = await openHarness({ marketplace, clock, documents });
  const connected = await connectAccount(harness, {
    partner: 'GCP',
    accountId: seller.providerId,
    endpoint: `${simulator.url}/gcp`,
    settings: { autoApprove },
    credentials: { clientEmail: seller.clientEmail, privateKey: seller.privateKey },
  });

  const deal: GcpDeal = {
    ...connected,
    simulator,
    marketplace,
    files,
    submit: (change = {}) =>
      connected.makeOffer(
        {
          name: 'Acme 2027',
          expireTime: `${dayAhead(clock.now(), 20)}T20:00:00Z`,
          info: {
            currency: 'USD',
            eulaType: 'SCMP',
            gcpPlans: [{ name: simulator.planName('pro', 12) }],
            gcpCustomerInfo: {
              organization: 'Globex',
              contact: 'Hank',
              email: 'hank@globex.example',
              unverifiedBillingAccount: simulator.newCustomer(),
            },
            gcpProviderInfo: { salesContactName: 'Ann', salesContactEmail: 'ann@acme.example' },
            gcpDuration: 12,
            commitAmount: 80.5,
          },
        },
        change,
      ),
    released: async (change) => connected.untilReleased(await deal.submit(change)),
    accept: async (externalId, more = {}) =>
      (await simulator.control<{ orderId: string }>('POST', `/offer/${externalId}/accept`, more)).orderId,
    publishElsewhere: async (title, change = {}) => {
      const offer = aSubmission(simulator, { ...change, title });
      const made: Record<string, string> = {};
      for (let stage = 0; stage < 3; stage += 1) {
        const step = { key: `${title} ${stage}`, stage, made };
        const { changeId } = await marketplace.startChange(simulator.access, { act: 'offer.create', offer }, step);
        const read = await marketplace.readChange(simulator.access, changeId);
        if (read.state === 'DONE') Object.assign(made, read.entityIds);
      }
      return made.offer ?? '';
    },
    buy: (more = {}) =>
      simulator.control('POST', '/order', {
        service: simulator.product.id,
        plan: 'pro',
        termMonths: 12,
        billingAccount: simulator.newCustomer(),
        ...more,
      }),
    order: async (id, name, body = {}) => void (await simulator.control('POST', `/order/${id}/${name}`, body)),
    operation: async (name, offerId) => {
      const [found, ...others] = await connected.operations(name, offerId);
      if (!found || others.length > 0) throw new Error(`${found ? others.length + 1 : 0} operations ${name}`);
      return found;
    },
    hearEvents: async (on) => {
      const path = `/account/${seller.providerId}/message-target`;
      const url = `${harness.hookUrl}${connected.hookPath}`;
      const target = { url, audience: `http://api.test${connected.hookPath}`, email: pushServiceAccount };
      await (on ? simulator.control('PUT', path, target) : simulator.control('DELETE', path));
    },
    refuse: (ending) => {
      refused = ending === '' ? null : ending;
    },
    answer: (change) => {
      changed = change;
    },
    before: (ending, happens) => {
      disturbed = { ending, happens };
    },
    close: async () => {
      await simulator.close();
      await harness.close();
    },
  };
  return deal;
};
