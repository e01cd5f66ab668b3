import { pricesShownByMicrosoft } from '../../adapters/marketplace/charging.ts';
import { addHours, nextMonthUtc } from '../../kit/hours.ts';
import { readPartnerDocument } from '../partner-documents/read-document.ts';
import { type MarketplaceFacts, no, yes } from './facts.ts';

export const azure = {
  capabilities: {
    productCreate: yes(),
    productPublish: yes(),
    productUpdate: yes(),
    productFulfillmentUrl: yes('As the landing page of the offer.'),
    productPrice: yes('Plans that are not named stay.'),
    productTargeting: no('Azure has private plans instead of a list of buyer accounts.'),
    offerCreate: yes('On products and plans that are live.'),
    offerCancel: yes('Until the buyer has accepted it.'),
    publicOfferCancel: no('Azure stops a public plan only with its listing; end it in Partner Center.'),
    offerExtendExpiry: yes('The offer is withdrawn and offered again, under another id.'),
    offerPrice: no('The price of a private offer in force does not change at Azure; make a new offer.'),
    offerSet: no('Only AWS has offer sets.'),
    entitlementApprove: yes(),
    entitlementCancel: yes('If allowedCustomerOperations of the subscription has Delete.'),
    cancellationRequest: no('Microsoft ends a subscription without asking its buyer, so there is no request.'),
    entitlementScheduleCancellation: yes(),
    entitlementSeats: yes(),
    entitlementPriceModel: no('The price of a purchase at Azure is set by its offer at Azure; create a new offer.'),
    entitlementAddon: no('Azure charges the buyer; addons are for purchases that the service bills itself.'),
    renewalAdjustUplift: no('Only AWS has renewals with an uplift.'),
    renewalOptOut: no('Only AWS has renewals that the seller opts out of.'),
    agreementPdf: yes('The service makes it from the agreement as the marketplace shows it.'),
    metering: yes('25 events at once, one for each hour; 24 hours.'),
    usageAllocation: no('Only AWS accepts usage with tags.'),
    usageComparison: yes('By day: Azure shows no hours.'),
    coSellSubmit: yes('A referral of type Shared also invites Microsoft, unless the customer does not consent.'),
    coSellSync: yes('What only Microsoft changed is read by its notifications, and once a day.'),
    coSellHandOff: no('Microsoft accepts referrals through its API; submit them.'),
    coSellInbound: yes(),
    invitePartner: yes('Of a referral of type Shared.'),
  },
  landingToken: { field: 'token', sender: 'Microsoft' },
  standardContracts: { SCMP: 'https://go.microsoft.com/fwlink/?linkid=2041178' },
  product: { member: 'azureProductResource', object: 'AzureMarketplaceProductResource' },
  buyer: { member: 'azureBuyer', object: 'AzureADIdentifier', ofAccount: () => ({}) },
  agreement: {
    documentsOf: ({ document }) => ({
      azureSubscriptions: [readPartnerDocument('AzureMarketplaceSubscription', document)],
    }),
    plan: { member: 'azureSubscriptions', field: 'planId' },
  },
  chargingOf: () => null,
  termPricesOf: ({ azurePrivateOffer }) => {
    const plans = pricesShownByMicrosoft(azurePrivateOffer);
    return {
      currency: 'USD',
      terms: plans.flatMap(({ terms }) => terms),
      discounts: plans.flatMap(({ discount }) => (discount === null ? [] : [discount])),
    };
  },
  usage: {
    // Azure accepts usage for 24 h, also across the end of a month: a month's last hour is accepted until the end of
    // the 1st.
    maxQuantity: '2147483647',
    plannedHours: 6,
    deadlineOf: (time) => addHours(time, 24),
    monthEndOf: nextMonthUtc,
    cutOffOf: (hour) => addHours(nextMonthUtc(hour), 24),
    late: 'NEXT_HOUR',
    // The subscription (`resourceId` of a usage event).
    resource: { from: 'AGREEMENT' },
    // The dataset ISVUsage of the analytics API.
    shown: { zone: 'UTC', replaces: 'DIMENSION' },
    byPlan: { termUnitPath: '{azureSubscriptions,0,term,termUnit}' },
    documentsOf: ({ request, response }) => ({ azureMeteringRequest: request, azureMeteringResponse: response }),
  },
} satisfies MarketplaceFacts;
