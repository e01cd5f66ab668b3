import type { Row } from '../api/list.ts';
import { textAt } from '../nouns/noun.ts';

/** What a buyer, or the marketplace for a buyer, does in the sandbox. */
export type SandboxAct = {
  title: string;
  /** What it leads to, where that is not plain. */
  text?: string;
  path: string;
  body?: object;
};

type Making = (row: Row) => SandboxAct[];

/** The last part of what a marketplace calls it: `private-offer/1` → `1`. */
const externalOf = (row: Row): string => encodeURIComponent(textAt(row, 'externalID').split('/').at(-1) ?? '');

const acts = (base: string, titles: Record<string, string>): SandboxAct[] =>
  Object.entries(titles).map(([act, title]) => ({ title, path: `${base}/${act}` }));

const declines = 'Marketplaces do not tell the seller: the offer stays open until it expires.';

const plansOf = (row: Row): string[] => {
  const { commits = [], dimensions = [] } = (row.info ?? {}) as {
    commits?: { key: string }[];
    dimensions?: { planId?: string }[];
  };
  const names = [...commits.map(({ key }) => key), ...dimensions.map(({ planId }) => planId ?? '')];
  // A plan with several terms is one plan to its buyers.
  return [...new Set(names.map((name) => name.replace(/-P\d+[MY]$/, '')))].filter(Boolean);
};

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
        title: accounts.length === 1 ? 'Accept the offer' : `Accept the offer as ${buyerAccountId}`,
        path: `${base}/accept`,
        body: { buyerAccountId },
      })),
      { title: 'Decline the offer', text: declines, path: `${base}/decline` },
    ];
  },
  AZURE: (row) => {
    const base = `/azure/private-offer/${externalOf(row)}`;
    return [
      { title: 'Accept the offer', text: 'The purchase follows.', path: `${base}/accept` },
      { title: 'Purchase what the offer is for', text: 'Possible once it is accepted.', path: `${base}/purchase` },
      { title: 'Decline the offer', text: declines, path: `${base}/decline` },
    ];
  },
  GCP: (row) => {
    const base = `/gcp/offer/${externalOf(row)}`;
    return [
      { title: 'Accept the offer', path: `${base}/accept` },
      { title: 'Decline the offer', text: declines, path: `${base}/decline` },
    ];
  },
};

const contracts: Record<string, Making> = {
  AWS: (row) =>
    acts(`/aws/agreement/${externalOf(row)}`, {
      cancel: 'Cancel the agreement',
      terminate: 'Let AWS terminate the agreement',
      'renewal-offer': 'Let AWS offer the renewal',
    }),
  AZURE: (row) =>
    acts(`/azure/subscription/${externalOf(row)}`, {
      unsubscribe: 'Cancel the subscription',
      suspend: 'Fail to pay: it is suspended',
      reinstate: 'Pay again: it is reinstated',
      'end-term': 'Reach the end of the term',
    }),
  GCP: (row) => {
    const base = `/gcp/order/${externalOf(row)}`;
    return [
      { title: 'Cancel at the end of the term', path: `${base}/cancel`, body: { effective: 'TERM_END' } },
      { title: 'Cancel at once', path: `${base}/cancel`, body: { effective: 'IMMEDIATE' } },
      ...acts(base, {
        suspend: 'Fail to pay: it is suspended',
        reinstate: 'Pay again: it is reinstated',
        renew: 'Renew the order',
        'end-term': 'Reach the end of the term',
      }),
    ];
  },
};

/** A new buyer subscribes to a public plan. */
const products: Record<string, Making> = {
  AZURE: (row) =>
    plansOf(row).map((planId) => ({
      title: `Subscribe to the plan ${planId}`,
      path: '/azure/subscription',
      body: {
        billingAccountId: `${crypto.randomUUID()}:${crypto.randomUUID()}_2019-05-31`,
        offerId: textAt(row, 'externalID'),
        planId,
      },
    })),
  GCP: (row) =>
    plansOf(row).map((plan) => ({
      title: `Order the plan ${plan}`,
      path: '/gcp/order',
      body: { service: textAt(row, 'externalID'), plan, billingAccount: `${hex(6)}-${hex(6)}-${hex(6)}` },
    })),
};

const byNoun: Record<string, Record<string, Making>> = { offers, contracts, products };

/** What can be done as the buyer with the thing on a page. Which of it is possible now, the marketplace decides. */
export const sandboxActsOn = (slug: string, row: Row): SandboxAct[] =>
  textAt(row, 'externalID') === '' ? [] : (byNoun[slug]?.[textAt(row, 'partner')]?.(row) ?? []);

/** Partners that are simulated with faults, by their names in addresses. */
export const faultyPartners = ['aws', 'azure', 'gcp', 'stripe', 'adyen', 'salesforce', 'hubspot'] as const;
