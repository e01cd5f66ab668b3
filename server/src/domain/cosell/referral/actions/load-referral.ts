import type { ActCall } from '../../../../contract/call.ts';
import { stepFailed } from '../../../../engine/workflow.ts';
import { requireFound } from '../../../../kit/errors.ts';
import type { Referral } from '../referral.ts';
import { lockReferral } from '../store.ts';

/** Locks a referral that a caller changes. Throws 404, and 412 if `If-Match` names another version. */
export const lockForCaller = async (call: ActCall, id: string): Promise<Referral> => {
  const referral = requireFound(await lockReferral(call.db, id), 'referral');
  call.checkVersion(referral.version);
  return referral;
};

/** Locks the referral of a run. */
export const loadReferral = async (call: ActCall, id: string): Promise<Referral> => {
  const referral = await lockReferral(call.db, id);
  if (!referral) throw stepFailed('NotFound', 'The referral no longer exists.');
  return referral;
};
