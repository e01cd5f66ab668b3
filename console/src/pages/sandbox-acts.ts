import { ask } from '../api/ask.ts';
import { landBuyer, landingUrl, listDoors } from '../api/landing.ts';
import type { Row } from '../api/list.ts';
import { problemHere } from '../api/problem.ts';
import { textAt, valueAt } from '../nouns/noun.ts';
import { sandboxActsTexts as texts } from '../texts/sandbox-acts.ts';

/** An action of a buyer, or of the marketplace on a buyer's behalf, in the sandbox. */
export type SandboxAct = {
  title: string;
  /** The consequence, if it is not obvious. */
  text?: string;
  path: string;
  body?: object;
  /** A number that the buyer chooses, by its name in the body. */
  asks?: { name: string; label: string; value: number };
  /** The follow-up, if the marketplace itself does not notify the seller. */
  follow?: (answer: Row) => Promise<unknown>;
};

/** The actions on a thing; for a contract also on its product, once that is known. */
type Making = (row: Row, product?: Row) => SandboxAct[];

/** The last part of its marketplace id: `private-offer/1` → `1`. */
const externalOf = (row: Row): string => encodeURIComponent(textAt(row, 'externalID').split('/').at(-1) ?? '');

const acts = (base: string, titles: Record<string, string>): SandboxAct[] =>
  Object.entries(titles).map(([act, title]) => ({ title, path: `${base}/${act}` }));

/** A plan with several terms is one plan to its buyers. */
const withoutTerm = (plan: string): string => plan.replace(/-P\d+[MY]$/, '');

const plansOf = (row: Row): string[] => {
  const { commits = [], dimensions = [] } = (row.info ?? {}) as {
    commits?: { key: string }[];
    dimensions?: { planId?: string }[];
  };
  const names = [...commits.map(({ key }) => key), ...dimensions.map(({ planId }) => planId ?? '')];
  return [...new Set(names.map(withoutTerm))].filter(Boolean);
};

/** Microsoft sends nothing when a private offer is accepted. */
const readOffer = (row: Row) => (): Promise<unknown> =>
  ask('SyncOffer', { path: { orgId: textAt(row, 'organizationID'), offerId: textAt(row, 'id') } });

/** Microsoft sends nothing about a new purchase either: the seller sees it when the buyer configures the account. */
const configureAccount =
  (row: Row) =>
  async (answer: Row): Promise<void> => {
    const account = textAt(row, 'partnerID');
    const [door] = await listDoors({ orgId: textAt(row, 'organizationID'), partner: 'AZURE', account });
    if (!door) throw problemHere('NotConnected', texts.notConnected);
    await landBuyer(landingUrl('AZURE', textAt(door, 'id')), { token: textAt(answer, 'token') });
  };

const changesOfPlan = (path: string, name: string, current: string, product: Row | undefined): SandboxAct[] =>
  (product ? plansOf(product) : [])
    .filter((plan) => plan !== withoutTerm(current))
    .map((plan) => ({ title: texts.changePlan(plan), path, body: { [name]: plan } }));

const hex = (length: number): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(length)), (byte) => (byte % 16).toString(16))
    .join('')
    .toUpperCase();

const offers: Record<string, Making> = {
  AWS: (row) => {
    const base = `/aws/offer/${externalOf(row)}`;
    const { buyerAwsAccountIds: accounts = [] } = (row.info ?? {}) as { buyerAwsAccountIds?: string[] };
    return [
      ...accounts.map((buyerAccountId) => ({
        title: accounts.length === 1 ? texts.accept : texts.acceptAs(buyerAccountId),
        path: `${base}/accept`,
        body: { buyerAccountId },
      })),
      { title: texts.decline, text: texts.whatDeclineDoes, path: `${base}/decline` },
    ];
  },
  AZURE: (row) => {
    const base = `/azure/private-offer/${externalOf(row)}`;
    return [
      {
        title: texts.accept,
        text: texts.purchaseIsNext,
        path: `${base}/accept`,
        follow: readOffer(row),
      },
      {
        title: texts.purchase,
        text: texts.whenToPurchase,
        path: `${base}/purchase`,
        follow: configureAccount(row),
      },
      { title: texts.decline, text: texts.whatDeclineDoes, path: `${base}/decline` },
    ];
  },
  GCP: (row) => {
    const base = `/gcp/offer/${externalOf(row)}`;
    return [
      { title: texts.accept, path: `${base}/accept` },
      { title: texts.decline, text: texts.whatDeclineDoes, path: `${base}/decline` },
    ];
  },
};

const contracts: Record<string, Making> = {
  AWS: (row) => acts(`/aws/agreement/${externalOf(row)}`, texts.awsAgreement),
  AZURE: (row, product) => {
    const base = `/azure/subscription/${externalOf(row)}`;
    const seats = valueAt(row, 'info.azureSubscriptions.0.quantity');
    return [
      ...acts(base, texts.azureSubscription),
      ...(typeof seats === 'number'
        ? [
            {
              title: texts.changeSeats,
              path: `${base}/change-quantity`,
              asks: { name: 'quantity', label: texts.seats, value: seats },
            },
          ]
        : []),
      ...changesOfPlan(`${base}/change-plan`, 'planId', textAt(row, 'info.azureSubscriptions.0.planId'), product),
    ];
  },
  GCP: (row, product) => {
    const base = `/gcp/order/${externalOf(row)}`;
    return [
      { title: texts.cancelAtEnd, path: `${base}/cancel`, body: { effective: 'TERM_END' } },
      { title: texts.cancelAtOnce, path: `${base}/cancel`, body: { effective: 'IMMEDIATE' } },
      ...acts(base, texts.gcpOrder),
      ...changesOfPlan(`${base}/change-plan`, 'plan', textAt(row, 'info.gcpEntitlements.0.plan'), product),
    ];
  },
};

/** A new buyer subscribes to a public plan. */
const products: Record<string, Making> = {
  AZURE: (row) =>
    plansOf(row).map((planId) => ({
      title: texts.subscribe(planId),
      text: texts.whatSubscribeDoes,
      follow: configureAccount(row),
      path: '/azure/subscription',
      body: {
        billingAccountId: `${crypto.randomUUID()}:${crypto.randomUUID()}_2019-05-31`,
        offerId: textAt(row, 'externalID'),
        planId,
      },
    })),
  GCP: (row) =>
    plansOf(row).map((plan) => ({
      title: texts.order(plan),
      path: '/gcp/order',
      body: { service: textAt(row, 'externalID'), plan, billingAccount: `${hex(6)}-${hex(6)}-${hex(6)}` },
    })),
};

const byNoun: Record<string, Record<string, Making>> = { offers, contracts, products };

/** The actions of a buyer on the thing on a page. The marketplace decides which are possible now. */
export const sandboxActsOn = (slug: string, row: Row, product?: Row): SandboxAct[] =>
  textAt(row, 'externalID') === '' ? [] : (byNoun[slug]?.[textAt(row, 'partner')]?.(row, product) ?? []);

/** Partners whose simulators support faults, by their names in addresses. */
export const faultyPartners = ['aws', 'azure', 'gcp', 'stripe', 'adyen', 'salesforce', 'hubspot'] as const;
