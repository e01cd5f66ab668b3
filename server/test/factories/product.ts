import { ProductIn } from '../../src/domain/product/schema.ts';

type Row = Record<string, unknown>;

/** A product that AWS would accept unchanged, as a client sends it. */
export const anAwsProduct = ({ info, ...change }: Row & { info?: Row } = {}): Row => ({
  name: 'Acme Insight',
  partner: 'AWS',
  fulfillmentUrl: 'https://acme.example/welcome',
  ...change,
  info: {
    awsSaasProduct: {
      Description: {
        ShortDescription: 'Insight into everything.',
        LongDescription: 'Insight into everything, at length.',
        Highlights: ['Fast'],
        Categories: ['Analytics'],
        SearchKeywords: ['insight'],
      },
      PromotionalResources: { LogoUrl: 'https://acme.example/logo.png' },
      SupportInformation: { Description: 'Write to support@acme.example.' },
    },
    currency: 'USD',
    eulaType: 'SCMP',
    refundCancellationPolicy: 'No refunds.',
    commits: [{ key: 'seats', name: 'Seats', description: 'Named users', rate: 1200, length: 12, timeUnit: 'MONTH' }],
    dimensions: [{ key: 'gb', name: 'Gigabytes', description: 'Stored', rate: 0.25 }],
    attributes: { signUpUrl: 'https://acme.example/sign-up' },
    ...info,
  },
});

/** One that AZURE would accept. */
export const anAzureProduct = ({ info, ...change }: Row & { info?: Row } = {}): Row => ({
  name: 'Acme Insight',
  partner: 'AZURE',
  fulfillmentUrl: 'https://acme.example/welcome',
  ...change,
  info: {
    azureProductResource: {
      property: { categories: { 'developer-tools-saas': ['devService'] } },
      listing: {
        searchResultSummary: 'Insight into everything.',
        description: 'Insight into everything, at length.',
        privacyPolicyLink: 'https://acme.example/privacy',
        supportContact: { name: 'Support', email: 'support@acme.example', phone: '1' },
        engineeringContact: { name: 'Ada', email: 'ada@acme.example', phone: '2' },
      },
    },
    currency: 'USD',
    commits: [{ key: 'gold', name: 'Gold', rate: 100, length: 1, timeUnit: 'MONTH', type: 'FLAT_RATE' }],
    dimensions: [
      {
        key: 'gb',
        name: 'Gigabytes',
        category: 'GB',
        rate: 0.5,
        planId: 'gold',
        planName: 'Gold',
        includedBaseQuantities: [{ recurringUnit: 'Monthly', quantity: 10 }],
      },
    ],
    ...info,
  },
});

export const productIn = (fields: Row): ProductIn => ProductIn.parse(fields);
