import type { ActCall } from '../../../../contract/call.ts';
import { changedMetaInfo, type MetaInfoChange } from '../../../../contract/reference/meta-info.ts';
import { isSameDocument } from '../../../../contract/reference/same-document.ts';
import { requireFound } from '../../../../kit/errors.ts';
import { changeEntitlement } from '../../change.ts';
import { lockEntitlement } from '../../store.ts';

type Input = { params: { entitlementId: string }; body: MetaInfoChange };

/**
 * Absent members are kept and null clears them; members set by the service or the marketplace stay. Allowed in any
 * status. Emits entitlement.updated.
 */
export const updateEntitlementMetaInfo = async (call: ActCall, { params, body }: Input) => {
  const old = requireFound(await lockEntitlement(call.db, params.entitlementId), 'entitlement');
  call.checkVersion(old.version);
  const meta_info = changedMetaInfo(old.meta_info, body);
  if (isSameDocument(old.meta_info, meta_info)) return old.meta_info;
  return (await changeEntitlement(call, old, { meta_info }, 'entitlement.updated')).view.metaInfo;
};
