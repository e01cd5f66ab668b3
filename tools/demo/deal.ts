import { setTimeout as sleep } from 'node:timers/promises';
import type { ApiClient, Simulator } from './client.ts';
import type { Narrator } from './narrate.ts';

/** The target of usage reports: an active entitlement and the dimensions that its offer prices. */
export type Deal = {
  entitlementId: string;
  agreementId: string;
  startTime: string;
  dimensions: readonly [string, ...string[]];
};

type Dimension = { key: string; name?: string };
type Product = {
  id: string;
  name: string;
  status: string;
  externalID?: string;
  info?: { commits?: Dimension[]; dimensions?: Dimension[]; currency?: string };
};
type Offer = { id: string; status: string; externalID?: string; metaInfo?: { errorMessages?: string[] } };
type Entitlement = {
  id: string;
  status: string;
  externalID?: string;
  startTime?: string;
  endTime?: string;
  info?: { awsLicenseArn?: string };
};
type Agreement = { agreementId: string; offerId: string };
type Term = { id: string; startTime: string; endTime?: string; commitAmount?: number };
type Operation = { id: string; runId: string; type: string; status: string };
type HistoryEvent = { eventId: number; eventType: string; eventTime: string; attributes?: Record<string, unknown> };

const offerName = 'Twelve months with usage';
const buyerAccountId = '210987654321';
const waitLimitMs = 60_000;
const dayMs = 86_400_000;

/** Polls until the result is not undefined. */
export const waitFor = async <T>(what: string, ask: () => Promise<T | undefined>): Promise<T> => {
  const until = performance.now() + waitLimitMs;
  for (;;) {
    const found = await ask();
    if (found !== undefined) return found;
    if (performance.now() > until) throw new Error(`waited ${waitLimitMs / 1000} s in vain for ${what}`);
    await sleep(150);
  }
};

/** The product that the first reconciliation imports, with one contract dimension and two metered ones. */
export const findProduct = async (api: ApiClient, { say, table }: Narrator): Promise<Product> => {
  const product = await waitFor('an imported product with its dimensions', async () => {
    const products = await api.read<Product[]>('/product?partner=AWS');
    return products.find(({ info }) => info?.commits?.length === 1 && info.dimensions?.length === 2);
  });
  say(`imported from the marketplace: ${product.name} (${product.id}, ${product.externalID}), ${product.status}`);
  table([
    ['dimension', 'name', 'kind'],
    ...(product.info?.commits ?? []).map(({ key, name }) => [key, name ?? '', 'contract']),
    ...(product.info?.dimensions ?? []).map(({ key, name }) => [key, name ?? '', 'metered']),
  ]);
  return product;
};

/**
 * A private offer of twelve months: submitted, shown with its history, accepted by the buyer, visible as an
 * entitlement.
 */
export const makeDeal = async (
  api: ApiClient,
  simulator: Simulator,
  narrator: Narrator,
  product: Product,
): Promise<Deal> => {
  const { say } = narrator;
  const [commit] = product.info?.commits ?? [];
  const dimensions = (product.info?.dimensions ?? []).slice(0, 2).map(({ key }) => key);
  const [first, second] = dimensions;
  if (!commit || !first || !second) throw new Error('the product lacks dimensions');

  const submitted = await api.post<Offer>(
    '/offer',
    {
      name: offerName,
      partner: 'AWS',
      service: 'MARKETPLACE',
      offerType: 'PRIVATE',
      productID: product.id,
      expireTime: new Date((await simulator.now()) + 30 * dayMs).toISOString(),
      info: {
        currency: 'USD',
        eulaType: 'SCMP',
        buyerAwsAccountIds: [buyerAccountId],
        commits: [{ key: commit.key, name: commit.name, rate: 12_000, quantity: 1, length: 12, timeUnit: 'MONTH' }],
        dimensions: [
          { key: first, rate: 0.01 },
          { key: second, rate: 0.125 },
        ],
      },
    },
    'demo-offer',
  );
  say(`offer ${submitted.id}: ${submitted.status}; 12000 USD up front, 0.01 USD per ${first}, 0.125 USD per ${second}`);
  const offer = await waitForOffer(api, submitted.id, 'PENDING_ACCEPTANCE');
  say(`offer ${offer.id}: ${offer.status}, at the marketplace ${offer.externalID}`);
  await showOperations(api, narrator, offer.id);

  const agreement = await acceptOffer(simulator, offer.externalID ?? '', commit.key);
  say(`the buyer ${buyerAccountId} accepts: agreement ${agreement.agreementId}`);
  await waitForOffer(api, offer.id, 'ACCEPTED');
  say(`offer ${offer.id}: ACCEPTED`);
  const entitlement = await waitForEntitlement(api, offer.id);
  say(`entitlement ${entitlement.id}: ${entitlement.status}, license ${entitlement.info?.awsLicenseArn}`);
  const terms = await api.read<Term[]>(`/entitlement/${entitlement.id}/entitlementTerm`);
  narrator.table([
    ['term', 'start', 'end', 'commit'],
    ...terms.map((term) => [term.id, term.startTime, term.endTime ?? '', String(term.commitAmount ?? '')]),
  ]);
  await showOperations(api, narrator, entitlement.id);
  await checkMadeOnce(api, simulator, offer.id);
  const startTime = entitlement.startTime ?? terms[0]?.startTime;
  if (startTime === undefined) throw new Error('the entitlement has no start');
  return { entitlementId: entitlement.id, agreementId: agreement.agreementId, startTime, dimensions: [first, second] };
};

/**
 * The buyer accepts. Without a response the acceptance may have happened; the marketplace then refuses a second one.
 */
const acceptOffer = async (simulator: Simulator, offerId: string, commitKey: string): Promise<Agreement> => {
  const body = { buyerAccountId, duration: 'P12M', quantities: { [commitKey]: 1 }, autoRenew: false };
  try {
    return await simulator.post<Agreement>(`/control/aws/offer/${offerId}/accept`, body);
  } catch (error) {
    const { agreements } = await simulator.read<{ agreements: Agreement[] }>('/control/aws/agreement');
    const made = agreements.find((agreement) => agreement.offerId === offerId);
    if (!made) throw error;
    return made;
  }
};

/**
 * Checks that one submission created one offer in the marketplace and one entitlement in the service, despite the
 * kills.
 */
const checkMadeOnce = async (api: ApiClient, simulator: Simulator, offerId: string): Promise<void> => {
  const { offers } = await simulator.read<{ offers: { name: string }[] }>('/control/aws/offer');
  const made = offers.filter(({ name }) => name === offerName).length;
  if (made !== 1) throw new Error(`the offer was made ${made} times at the marketplace`);
  const entitlements = await api.read<Entitlement[]>(`/entitlement?offerId=${offerId}`);
  if (entitlements.length !== 1) throw new Error(`the offer has ${entitlements.length} entitlements`);
};

const waitForOffer = (api: ApiClient, offerId: string, status: string): Promise<Offer> =>
  waitFor(`offer ${offerId} in ${status}`, async () => {
    const offer = await api.read<Offer>(`/offer/${offerId}`);
    if (offer.status.endsWith('_FAILED')) {
      throw new Error(`offer ${offerId} is ${offer.status}: ${offer.metaInfo?.errorMessages?.join('; ')}`);
    }
    return offer.status === status ? offer : undefined;
  });

const waitForEntitlement = (api: ApiClient, offerId: string): Promise<Entitlement> =>
  waitFor('an active entitlement with its license', async () => {
    const found = await api.read<Entitlement[]>(`/entitlement?offerId=${offerId}`);
    return found.find(({ status, info }) => status === 'ACTIVE' && info?.awsLicenseArn);
  });

/** The operations of one entity, each with its events. */
const showOperations = async (api: ApiClient, { say, table }: Narrator, entityId: string): Promise<void> => {
  const { operations } = await api.post<{ operations?: Operation[] }>('/v2/operation/list', {
    filter: { operator: '=', field: 'entityId', value: entityId },
    limit: 10,
  });
  for (const operation of operations ?? []) {
    say(`operation ${operation.id}: ${operation.type}, ${operation.status}`);
    const { operationHistoryEvent } = await api.read<{ operationHistoryEvent?: HistoryEvent[] }>(
      `/v2/operation/${operation.id}/history`,
    );
    table([
      ['', 'time', 'event', 'detail'],
      ...(operationHistoryEvent ?? []).map(({ eventId, eventTime, eventType, attributes }) => [
        String(eventId),
        eventTime,
        eventType,
        JSON.stringify(attributes ?? {}).slice(0, 110),
      ]),
    ]);
  }
};
