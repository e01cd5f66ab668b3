import type { MarketplaceCode } from '../adapters/marketplace/port.ts';
import { Refusal } from '../kit/errors.ts';

/** Whether a marketplace can do something, and the reason or the way around it where it cannot. */
export type Capability = { can: true; note?: string } | { can: false; note: string };

const yes = (note?: string): Capability => (note === undefined ? { can: true } : { can: true, note });
const no = (note: string): Capability => ({ can: false, note });
const unproven = 'The change behind it is not documented by AWS; it is tried and read back.';
const gcpListings = 'Google Cloud has no API that writes listings; products are imported.';

/**
 * What each marketplace can do. Refusals of the API (409) and the buttons of the console read this
 * table; nothing else compares the code of a marketplace to decide what is possible.
 */
export const capabilities = {
  productCreate: { AWS: yes(), AZURE: yes(), GCP: no(gcpListings) },
  productPublish: { AWS: yes(), AZURE: yes(), GCP: no(gcpListings) },
  productUpdate: { AWS: yes(), AZURE: yes(), GCP: no(gcpListings) },
  productFulfillmentUrl: { AWS: yes(), AZURE: yes('As the landing page of the offer.'), GCP: no(gcpListings) },
  productPrice: { AWS: yes('Exactly one plan.'), AZURE: yes('Plans that are not named stay.'), GCP: no(gcpListings) },
  productTargeting: {
    AWS: yes('Products with limited visibility only.'),
    AZURE: no('Azure has private plans instead of a list of buyer accounts.'),
    GCP: no('Google Cloud has private offers instead of a list of buyer accounts.'),
  },
  offerCreate: { AWS: yes(), AZURE: yes('On products and plans that are live.'), GCP: yes() },
  offerCancel: { AWS: yes(), AZURE: yes('Until the buyer has accepted it.'), GCP: yes() },
  publicOfferCancel: {
    AWS: no('AWS does not stop a repeatedly buyable offer; use entitlement/{id}/cancel for a purchase.'),
    AZURE: no('Azure stops a public plan only with its listing; end it in Partner Center.'),
    GCP: no('Google Cloud has no API that stops a public plan; end it in the Producer Portal.'),
  },
  offerExtendExpiry: {
    AWS: yes(),
    AZURE: yes('The offer is withdrawn and offered again, under another id.'),
    GCP: yes('At most three months ahead; later than that from its publication it is offered again, under another id.'),
  },
  offerPrice: {
    AWS: yes('Usage rates of a released private offer may be added and changed.'),
    AZURE: no('The price of a private offer in force does not change at Azure; make a new offer.'),
    GCP: no('The price of a private offer in force does not change at Google Cloud; make a new offer.'),
  },
  offerSet: { AWS: yes('2 to 7 offers.'), AZURE: no('Only AWS has offer sets.'), GCP: no('Only AWS has offer sets.') },
  entitlementApprove: {
    AWS: no('AWS Marketplace starts an agreement by itself when the buyer accepts; there is nothing to approve.'),
    AZURE: yes(),
    GCP: yes(),
  },
  entitlementCancel: {
    AWS: yes('As a request that the buyer answers; AWS approves it after 7 days.'),
    AZURE: yes(),
    GCP: no('Google Cloud has no API that ends an order; end it in the Producer Portal by its order id.'),
  },
  entitlementScheduleCancellation: {
    AWS: no('The end of an agreement at AWS is the end of its term: opt out of the renewal.'),
    AZURE: yes(),
    GCP: no('Google Cloud has no API that ends an order.'),
  },
  entitlementSeats: {
    AWS: no('Quantities of an AWS agreement are changed by the buyer.'),
    AZURE: yes(),
    GCP: no('Google Cloud offers have no seats that the seller sets.'),
  },
  renewalAdjustUplift: {
    AWS: yes(unproven),
    AZURE: no('Only AWS has renewals with an uplift.'),
    GCP: no('Only AWS has renewals with an uplift.'),
  },
  renewalOptOut: {
    AWS: yes(unproven),
    AZURE: no('Only AWS has renewals that the seller opts out of.'),
    GCP: no('Only AWS has renewals that the seller opts out of.'),
  },
  agreementPdf: {
    AWS: yes('AWS has no such document; the service makes it from the agreement.'),
    AZURE: no('Azure has no agreement document.'),
    GCP: no('Google Cloud keeps the agreement documents with the offer.'),
  },
  metering: {
    AWS: yes('25 records of one product at once; 24 hours.'),
    AZURE: yes('25 events at once, one for each hour; 24 hours.'),
    GCP: yes('25 operations of one product at once; within an hour, for a month until 01:00 in California on the 1st.'),
  },
  usageAllocation: {
    AWS: yes(),
    AZURE: no('Only AWS takes usage with tags.'),
    GCP: no('Only AWS takes usage with tags.'),
  },
  invitePartner: {
    AWS: no('AWS shares opportunities with partners by connections, not by invitations.'),
    AZURE: yes(),
    GCP: no('Google Cloud has no co-sell API.'),
  },
} as const satisfies Record<string, Record<MarketplaceCode, Capability>>;

export type CapabilityName = keyof typeof capabilities;

/** What a partner can do; partners outside the table cannot. */
const capabilityOf = (name: CapabilityName, partner: string): Capability => {
  const row: Record<string, Capability> = capabilities[name];
  return Object.hasOwn(row, partner)
    ? (row[partner] as Capability)
    : no(`${partner} is not a marketplace that can do this.`);
};

/** Throws 409 with the reason when the marketplace cannot do it, and names those that can. */
export const requireCapability = (name: CapabilityName, partner: string): void => {
  const capability = capabilityOf(name, partner);
  if (capability.can) return;
  const possible = Object.keys(capabilities[name]).filter((other) => capabilityOf(name, other).can);
  throw new Refusal('Conflict', capability.note, { capability: name, partner, possible });
};
