import { Big } from '../../../kit/decimal.ts';
import type { FeedRow, MoneyLine, MoneyReferences } from '../port.ts';
import { type Charge, parseCharge } from './parse-charge.ts';
import { abandonedEntity, parsePayout } from './parse-payout.ts';
import { endOfMonth, payDayOf } from './reports.ts';

/** The month that a row is of: keys begin with it, as only the name of the file says it. */
const monthOf = ({ key }: FeedRow): string => key.slice(0, 'YYYY-MM'.length);

const placeOf = ({ dataset, key }: FeedRow) => ({ part: `${dataset} ${key}` });

/**
 * The record of a row: the order, for as long as it lasts. Google names no sale or invoice, and what is released or
 * abandoned does not say of which month it is. A row that names no order is of what the customer bought.
 */
const recordOf = (row: FeedRow, { references: { agreement, buyer, offer, product, dimension } }: Charge): string => {
  const sale = [buyer, offer, product ?? dimension].filter((text) => text !== undefined);
  return agreement ?? (sale.length > 0 ? sale.join('/') : row.key);
};

/**
 * What Google owes for the charges of a row beyond charge less fee, mostly negative: credits, trials and other deductions,
 * of which the columns do not say who bears them. So a record comes to what is paid or withheld. Of what is abandoned, a
 * row does not say how much of it is of this month.
 */
const adjustmentOf = ({ charged, fee, paid, withheld, released, abandoned }: Charge): Big =>
  abandoned.eq(0) ? paid.plus(withheld).minus(released).minus(charged).plus(fee) : new Big(0);

const without = (references: Readonly<Record<string, string | undefined>>): MoneyReferences =>
  Object.fromEntries(Object.entries(references).filter(([, text]) => text !== undefined));

const firstOf = (month: string): Date => new Date(`${month}-01T00:00:00Z`);

/**
 * The amounts of a row of Detailed Disbursements. What is withheld is billed and not disbursed; what is released later is
 * disbursed; what is abandoned is written off. Google's days are those of Los Angeles, and are treated as days in UTC.
 *
 * No column tells whether a row is of a subscription or of usage: the SKU does, which the product's listing knows. Tax, which Google remits,
 * and the procurement account are missing: the buyer is found by the order.
 */
const translateCharge = (row: FeedRow): MoneyLine[] => {
  const charge = parseCharge(row.columns, placeOf(row));
  const { charged, fee, paid, abandoned, isReturn } = charge;
  const month = monthOf(row);
  const common = {
    recordId: recordOf(row, charge),
    currency: charge.currency,
    references: without(charge.references),
  };
  const nature = isReturn ? ('RETURN' as const) : ('PLAIN' as const);
  const ofMonth = { ...common, time: endOfMonth(month), periodStart: firstOf(month), periodEnd: endOfMonth(month) };
  const stated: [Omit<MoneyLine, 'amount'>, Big][] = [
    [{ ...ofMonth, stage: 'BILLED', kind: 'REVENUE', nature }, charged],
    [{ ...ofMonth, stage: 'BILLED', kind: 'FEE', nature }, fee.times(-1)],
    [
      {
        ...ofMonth,
        stage: 'BILLED',
        kind: 'ADJUSTMENT',
        nature: 'PLAIN',
        references: { ...common.references, partnerType: 'deductions' },
      },
      adjustmentOf(charge),
    ],
    [
      {
        ...common,
        stage: 'DISBURSED',
        kind: 'REVENUE',
        nature,
        time: payDayOf(month),
        references: { ...common.references, payout: month },
      },
      paid,
    ],
    [{ ...common, stage: 'FORGIVEN', kind: 'REVENUE', nature, time: payDayOf(month) }, abandoned.times(-1)],
  ];
  return stated.filter(([, amount]) => !amount.eq(0)).map(([line, amount]) => ({ ...line, amount: amount.toFixed() }));
};

/**
 * What Google pays for a month, by paying company or reason; the sum of what it abandons is in the records already.
 * Deductions such as withholding tax are in the total only, so that it may be less than what the records were paid.
 */
const translatePayout = (row: FeedRow): MoneyLine[] => {
  const { entity, currency, total } = parsePayout(row.columns, placeOf(row));
  if (entity === abandonedEntity || total.eq(0)) return [];
  const month = monthOf(row);
  return [
    {
      recordId: null,
      stage: 'DISBURSED',
      kind: 'PAYOUT',
      nature: 'PLAIN',
      amount: total.toFixed(),
      currency,
      time: payDayOf(month),
      references: { payout: month },
    },
  ];
};

const translators: Readonly<Record<string, (row: FeedRow) => MoneyLine[]>> = {
  detailed_disbursements: translateCharge,
  disbursements: translatePayout,
};

/** The amounts that a row states; none for reports that tell of the same money in another way (`GcpReport`). */
export const translateRow = (row: FeedRow): MoneyLine[] => translators[row.dataset]?.(row) ?? [];
