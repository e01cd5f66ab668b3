import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { referenceIsMissing } from '../../../../test/reference-schemas.ts';
import { filledUp, unsetValues } from '../../../../test/unset-values.ts';
import { midnightAfterPacificDay } from '../../../kit/pacific-time.ts';
import type { Product } from '../../product/product.ts';
import type { Offer } from '../offer.ts';
import { OfferInfo } from '../schema.ts';
import { endOfUtcDay } from './last-instant.ts';
import { isSoldDirectly, offerPartnerOf, submissionOf } from './partners.ts';

// Clients of the reference write members that are not set as null or as zero values. No offer means another thing for it:
// it has the same faults, which is none, and the same terms go to the marketplace.

const now = new Date('2026-11-20T10:00:00Z');
const gcpPlan = 'projects/acme/locations/global/services/acme-api/standardOffers/pro';

const products: Readonly<Record<string, object>> = {
  AWS: { entity_id: 'prod-abcdefghijklm', info: { commits: [{ key: 'seats' }], dimensions: [{ key: 'gb' }] } },
  AZURE: { entity_id: 'product/1', info: {} },
  GCP: {
    entity_id: 'acme-api',
    info: {
      gcpProduct: {
        listingSpec: {
          purchaseSpec: { purchaseOptionSpecs: [{ name: gcpPlan, priceInfo: { priceModel: 'SUBSCRIPTION' } }] },
        },
      },
    },
  },
  'GCP usage': {
    entity_id: 'acme-api',
    info: {
      gcpProduct: {
        listingSpec: { purchaseSpec: { purchaseOptionSpecs: [{ name: gcpPlan, priceInfo: { priceModel: 'USAGE' } }] } },
      },
    },
  },
  STRIPE: { entity_id: 'p', info: {} },
};

const aws = { currency: 'USD', buyerAwsAccountIds: ['444455556666'], eulaType: 'SCMP' };
const seats = { key: 'seats', rate: 100, length: 12, timeUnit: 'MONTH' };
const azure = {
  azurePrivateOffer: {
    preparedBy: 'sales@acme.example',
    beneficiaries: [{ id: 'billing-1', description: 'Globex', beneficiaryRecipients: [{ id: 'group-1' }] }],
  },
  eulaType: 'SCMP',
};
const azurePlan = { ...azure, azureProductVariant: { id: 'plan/1/3' }, azureOriginalPlan: { plan: 'plan/1/2' } };
const gcp = {
  currency: 'USD',
  gcpPlans: [{ name: gcpPlan }],
  gcpCustomerInfo: {
    organization: 'Globex',
    contact: 'Hank',
    email: 'hank@globex.example',
    unverifiedBillingAccount: '012345-6789AB-CDEF01',
  },
  gcpProviderInfo: { salesContactName: 'Ann', salesContactEmail: 'ann@acme.example' },
  eulaType: 'SCMP',
};
const metric = { billableMetricId: 'metric_1', name: 'Calls' };

type Case = { info: object; type?: Offer['offer_type']; end?: string; product?: string };
const cases: Readonly<Record<string, Case>> = {
  'AWS: a contract': { info: { ...aws, commits: [seats] } },
  'AWS: usage': { info: { ...aws, dimensions: [{ key: 'gb', rate: 0.5 }], awsAgreementDuration: 'P1Y' } },
  'AWS: a resale with its own prices': {
    info: { ...aws, commits: [seats], awsResaleAuthorizationId: 'resaleauthz-abc123' },
    type: 'CPPO',
  },
  'AWS: a resale with a markup': {
    info: {
      currency: 'USD',
      buyerAwsAccountIds: ['444455556666'],
      awsAgreementDuration: 'P1Y',
      awsResaleAuthorizationId: 'resaleauthz-abc123',
      awsMarkupPercentage: 5,
    },
    type: 'CPPO',
  },
  'AWS: a resale authorization': {
    info: { ...aws, commits: [seats], awsChannelPartner: { accountId: '777788889999' } },
    type: 'CPPO_OUT',
  },
  'AZURE: a discount': {
    info: { ...azure, azureOriginalPlan: { plan: 'plan/1/2' }, discountPercentage: 15.5 },
    end: '2028-01-01T00:00:00Z',
  },
  'AZURE: own prices': {
    info: { ...azurePlan, commits: [{ key: 'plan/1/2', rate: 1200, length: 12, timeUnit: 'MONTH' }] },
    end: '2028-01-01T00:00:00Z',
  },
  'AZURE: own prices of users': {
    info: {
      ...azurePlan,
      commits: [{ key: 'plan/1/2', type: 'PER_USER', rate: 30, length: 1, timeUnit: 'MONTH' }],
      dimensions: [{ key: 'gb', rate: 0.1 }],
    },
    end: '2028-01-01T00:00:00Z',
  },
  'AZURE: own prices, paid monthly': {
    info: {
      ...azurePlan,
      billingIntervalInMonths: 1,
      commits: [{ key: 'plan/1/2', rate: 1200, length: 12, timeUnit: 'MONTH' }],
    },
    end: '2028-01-01T00:00:00Z',
  },
  'GCP: a fee, as commits': { info: { ...gcp, gcpDuration: 12, commits: [{ key: 'fee', rate: 1000.5 }] } },
  'GCP: a fee, as an amount': { info: { ...gcp, gcpDuration: 12, commitAmount: 1000 } },
  'GCP: a fee until a day': {
    info: { ...gcp, billingIntervalInMonths: 12, commitAmount: 1000 },
    end: '2027-12-31T00:00:00Z',
  },
  'GCP: a discount on usage': {
    info: { ...gcp, gcpDuration: 12, discountPercentage: 10, gcpUsagePlanPriceModel: 'USAGE_DISCOUNT_ONLY' },
    product: 'GCP usage',
  },
  'GCP: pay as you go': { info: { ...gcp, gcpDuration: 12, discountPercentage: 10 }, product: 'GCP usage' },
  'STRIPE: commits': { info: { currency: 'USD', commits: [{ key: 'base', rate: 100 }] } },
  'STRIPE: usage': {
    info: {
      currency: 'USD',
      billableDimensions: [
        { ...metric, category: 'tiered', priceModelTiered: { tiers: [{ firstUnit: 0, unitAmount: 1 }] } },
      ],
    },
  },
};

const offerOf = (partner: string, info: object, { type = 'PRIVATE', end }: Case): Offer =>
  ({
    name: 'Acme for Globex',
    partner,
    offer_type: type,
    product_id: 'p',
    buyer_id: 'b',
    expire_time: partner === 'GCP' ? midnightAfterPacificDay('2026-12-31') : endOfUtcDay(new Date('2026-12-31')),
    end_time: end === undefined ? null : new Date(end),
    meta_info: {},
    info: OfferInfo.request.parse(info),
  }) as Offer;

describe('an offer whose unset terms are written', { skip: referenceIsMissing }, () => {
  for (const [name, one] of Object.entries(cases)) {
    const partner = name.split(':')[0] as Offer['partner'];
    const product = { partner, status: 'PUBLIC', ...products[one.product ?? partner] } as unknown as Product;
    const row = offerPartnerOf(partner) ?? assert.fail(partner);
    const plain = offerOf(partner, one.info, one);

    test(name, () => {
      assert.deepEqual(row.check(plain, product, now), []);
      for (const [way, fill] of Object.entries(unsetValues)) {
        const filled = offerOf(partner, filledUp({ $ref: '#/OfferInfo' }, one.info, fill) as object, one);
        assert.deepEqual(row.check(filled, product, now), [], way);
        if (isSoldDirectly(partner)) continue;
        assert.deepEqual(submissionOf(filled, product, now), submissionOf(plain, product, now), way);
      }
    });
  }
});
