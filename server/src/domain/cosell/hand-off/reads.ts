import { handOffFile } from '../../../adapters/cosell/gcp/hand-off.ts';
import type { ReadCall } from '../../../contract/call.ts';
import { requireCapability } from '../../../contract/capabilities.ts';
import { requireFound } from '../../../kit/errors.ts';
import { findReferral } from '../referral/store.ts';

/** The file by which a deal is handed to its partner. Throws 409 for partners that take deals by their API. */
export const getReferralHandOff = async (
  call: ReadCall,
  { params }: { params: { referralId: string } },
): Promise<string> => {
  const { partner, document } = requireFound(await findReferral(call.db, params.referralId), 'referral');
  requireCapability('coSellHandOff', partner);
  return handOffFile([document]);
};
