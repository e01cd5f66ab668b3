import { z } from 'zod';
import { exactNumber } from '../shapes.ts';
import { timeUnits } from './enums.ts';
import { referenceObject, timeText } from './reference.ts';

/** A part of the price and when it is charged; `chargeOnStr` is the same date as YYYY-MM-DD. */
export const PaymentInstallment = referenceObject('PaymentInstallment', () => ({
  amount: exactNumber,
  chargeOn: timeText,
  chargeOnStr: z.string(),
  credit: exactNumber,
  discountPercentage: exactNumber,
  originalAmount: exactNumber,
}));
export type PaymentInstallment = z.output<typeof PaymentInstallment.reply>;

export const BillingAddonRecord = referenceObject('BillingAddonRecord', () => ({
  amount: exactNumber,
  chargeOn: timeText,
  description: z.string(),
  id: z.string(),
  name: z.string(),
}));

export const TrialConfig = referenceObject('TrialConfig', () => ({
  trialPeriod: z.int32(),
  trialPeriodUnit: z.enum(timeUnits),
}));
