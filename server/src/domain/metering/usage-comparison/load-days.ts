import type { OrgDb } from '../../../db/org-db.ts';
import type { MarketplaceConnection } from '../../organization/connection/connection.ts';
import { findUsageWindow } from '../usage-record-report/window.ts';
import { daysBack, expectedDays, lastSettledDay } from './comparison-days.ts';
import { findComparisons } from './store.ts';
import { addDays, type Day, type UsageComparison } from './usage-comparison.ts';

export type ComparisonDays = {
  /** The last day of which no more usage is accepted. */
  last: Day;
  /** Of which a comparison is expected by now, oldest first. */
  days: Day[];
  stored: UsageComparison[];
};

/** The days of an account that are compared, with what is known of them. */
export const loadComparisonDays = async (
  db: OrgDb,
  {
    partner,
    account_id: accountId,
    creation_time: connectedTime,
  }: Pick<MarketplaceConnection, 'partner' | 'account_id' | 'creation_time'>,
  now: Date,
): Promise<ComparisonDays> => {
  const window = findUsageWindow(partner);
  if (!window) throw new Error(`no usage is reported to ${partner}`);
  const last = lastSettledDay(now, window);
  const stored = await findComparisons(db, partner, addDays(last, -daysBack));
  return { last, days: expectedDays(stored, { accountId, connectedTime }, last), stored };
};
