import { z } from 'zod';
import { referenceObject } from '../../contract/reference/reference.ts';
import { document, exactNumber, listParams, partners, queryParams, textParam, timeOut } from '../../contract/shapes.ts';

const CompanyInfo = referenceObject('CompanyInfo', () => ({
  addressLine1: z.string(),
  addressLine2: z.string(),
  city: z.string(),
  country: z.string(),
  emailDomain: z.string(),
  name: z.string(),
  postalCode: z.string(),
  state: z.string(),
  validFrom: z.string(),
}));

/** The amounts are sums in the buyer's payment currency: committed and metered, invoiced, net of fees, paid out. */
export const BuyerInfo = referenceObject('BuyerInfo', (way) => ({
  adyenBuyer: document,
  awsBuyer: document,
  azureBuyer: document,
  chargebeeCustomerID: z.string(),
  collectableAmount: exactNumber,
  companyInfo: CompanyInfo[way],
  customerId: z.string(),
  disbursedAmount: exactNumber,
  emailAddress: z.string(),
  fields: document,
  gcpBuyer: document,
  grossAmount: exactNumber,
  invoicedAmount: exactNumber,
  lagoCustomerId: z.string(),
  lastModifiedBy: z.string(),
  metronomeCustomerId: z.string(),
  orbCustomerId: z.string(),
  paymentConfig: document,
  quickbooksCustomerId: z.string(),
  snowflakeBuyer: document,
  spaUrl: z.string(),
  stripeBuyer: document,
  stripeCustomerId: z.string(),
}));

export const IdentityBuyer = z
  .strictObject({
    id: z.string(),
    organizationID: z.string(),
    partner: z.enum(partners),
    name: z.string(),
    description: z.string(),
    externalID: z.string().optional(),
    companyID: z.string().optional(),
    s3KeyLogo: z.string().optional(),
    contactIds: z.array(z.string()),
    tags: z.array(z.string()),
    info: BuyerInfo.reply,
    creationTime: timeOut,
    lastUpdateTime: timeOut,
  })
  .meta({ id: 'IdentityBuyer' });

export const BuyerListParams = z.object({
  ...listParams(),
  partner: textParam(),
  contactId: textParam(),
  awsAccountId: textParam(),
  emailDomain: textParam(),
});

export const BuyerQueryParams = z.object(queryParams());
