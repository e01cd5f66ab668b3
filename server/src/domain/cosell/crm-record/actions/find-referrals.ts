import type { Crm, CrmAccess, CrmSystem } from '../../../../adapters/crm/port.ts';
import type { ActCall } from '../../../../contract/call.ts';
import type { OrgDb } from '../../../../db/org-db.ts';
import { allows } from '../../../../kit/transitions.ts';
import { mappingInForce } from '../../mapping/reads.ts';
import type { CoSellPartner, Referral } from '../../referral/referral.ts';
import { referralTransitions } from '../../referral/states.ts';
import { findReferralsOfCrm, findReferralsOfRecords, findReferralsThatWait } from '../../referral/store.ts';
import { mergeRecord } from '../merge-record.ts';
import { type RecordReading, sidesOf } from '../sides.ts';
import { readRecords } from './read-records.ts';

/** The referrals of records of a CRM. */
export const findOfRecords = (call: ActCall, system: CrmSystem, recordIds: readonly string[]): Promise<string[]> =>
  recordIds.length === 0 ? Promise.resolve([]) : findReferralsOfRecords(call.db, system, recordIds);

/** At most so many referrals that wait for the CRM are tried again by one run. */
const waitingMax = 200;

/** Referrals that the CRM has not answered for. */
export const findWaiting = (call: ActCall, system: CrmSystem): Promise<string[]> =>
  findReferralsThatWait(call.db, system, waitingMax);

/** The CRM reads no more records at once. */
const pageMax = 200;

/** Referrals of one page that differ from their records. `next`: where the next page begins; null: there is none. */
export type Compared = { count: number; differing: string[]; next: string | null };

/**
 * Compares a page of the referrals of a partner with their records, read together: what events and lists do not show, such as
 * changes of a company or a deleted deal, is found by this.
 */
export const compareWithRecords = async (
  db: OrgDb,
  reach: { crm: Crm; access: CrmAccess },
  { partner, after }: { partner: CoSellPartner; after: string | null },
): Promise<Compared> => {
  const { system } = reach.crm;
  const page = await findReferralsOfCrm(db, { system, partner, after, limit: pageMax });
  if (page.length === 0) return { count: 0, differing: [], next: null };
  const mapping = await mappingInForce(db, system, partner);
  const recordIds = page.map(({ crm_record_id: id }) => id ?? '');
  const readings = new Map((await readRecords(db, reach, { partner, recordIds })).map((one) => [one.recordId, one]));
  const differs = (referral: Referral, reading: RecordReading | undefined): boolean => {
    if (!reading) return true;
    const isOpen = allows(referralTransitions, 'change', referral.status);
    return (
      referral.crm_errors.length > 0 ||
      mergeRecord(sidesOf(referral, mapping, reading)).some(
        ({ verdict }) => verdict === 'WRITE' || (verdict === 'TAKE' && isOpen),
      )
    );
  };
  const differing = page.filter((one) => differs(one, readings.get(one.crm_record_id ?? ''))).map(({ id }) => id);
  return { count: page.length, differing, next: page.length < pageMax ? null : (page.at(-1)?.id ?? null) };
};
