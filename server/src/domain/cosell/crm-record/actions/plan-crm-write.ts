import type { ActCall } from '../../../../contract/call.ts';
import { mappingInForce } from '../../mapping/reads.ts';
import { loadReferral } from '../../referral/actions/load-referral.ts';
import { isCoSellPartner } from '../../referral/referral.ts';
import { mergeRecord, type PlannedWrite, writesOf } from '../merge-record.ts';
import { type RecordReading, sidesOf } from '../sides.ts';

/** What the document says differently than the record, of what may be written back. Changes nothing. */
export const planCrmWrite = async (
  call: ActCall,
  { referralId, reading }: { referralId: string; reading: RecordReading },
): Promise<PlannedWrite[]> => {
  const referral = await loadReferral(call, referralId);
  const { partner, crm_system: system, crm_record_id: recordId } = referral;
  if (!isCoSellPartner(partner) || system === null || recordId !== reading.recordId) return [];
  const mapping = await mappingInForce(call.db, system, partner);
  return writesOf(mergeRecord(sidesOf(referral, mapping, reading)));
};
