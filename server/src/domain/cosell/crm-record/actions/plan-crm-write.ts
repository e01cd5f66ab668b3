import { createHash } from 'node:crypto';
import type { ActCall } from '../../../../contract/call.ts';
import { mappingInForce } from '../../mapping/reads.ts';
import { loadReferral } from '../../referral/actions/load-referral.ts';
import { differencesOf } from '../../referral/merge.ts';
import { isCoSellPartner, type Referral } from '../../referral/referral.ts';
import { updateCrmColumns } from '../../referral/store.ts';
import { mergeRecord, type PlannedWrite, writesOf } from '../merge-record.ts';
import { type RecordReading, sidesOf } from '../sides.ts';
import { hasTurn, type Turn } from '../turn.ts';

export type CrmWritePlan = {
  writes: PlannedWrite[];
  /** Stands for the referral that the plan is of. Null: it was changed after the partner half, and another run says how that ends. */
  state: string | null;
  /** It is not this run's turn: nothing is planned, and the record is to be read again. */
  isStale?: true;
};

/** Stands for what callers change with a run that follows. */
export const stateOf = ({ document, status }: Pick<Referral, 'document' | 'status'>): string =>
  createHash('sha256')
    .update(JSON.stringify([document, status]))
    .digest('base64url');

/**
 * What the document says differently than the record, of what may be written back. If there is something, the run becomes the writer of
 * the record until it records how that ended.
 */
export const planCrmWrite = async (
  call: ActCall,
  { referralId, reading, ...turn }: { referralId: string; reading: RecordReading } & Turn,
): Promise<CrmWritePlan> => {
  const referral = await loadReferral(call, referralId);
  const { partner, crm_system: system, crm_record_id: recordId } = referral;
  if (!isCoSellPartner(partner) || system === null || recordId !== reading.recordId) return { writes: [], state: null };
  if (!(await hasTurn(call.db, referral, turn))) return { writes: [], state: null, isStale: true };
  const mapping = await mappingInForce(call.db, system, partner);
  const writes = writesOf(mergeRecord(sidesOf(referral, mapping, reading)));
  if (writes.length > 0) await updateCrmColumns(call.db, { ...referral, crm_writer: turn.runId });
  const isAhead = referral.synced !== null && differencesOf(referral.synced, referral.document).length > 0;
  return {
    writes,
    state: isAhead ? null : stateOf(referral),
  };
};
