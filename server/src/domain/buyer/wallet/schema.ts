import { z } from 'zod';
import { partners } from '../../../contract/partner-codes.ts';
import { referenceObject } from '../../../contract/reference/reference.ts';
import {
  choiceIn,
  componentOf,
  decimalOut,
  exactNumber,
  ownedDocument,
  ownedNumber,
  ownedText,
  ownedTime,
  partnerDocument,
  text,
  timeIn,
  timeOut,
} from '../../../contract/shapes.ts';
import { walletStatuses } from './states.ts';

/** The reference's types: credit is ours; the others are payment methods held by the provider. */
export const walletTypes = ['ach_debit', 'bacs_debit', 'card', 'credit', 'sepa_debit'] as const;
export type WalletType = (typeof walletTypes)[number];

/** `stripePaymentMethod` is the provider's document, unchanged. */
export const BillingWalletInfo = referenceObject('BillingWalletInfo', () => ({
  closeDate: timeOut,
  stripePaymentMethod: partnerDocument('StripePaymentMethod'),
  stripeSetupIntentId: z.string(),
}));

export const BillingWallet = z
  .strictObject({
    id: z.string(),
    organizationID: z.string(),
    buyerID: z.string(),
    partner: z.enum(partners),
    type: z.enum(walletTypes),
    status: z.enum(walletStatuses),
    name: z.string(),
    currency: z.string().optional(),
    externalID: z.string().optional(),
    totalAmount: decimalOut.optional().meta({ description: 'For credit, in currency' }),
    usedAmount: decimalOut.optional().meta({ description: 'For credit, in currency' }),
    startTime: timeOut.optional(),
    expireTime: timeOut.optional(),
    info: BillingWalletInfo.reply,
    creationTime: timeOut,
    lastUpdateTime: timeOut,
  })
  .meta({ id: 'BillingWallet' });

const owned = {
  id: ownedText,
  organizationID: ownedText,
  buyerID: ownedText,
  partner: ownedText,
  status: ownedText,
  externalID: ownedText,
  usedAmount: ownedNumber,
  info: ownedDocument,
  creationTime: ownedTime,
  lastUpdateTime: ownedTime,
};

export const NewCreditWallet = z
  .object({
    type: choiceIn(walletTypes).nullish().meta({ description: 'credit, or absent' }),
    name: text(255).nullish(),
    currency: text(8).nullish().meta({ description: "ISO 4217; absent: the buyer's payment currency" }),
    totalAmount: exactNumber.nullish().meta({ description: 'More than 0' }),
    startTime: timeIn.nullish().meta({ description: 'Absent: now' }),
    expireTime: timeIn.nullish().meta({ description: 'Absent: never' }),
    ...owned,
  })
  .meta(componentOf('BillingWalletInput'));

export const CreditWalletChange = z
  .object({
    startTime: timeIn.nullish(),
    expireTime: timeIn.nullish(),
    type: ownedText,
    name: ownedText,
    currency: ownedText,
    totalAmount: ownedNumber,
    ...owned,
  })
  .meta(componentOf('BillingWalletChange'));
