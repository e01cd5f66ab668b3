import { chargingShownByGoogle } from '../../adapters/marketplace/charging.ts';
import { addHours } from '../../kit/hours.ts';
import { nextPacificMonth } from '../../kit/pacific-time.ts';
import { type Document, readPartnerDocument } from '../partner-documents/read-document.ts';
import { type MarketplaceFacts, no, type UsageCall, yes } from './facts.ts';

const noListings = no('Google Cloud has no API that writes listings; products are imported.');

/** Google accepts many operations in one call; a row's operation has the row's ID. */
const operationOf = ({ id, request }: UsageCall): Document | undefined => {
  const operations = request?.operations;
  return Array.isArray(operations) ? operations.find((operation) => operation?.operationId === id) : undefined;
};

export const gcp = {
  capabilities: {
    productCreate: noListings,
    productPublish: noListings,
    productUpdate: noListings,
    productFulfillmentUrl: noListings,
    productPrice: noListings,
    productTargeting: no('Google Cloud has private offers instead of a list of buyer accounts.'),
    offerCreate: yes(),
    offerCancel: yes(),
    publicOfferCancel: no('Google Cloud has no API that stops a public plan; end it in the Producer Portal.'),
    offerExtendExpiry: yes(
      'At most three months ahead; later than that from its publication it is offered again, under another id.',
    ),
    offerPrice: no('The price of a private offer in force does not change at Google Cloud; make a new offer.'),
    offerSet: no('Only AWS has offer sets.'),
    entitlementApprove: yes(),
    entitlementCancel: no(
      'Google Cloud has no API that ends an order; ask its Partner Support Desk, and the buyer confirms it.',
    ),
    cancellationRequest: no('Google Cloud has no API that ends an order, so there is no request.'),
    entitlementScheduleCancellation: no('Google Cloud has no API that ends an order.'),
    entitlementSeats: no('Google Cloud offers have no seats that the seller sets.'),
    entitlementPriceModel: no(
      'The price of a purchase at Google Cloud is set by its offer at Google Cloud; create a new offer.',
    ),
    entitlementAddon: no('Google Cloud charges the buyer; addons are for purchases that the service bills itself.'),
    renewalAdjustUplift: no('Only AWS has renewals with an uplift.'),
    renewalOptOut: no('Only AWS has renewals that the seller opts out of.'),
    agreementPdf: yes('The service makes it from the agreement as the marketplace shows it.'),
    metering: yes(
      '25 operations of one product at once; within an hour, for a month until 01:00 in California on the 1st.',
    ),
    usageAllocation: no('Only AWS accepts usage with tags.'),
    usageComparison: no('Service Control shows no usage that was reported; the reports of revenue will be compared.'),
    coSellSubmit: yes('The file of the deal is ready; a person sends it to Google (GET …/handOff).'),
    coSellSync: no('States are kept by hand, and by importing what Google answered (POST …/partner/GCP/import).'),
    coSellHandOff: yes("A CSV line in the columns of Google's deal registration."),
    coSellInbound: no('Google Cloud offers no deals by file.'),
    invitePartner: no('Google Cloud has no co-sell API.'),
  },
  landingToken: { field: 'x-gcp-marketplace-token', sender: 'Google Cloud' },
  standardContracts: {},
  product: { member: 'gcpProduct', object: 'GcpMarketplaceProduct' },
  buyer: { member: 'gcpBuyer', object: 'GcpMarketplaceUserAccount', ofAccount: (id) => ({ id }) },
  agreement: {
    documentsOf: ({ document, plan }) => ({
      gcpEntitlements: [readPartnerDocument('GcpMarketplaceEntitlement', document)],
      ...(plan ? { gcpPlans: [readPartnerDocument('GcpMarketplaceProductPurchaseOptionSpec', plan)] } : {}),
    }),
    plan: { member: 'gcpEntitlements', field: 'plan' },
  },
  chargingOf: chargingShownByGoogle,
  termPricesOf: () => null,
  usage: {
    // Google requires usage within the hour after its own (planning keeps one of these hours free), and accepts a month's
    // usage until 01:00 on the 1st in California. We know of no other limit.
    maxQuantity: '2147483647',
    plannedHours: 3,
    deadlineOf: (time) => addHours(nextPacificMonth(time), 1),
    monthEndOf: nextPacificMonth,
    cutOffOf: (hour) => addHours(nextPacificMonth(hour), 1),
    late: 'BY_ITSELF',
    // The consumer of Service Control (`consumerId` of an operation).
    resource: { from: 'INFO', path: '{gcpEntitlements,0,usageReportingId}' },
    // Customer Insights, by SKU, of which our dimensions are the metrics.
    shown: { zone: 'America/Los_Angeles', replaces: 'DAY' },
    byPlan: null,
    documentsOf: (call) => ({ gcpMeteringRequest: operationOf(call), gcpMeteringResponse: call.response }),
  },
} satisfies MarketplaceFacts;
