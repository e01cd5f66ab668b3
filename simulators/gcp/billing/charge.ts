import Big from 'big.js';
import type { Charge, Entitlement, GcpChange } from '../state.ts';
import { toCents } from './money.ts';
import { settlementOf, startSettlement } from './settlement.ts';

/** The seller's share of a charge. */
export const dueOf = ({ amount, googleShare }: Pick<Charge, 'amount' | 'googleShare'>): string =>
  new Big(amount).minus(googleShare).toFixed(2);

/** Google's share of an amount. */
export const shareOf = (amount: string, percent: string): string => toCents(new Big(amount).times(percent).div(100));

type Charged = Pick<
  Charge,
  'skuId' | 'privateOfferId' | 'kind' | 'month' | 'quantity' | 'unit' | 'price' | 'credit'
> & { amount: Big };

/** Charges the customer of an order. A zero fee is omitted; usage is kept, even if it costs less than half a cent. */
export const chargeCustomer = (transaction: GcpChange, entitlement: Entitlement, charged: Charged): void => {
  const amount = toCents(charged.amount);
  if (charged.kind !== 'USAGE' && new Big(amount).eq(0)) return;
  const { sellerId, accountId, billingAccount, serviceId } = entitlement;
  startSettlement(transaction, sellerId);
  transaction.put('charges', {
    id: transaction.ids.uuid(),
    sellerId,
    entitlementId: entitlement.id,
    accountId,
    billingAccount,
    serviceId,
    ...charged,
    amount,
    googleShare: shareOf(amount, settlementOf(transaction, sellerId).googleSharePercent),
    chargedAt: transaction.at,
    correctsId: null,
    status: 'OPEN',
    withheldId: null,
    disbursementId: null,
  });
};
