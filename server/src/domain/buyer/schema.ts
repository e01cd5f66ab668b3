import { z } from 'zod';
import { AmountsOfCurrency } from '../../contract/owner-amounts.ts';
import { partners } from '../../contract/partner-codes.ts';
import { referenceObject, untypedChoice } from '../../contract/reference/reference.ts';
import {
  componentOf,
  document,
  exactNumber,
  ownedText,
  partnerDocument,
  text,
  timeOut,
} from '../../contract/shapes.ts';
import { isMailAddress } from '../../kit/mail-address.ts';
import { paymentCodes } from './payment/payment.ts';
import { walletTypes } from './wallet/schema.ts';

/** Limited like the fields of a contact (decision 0006). */
const line = z.string().max(1000);

const CompanyInfo = referenceObject('CompanyInfo', () => ({
  addressLine1: line,
  addressLine2: line,
  city: line,
  country: line,
  emailDomain: line,
  name: line,
  postalCode: line,
  state: line,
  validFrom: line,
}));

const PaymentConfig = referenceObject('PaymentConfig', () => ({
  allowedWalletTypes: z.array(z.enum(walletTypes)).max(walletTypes.length),
  currency: z.string().max(8),
  defaultWalletId: z.string(),
}));

/** The four amounts are totals in the buyer's payment currency, or in the only one: of its revenue records (decision 0190). */
export const BuyerInfo = referenceObject('BuyerInfo', (way) => ({
  adyenBuyer: partnerDocument('AdyenBuyer'),
  amountsByCurrency: z.array(AmountsOfCurrency),
  awsBuyer: partnerDocument('AwsAccountIdentifier'),
  azureBuyer: partnerDocument('AzureADIdentifier'),
  chargebeeCustomerID: line,
  collectableAmount: exactNumber,
  companyInfo: CompanyInfo[way],
  customerId: line,
  disbursedAmount: exactNumber,
  emailAddress: line,
  fields: document,
  gcpBuyer: partnerDocument('GcpMarketplaceUserAccount'),
  grossAmount: exactNumber,
  invoicedAmount: exactNumber,
  lagoCustomerId: line,
  lastModifiedBy: line,
  metronomeCustomerId: line,
  orbCustomerId: line,
  paymentConfig: PaymentConfig[way],
  quickbooksCustomerId: line,
  snowflakeBuyer: partnerDocument('SnowflakeMarketplaceBuyer'),
  spaUrl: z.string().max(2048),
  stripeBuyer: partnerDocument('StripeCustomer'),
  stripeCustomerId: line,
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

const outsideId = text(255).nullish();

/** Ids of the buyer in systems other than the payment provider. */
const outsideIds = {
  chargebeeCustomerID: outsideId,
  customerId: outsideId,
  lagoCustomerId: outsideId,
  metronomeCustomerId: outsideId,
  orbCustomerId: outsideId,
  quickbooksCustomerId: outsideId,
};

const shared = {
  ...outsideIds,
  companyInfo: CompanyInfo.request.nullish(),
  companyID: text(255).nullish(),
  description: text(1000).nullish(),
  emailAddress: text(254)
    .refine((value) => value === '' || isMailAddress(value, { wide: true }), 'must be an e-mail address')
    .nullish(),
  paymentConfig: PaymentConfig.request.nullish().meta({
    description: 'currency is fixed once it is set; defaultWalletId is set by wallet/{walletId}/default',
  }),
  stripeCustomerId: outsideId,
  tags: z.array(text(50, 1)).max(50).nullish(),
};

export const NewBuyer = z
  .object({
    ...shared,
    partner: untypedChoice(paymentCodes),
    name: text(255).nullish(),
    stripeCustomerId: outsideId.meta({ description: 'STRIPE: an existing customer; absent: one is created' }),
    adyenCustomerId: outsideId.meta({
      description: 'ADYEN: an existing shopperReference; absent: the id of the buyer',
    }),
  })
  .meta(componentOf('IdentityBuyerInput'));

export const BuyerChange = z
  .object({
    ...shared,
    name: text(255, 1).nullish(),
    id: ownedText,
    organizationID: ownedText,
    partner: ownedText,
    externalID: ownedText,
  })
  .meta(componentOf('IdentityBuyerChange'));
