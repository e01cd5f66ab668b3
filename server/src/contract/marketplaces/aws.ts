import { addHours, nextMonthUtc } from '../../kit/hours.ts';
import { readPartnerDocument } from '../partner-documents/read-document.ts';
import { type MarketplaceFacts, no, yes } from './facts.ts';

const unproven = 'The change behind it is not documented by AWS; it is tried and read back.';

export const aws = {
  capabilities: {
    productCreate: yes(),
    productPublish: yes(),
    productUpdate: yes(),
    productFulfillmentUrl: yes(),
    productPrice: yes('Exactly one plan.'),
    productTargeting: yes('Products with limited visibility only.'),
    offerCreate: yes(),
    offerCancel: yes(),
    publicOfferCancel: no('AWS does not stop a repeatedly buyable offer; use entitlement/{id}/cancel for a purchase.'),
    offerExtendExpiry: yes(),
    offerPrice: yes('Usage rates of a released private offer may be added and changed.'),
    offerSet: yes('2 to 7 offers.'),
    entitlementApprove: no(
      'AWS Marketplace starts an agreement automatically when the buyer accepts; there is nothing to approve.',
    ),
    entitlementCancel: yes('As a request that the buyer answers; AWS approves it after 7 days.'),
    cancellationRequest: yes('Agreement Service; AWS approves a request after 7 days without an answer.'),
    entitlementScheduleCancellation: no(
      'An agreement at AWS ends with its term: opt out of its renewal (POST …/renewal/optOut), or ask its buyer to agree to a cancellation (POST …/cancel).',
    ),
    entitlementSeats: no('Quantities of an AWS agreement are changed by the buyer.'),
    entitlementPriceModel: no('The price of a purchase at AWS is set by its offer at AWS; create a new offer.'),
    entitlementAddon: no('AWS charges the buyer; addons are for purchases that the service bills itself.'),
    renewalAdjustUplift: yes(unproven),
    renewalOptOut: yes(unproven),
    agreementPdf: yes('The service makes it from the agreement as the marketplace shows it.'),
    metering: yes('25 records of one product at once; 24 hours.'),
    usageAllocation: yes(),
    usageComparison: no('AWS has no API that shows metered usage; its reports of revenue will be compared.'),
    coSellSubmit: yes(),
    coSellSync: yes(),
    coSellHandOff: no('AWS accepts opportunities through its API; submit them.'),
    coSellInbound: yes(),
    invitePartner: no('AWS shares opportunities with partners by connections, not by invitations.'),
  },
  landingToken: { field: 'x-amzn-marketplace-token', sender: 'AWS' },
  standardContracts: {
    SCMP: 'https://s3.amazonaws.com/aws-mp-standard-contracts/Standard-Contact-for-AWS-Marketplace-2022-07-14.pdf',
  },
  product: { member: 'awsSaasProduct', object: 'AwsProduct' },
  buyer: {
    member: 'awsBuyer',
    object: 'AwsAccountIdentifier',
    ofAccount: (awsAccountID) => ({ awsAccountID }),
  },
  agreement: {
    documentsOf: ({ document }) => ({ awsAgreement: readPartnerDocument('AwsMarketplaceAgreementV2', document) }),
    plan: null,
  },
  chargingOf: () => null,
  termPricesOf: () => null,
  usage: {
    // AWS accepts usage for 24 h, and usage of an earlier month until 06:00 UTC of the 1st; we plan for 6 h.
    maxQuantity: '2147483647',
    plannedHours: 6,
    deadlineOf: (time) => new Date(Math.min(addHours(time, 24).getTime(), addHours(nextMonthUtc(time), 6).getTime())),
    monthEndOf: nextMonthUtc,
    cutOffOf: (hour) => addHours(nextMonthUtc(hour), 6),
    late: 'NEXT_HOUR',
    resource: { from: 'LICENSE' },
    // The Daily Usage data feed.
    shown: { zone: 'UTC', replaces: 'DIMENSION' },
    byPlan: null,
    documentsOf: ({ request, response }) => ({ awsMeteringRequest: request, awsMeteringResponse: response }),
  },
} satisfies MarketplaceFacts;
