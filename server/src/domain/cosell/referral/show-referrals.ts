import type { ReadCall } from '../../../contract/call.ts';
import { maxPageBytes } from '../../../contract/page.ts';
import { findCommissions } from '../commission/store.ts';
import type { Referral } from './referral.ts';
import { type ReferralView, viewReferral } from './view.ts';

type Reader = Pick<ReadCall, 'db' | 'orgId'>;

/** A referral shows its commission twice, with longer names than the database has. */
const commissionBytes = maxPageBytes / 4;

/** Referrals as clients see them, with their commissions: the first ones, as many as fit into a page. */
export const showReferrals = async (call: Reader, rows: readonly Referral[]): Promise<ReferralView[]> => {
  const ids = rows.flatMap(({ commission_id: id }) => (id === null ? [] : [id]));
  const found = new Map((await findCommissions(call.db, ids, commissionBytes)).map((one) => [one.id, one]));
  const end = rows.findIndex(({ commission_id: id }) => id !== null && !found.has(id));
  const shown = end < 0 ? rows : rows.slice(0, end);
  return shown.map((row) => viewReferral(call.orgId, row, found.get(row.commission_id ?? '')));
};

export const showReferral = async (call: Reader, row: Referral): Promise<ReferralView> => {
  const [shown] = await showReferrals(call, [row]);
  if (!shown) throw new Error('a referral is not shown');
  return shown;
};
