import type { ReadCall } from '../../../contract/call.ts';
import { big, decimalToJson } from '../../../kit/decimal.ts';
import { sumPartners } from '../../cosell/commission/actions/sum-partners.ts';
import type { PartnerSummary } from './schema.ts';

type Amount = PartnerSummary['commissionOwed'][number];

/**
 * What referrals and commissions add up to for each relationship, by its UUID; amounts once for each currency and side,
 * never added across them. Reads totals that the database keeps, so the cost does not grow with the number of deals.
 */
export const summarize = async (
  db: ReadCall['db'],
  ids: readonly string[],
): Promise<ReadonlyMap<string, PartnerSummary>> => {
  const sums = await sumPartners(db, ids);
  return new Map(
    [...sums].map(([id, { openReferrals, wonReferrals, balances }]) => {
      const amountsOf = (column: 'owed' | 'paid'): Amount[] =>
        balances.flatMap(({ side, currency, [column]: amount }) =>
          big(amount).eq(0) ? [] : [{ side, currency, amount: decimalToJson(amount) }],
        );
      return [
        id,
        { openReferrals, wonReferrals, commissionOwed: amountsOf('owed'), commissionPaid: amountsOf('paid') },
      ];
    }),
  );
};
