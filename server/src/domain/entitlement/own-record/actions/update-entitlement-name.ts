import type { z } from 'zod';
import type { ActCall } from '../../../../contract/call.ts';
import { requireFound } from '../../../../kit/errors.ts';
import { changeEntitlement } from '../../change.ts';
import { lockEntitlement } from '../../store.ts';
import { viewEntitlement } from '../../view.ts';
import type { UpdateEntitlementName } from '../schema.ts';

type Input = { params: { entitlementId: string }; body: z.output<typeof UpdateEntitlementName> };

/** Renames an entitlement in this service. Allowed in any status. Emits entitlement.updated. */
export const updateEntitlementName = async (call: ActCall, { params, body }: Input) => {
  const old = requireFound(await lockEntitlement(call.db, params.entitlementId), 'entitlement');
  call.checkVersion(old.version);
  const { name } = body;
  if (name === old.name) return viewEntitlement(call.orgId, old);
  return (await changeEntitlement(call, old, { name }, 'entitlement.updated')).view;
};
