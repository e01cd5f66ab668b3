import type { ActCall } from '../../../../contract/call.ts';
import { encodeId } from '../../../../kit/ids.ts';
import { isCrmConnected } from '../../../organization/connection/actions/load-connection.ts';
import { mappingInForce } from '../../mapping/reads.ts';
import { isCoSellPartner, type Referral } from '../../referral/referral.ts';
import { owesCrm } from '../merge-record.ts';
import { baseOfReferral, saidBy } from '../sides.ts';

/**
 * Whether the record of a referral is to be synchronized: the CRM is owed something, has not been read, or stated what the partner
 * did not allow in its former status.
 */
export const isCrmSyncDue = async (call: ActCall, before: Referral | null, referral: Referral): Promise<boolean> => {
  const { partner, crm_system: system, crm_record_id: recordId } = referral;
  if (!isCoSellPartner(partner) || system === null || recordId === null) return false;
  if (!(await isCrmConnected(call.db, system))) return false;
  const isOtherRecord = before !== null && before.crm_record_id !== recordId;
  const isMoved = before !== null && before.partner_standing !== referral.partner_standing;
  if (isOtherRecord || (isMoved && referral.crm_errors.length > 0)) return true;
  const { fields } = await mappingInForce(call.db, system, partner);
  return owesCrm({ fields, saidHere: saidBy(referral), base: baseOfReferral(referral) });
};

/** Starts the run that synchronizes a referral with its partner and its CRM record, in the same transaction. */
export const startReferralSync = (call: ActCall, { id: referralId, partner }: Referral): Promise<string> => {
  const entityId = encodeId('referral', referralId);
  return call.start('referral.sync', { referralId, direction: 'BOTH' }, { entityId, partner });
};
