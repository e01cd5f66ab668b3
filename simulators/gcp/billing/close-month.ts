import Big from 'big.js';
import type { DueItem } from '../../kit/due.ts';
import type { GcpChange } from '../state.ts';
import { chargeCustomer } from './charge.ts';
import { takeCredit } from './credit.ts';
import { addMonthsTo, startOfMonth } from './pacific.ts';
import { scheduleClose } from './settlement.ts';
import { linesOf, type UsageLine } from './usage-lines.ts';

/**
 * When due, charges the usage of the month that has ended, and usage of earlier months that was reported too late for theirs:
 * one charge for each order, SKU, private offer and price, rounded to the cent once. The credit of a commitment is used
 * first.
 */
export const closeMonth = (transaction: GcpChange, { refId, detail }: DueItem): void => {
  const month = String(detail.month);
  const until = startOfMonth(addMonthsTo(month, 1));
  const lines = transaction
    .list('usage')
    .filter((row) => row.sellerId === refId && row.isBilled !== true)
    .flatMap((row) => linesOf(transaction, row))
    .filter(({ at }) => at < until);
  const groups = Map.groupBy(lines, ({ entitlement, sku, privateOfferId, price }) =>
    [entitlement.id, sku.id, privateOfferId, price.toFixed()].join('|'),
  );
  // Credit pays in the order in which usage happened, whatever it is of.
  const credits = new Map<readonly UsageLine[], Big>();
  const inOrder = [...groups.values()]
    .flatMap((group) => group.map((line) => ({ group, line })))
    .sort((left, right) => left.line.at - right.line.at);
  for (const { group, line } of inOrder) {
    const used = { at: line.at, amount: line.quantity.times(line.price) };
    const taken = takeCredit(transaction, line.entitlement.id, used);
    credits.set(group, taken.plus(credits.get(group) ?? 0));
  }
  for (const group of groups.values()) {
    const [first] = group;
    if (!first) continue;
    const { entitlement, sku, privateOfferId, price } = first;
    const quantity = group.reduce((sum, line) => sum.plus(line.quantity), new Big(0));
    const amount = quantity.times(price);
    const credit = credits.get(group) ?? new Big(0);
    chargeCustomer(transaction, entitlement, {
      skuId: sku.id,
      privateOfferId,
      kind: 'USAGE',
      month,
      quantity: quantity.toFixed(),
      unit: sku.metric?.unit ?? '1',
      price: price.toFixed(),
      credit: credit.toFixed(),
      amount: amount.minus(credit),
    });
  }
  for (const id of new Set(lines.map(({ operation }) => operation.id))) {
    const row = transaction.get('usage', id);
    if (row) transaction.put('usage', { ...row, isBilled: true });
  }
  scheduleClose(transaction, refId, addMonthsTo(month, 1));
};
