import type { OrgDb } from '../../../../db/org-db.ts';
import { type ReferralStatus, referralIs } from '../../referral/states.ts';
import { type Balance, findBalances, findReferralCounts, type ReferralCount } from '../store.ts';

/** What deals and commissions with a partner add up to. */
export type PartnerSums = { openReferrals: number; wonReferrals: number; balances: readonly Balance[] };

const countOf = (counts: readonly ReferralCount[], is: (status: ReferralStatus) => boolean): number =>
  counts.reduce((sum, { status, referrals }) => (is(status as ReferralStatus) ? sum + referrals : sum), 0);

/** The sums of each relationship, by its UUID. */
export const sumPartners = async (
  db: OrgDb,
  relationshipIds: readonly string[],
): Promise<ReadonlyMap<string, PartnerSums>> => {
  const counts = Map.groupBy(await findReferralCounts(db, relationshipIds), (row) => row.relationship_id);
  const balances = Map.groupBy(await findBalances(db, relationshipIds, null), (row) => row.relationship_id);
  return new Map(
    relationshipIds.map((id) => {
      const own = counts.get(id) ?? [];
      return [
        id,
        {
          openReferrals: countOf(own, referralIs.open),
          wonReferrals: countOf(own, referralIs.won),
          balances: balances.get(id) ?? [],
        },
      ];
    }),
  );
};
