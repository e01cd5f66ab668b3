import { Big } from '../../../kit/decimal.ts';
import { isChargeReference } from '../../payment/charge.ts';
import type { FeedRow, MoneyLine, MoneyReferences } from '../port.ts';
import { parseRow, type ReportEntry } from './parse-row.ts';

type Meaning = Pick<MoneyLine, 'kind' | 'nature'>;

/**
 * What the types of entries say of a payment. Source: docs.adyen.com, "Settlement details report" and "Reports and the
 * payments lifecycle"; bulk and installments: docs.zuora.com, "Status mapping" of its reconciliation with Adyen. All
 * others are adjustments, also those that Adyen adds later, and every entry that is about no payment: Fee,
 * InvoiceDeduction.
 */
const meanings: Readonly<Record<string, Meaning>> = {
  Settled: { kind: 'REVENUE', nature: 'PLAIN' },
  SettledBulk: { kind: 'REVENUE', nature: 'PLAIN' },
  SettledInstallment: { kind: 'REVENUE', nature: 'PLAIN' },
  Refunded: { kind: 'REVENUE', nature: 'RETURN' },
  RefundedBulk: { kind: 'REVENUE', nature: 'RETURN' },
  RefundedReversed: { kind: 'REVENUE', nature: 'RETURN' },
  Chargeback: { kind: 'REVENUE', nature: 'RETURN' },
  ChargebackReversed: { kind: 'REVENUE', nature: 'RETURN' },
  SecondChargeback: { kind: 'REVENUE', nature: 'RETURN' },
  Fee: { kind: 'FEE', nature: 'PLAIN' },
};
const adjustment: Meaning = { kind: 'ADJUSTMENT', nature: 'PLAIN' };

/** Entries that change when the seller is paid, and not how much was collected: amounts held back, carried over, released. */
const shifts: ReadonlySet<string> = new Set(['DepositCorrection', 'Balancetransfer']);

/**
 * The amount before costs, in the currency of the payout, and the costs that were withheld. In one currency their
 * difference is what the report says it is; costs that are invoiced instead are stated and not withheld (not confirmed).
 */
const splitNet = ({ gross, costs }: ReportEntry, net: { currency: string; amount: Big }) => {
  const stated = costs.reduce((sum, cost) => sum.plus(cost), new Big(0));
  const amount = gross?.currency === net.currency ? gross.amount : net.amount.plus(stated);
  const withheld = amount.minus(net.amount);
  return { amount, costs: withheld.eq(stated) ? costs : [withheld] };
};

/**
 * Our payments carry our invoice and attempt (`ChargeSend.reference`). Batches are numbered for each merchant account, as
 * the addresses of their reports show, so that a payout is named by both.
 */
const referencesOf = ({ merchant, batch, reference }: ReportEntry): MoneyReferences => ({
  payout: `${merchant}-${batch}`,
  ...(isChargeReference(reference) ? { invoice: reference.slice(0, reference.indexOf(' ')) } : {}),
});

/**
 * The amounts that an entry states, in the currency of the payout. What is settled is billed, collected and, as its
 * batch is closed, disbursed; the entry does not say when the batch was closed, so that all three have its own time.
 */
export const translateRow = (row: FeedRow): MoneyLine[] => {
  const entry = parseRow(row.columns, { part: `${row.dataset} ${row.key}` });
  const { net, type, time, psp, modification } = entry;
  if (net === null) return [];
  const common = {
    recordId: psp === '' ? row.key : psp,
    currency: net.currency,
    time,
    references: referencesOf(entry),
  };
  const amountOf = (amount: Big): Pick<MoneyLine, 'amount'> => ({ amount: amount.toFixed() });
  if (type === 'MerchantPayout') {
    const references = { ...common.references, ...(modification === '' ? {} : { trace: modification }) };
    const paid = amountOf(net.amount.times(-1));
    return [{ ...common, ...paid, recordId: null, stage: 'DISBURSED', kind: 'PAYOUT', nature: 'PLAIN', references }];
  }
  const meaning = (psp === '' ? undefined : meanings[type]) ?? adjustment;
  const disbursed: MoneyLine = { ...common, ...meaning, ...amountOf(net.amount), stage: 'DISBURSED' };
  if (shifts.has(type)) return [{ ...disbursed, stage: 'COLLECTED', amount: '0' }, disbursed];
  const { amount, costs } = splitNet(entry, net);
  const fee: Meaning = psp === '' ? adjustment : { kind: 'FEE', nature: 'PLAIN' };
  const stated = [{ ...meaning, value: amount }, ...costs.map((cost) => ({ ...fee, value: cost.times(-1) }))].filter(
    ({ value }) => !value.eq(0),
  );
  const lines = (['BILLED', 'COLLECTED'] as const).flatMap((stage) =>
    stated.map(({ value, ...said }): MoneyLine => ({ ...common, ...said, ...amountOf(value), stage })),
  );
  return [...lines, disbursed];
};
