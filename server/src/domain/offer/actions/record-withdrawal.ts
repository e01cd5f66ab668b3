import type { ActCall } from '../../../contract/call.ts';
import { requireFound } from '../../../kit/errors.ts';
import { changeOffer } from '../change.ts';
import { offerIs } from '../states.ts';
import { lockOffer } from '../store.ts';

/**
 * Records that a deleted offer could not be withdrawn, so its buyer may still accept it. Emits offer.withdraw_failed.
 */
export const recordWithdrawalFailed = async (
  call: ActCall,
  offerId: string,
  { errorMessages, prettified }: { errorMessages: string[]; prettified: string[] },
): Promise<void> => {
  const old = requireFound(await lockOffer(call.db, offerId), 'offer');
  if (!offerIs.deleted(old.status)) return;
  const meta = { ...old.meta_info, errorMessages, prettifiedErrorMessages: prettified };
  await changeOffer(call, old, { meta_info: meta }, 'offer.withdraw_failed');
};
