import type { ReadCall } from '../../../contract/call.ts';
import type { PartnerSummary } from './schema.ts';

const nothing: PartnerSummary = { openReferrals: 0, wonReferrals: 0, commissionOwed: [], commissionPaid: [] };

/**
 * What referrals and commissions add up to for each relationship, by its UUID; amounts once for each currency, never added
 * across currencies. The one place where these figures come in: zeros until referrals with partners are kept.
 */
export const summarize = async (
  _db: ReadCall['db'],
  ids: readonly string[],
): Promise<ReadonlyMap<string, PartnerSummary>> => new Map(ids.map((id) => [id, nothing]));
