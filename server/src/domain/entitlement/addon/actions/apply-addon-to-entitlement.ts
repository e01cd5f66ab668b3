import type { ActCall } from '../../../../contract/call.ts';
import { requireCapability } from '../../../../contract/capabilities.ts';
import { scheduleDue } from '../../../../engine/due-store.ts';
import { badRequest, Refusal, requireFound } from '../../../../kit/errors.ts';
import { nextStatus } from '../../../../kit/transitions.ts';
import { changeEntitlement } from '../../change.ts';
import { directBillKind } from '../../direct-purchase/direct-purchase.ts';
import { entitlementTransitions } from '../../states.ts';
import { lockEntitlement } from '../../store.ts';
import { viewEntitlement } from '../../view.ts';
import { type Addon, addonFaults, addonsMax, differencesOf } from '../addon.ts';

type Input = { params: { entitlementId: string }; body: Addon };

/**
 * Records a one-off charge of a directly billed entitlement. An addon whose id is stored with the same content changes
 * nothing; with other content, 409. Emits entitlement.updated.
 */
export const applyAddonToEntitlement = async (call: ActCall, { params, body }: Input) => {
  const old = requireFound(await lockEntitlement(call.db, params.entitlementId), 'entitlement');
  call.checkVersion(old.version);
  requireCapability('entitlementAddon', old.partner);
  nextStatus('Entitlement', entitlementTransitions, 'applyAddon', old);
  const addons = old.info.addons ?? [];
  const stored = body.id === undefined ? undefined : addons.find(({ id }) => id === body.id);
  if (stored) {
    const differs = differencesOf(stored, body);
    if (differs.length === 0) return viewEntitlement(call.orgId, old);
    const message = `An addon with this id is stored with other content (${differs.join(', ')}); use another id.`;
    throw new Refusal('Conflict', message, { reason: 'ID_CONFLICT', id: stored.id, differs });
  }
  const faults = addonFaults(body, old, call.now);
  if (faults.length > 0) throw badRequest(faults);
  if (addons.length >= addonsMax)
    throw new Refusal('Conflict', `An entitlement has at most ${addonsMax} addons.`, {
      reason: 'TOO_MANY',
      limit: addonsMax,
    });
  const addon = { ...body, id: body.id ?? call.newId(), chargeOn: body.chargeOn ?? call.now.toISOString() };
  const info = { ...old.info, addons: [...addons, addon] };
  await scheduleDue(call.db, directBillKind, old.id, call.now);
  return (await changeEntitlement(call, old, { info }, 'entitlement.updated')).view;
};
