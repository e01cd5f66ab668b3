import type { z } from 'zod';
import type { ActCall } from '../../../../contract/call.ts';
import { requireFound } from '../../../../kit/errors.ts';
import { changeEntitlement } from '../../change.ts';
import { lockEntitlement } from '../../store.ts';
import { viewEntitlement } from '../../view.ts';
import type { UpdateEntitlementEndNotice } from '../schema.ts';

type Input = { params: { entitlementId: string }; body: z.output<typeof UpdateEntitlementEndNotice> };

/**
 * Sets how many days before its end a term is announced. A term that was announced already is not announced again. Emits
 * entitlement.updated.
 */
export const updateEntitlementEndNotice = async (call: ActCall, { params, body }: Input) => {
  const old = requireFound(await lockEntitlement(call.db, params.entitlementId), 'entitlement');
  call.checkVersion(old.version);
  const { alertDaysBeforeEnd } = body;
  if (alertDaysBeforeEnd === old.info.alertDaysBeforeEnd) return viewEntitlement(call.orgId, old);
  const info = { ...old.info, alertDaysBeforeEnd };
  return (await changeEntitlement(call, old, { info }, 'entitlement.updated')).view;
};
