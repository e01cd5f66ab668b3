import type { ActCall } from '../../../contract/call.ts';
import { changedMetaInfo, type MetaInfoChange } from '../../../contract/reference/meta-info.ts';
import { isSameDocument } from '../../../contract/reference/same-document.ts';
import { requireFound } from '../../../kit/errors.ts';
import { changeOffer } from '../change.ts';
import { lockOffer } from '../store.ts';

type Input = { params: { offerId: string }; body: MetaInfoChange };

/**
 * Absent members are kept and null clears them; members set by the service or the marketplace stay. Allowed in any
 * status.
 */
export const updateOfferMetaInfo = async (call: ActCall, { params, body }: Input) => {
  const old = requireFound(await lockOffer(call.db, params.offerId), 'offer');
  call.checkVersion(old.version);
  const meta_info = changedMetaInfo(old.meta_info, body);
  if (isSameDocument(old.meta_info, meta_info)) return old.meta_info;
  return (await changeOffer(call, old, { meta_info }, 'offer.updated')).metaInfo;
};
