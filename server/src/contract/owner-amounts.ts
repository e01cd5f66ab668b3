import { z } from 'zod';
import type { OwnerAmounts } from '../db/owner-amounts.ts';
import { decimalToJson } from '../kit/decimal.ts';
import { exactNumber } from './shapes.ts';

/** The four amounts of the reference. */
const amountMembers = {
  grossAmount: exactNumber,
  invoicedAmount: exactNumber,
  collectableAmount: exactNumber,
  disbursedAmount: exactNumber,
};

export const AmountsOfCurrency = z
  .strictObject({ currency: z.string(), ...amountMembers })
  .meta({ id: 'AmountsOfCurrency' });

const viewAmounts = ({ gross, invoiced, collectable, disbursed }: OwnerAmounts) => ({
  grossAmount: decimalToJson(gross),
  invoicedAmount: decimalToJson(invoiced),
  collectableAmount: decimalToJson(collectable),
  disbursedAmount: decimalToJson(disbursed),
});

/**
 * The members of `info` that state amounts. The four of the reference name no currency: they are those of `currency`, the
 * entitlement's or the buyer's own, or of the only one if it has none. Amounts of different currencies are never added.
 */
export const showAmounts = (amounts: readonly OwnerAmounts[], currency: string | undefined) => {
  if (amounts.length === 0) return {};
  const own = currency ? amounts.find((one) => one.currency === currency) : amounts.length === 1 && amounts[0];
  return {
    ...(own ? viewAmounts(own) : {}),
    amountsByCurrency: amounts.map((one) => ({ currency: one.currency, ...viewAmounts(one) })),
  };
};
