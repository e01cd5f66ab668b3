import type { AwsReader } from '../state.ts';
import type { BillingSettings } from './rows.ts';

/** All of these are our assumptions: AWS agrees fees and payout days with each seller. */
const defaults: Omit<BillingSettings, 'id'> = {
  listingFeePercent: '3',
  resaleFeePercent: '0',
  tax: null,
  brokerId: 'AWS_INC',
  paymentDueDays: 30,
  payment: 'ON_TIME',
  paysAfterDays: 20,
  disbursementDay: 10,
  payoutFailsAfterDays: 2,
};

/**
 * How the sales of an account are billed unless the control API says otherwise: buyers pay 20 days after the invoice,
 * AWS keeps 3 % and pays on the 10th.
 */
export const readBillingSettings = (reader: AwsReader, accountId: string): BillingSettings => ({
  ...defaults,
  id: accountId,
  ...reader.get('billingSettings', accountId),
});
