import type { z } from 'zod';
import type { ActCall } from '../../../../contract/call.ts';
import { marketplacesThatCan, requireCapability } from '../../../../contract/capabilities.ts';
import type { EventName } from '../../../../contract/events.ts';
import type { WorkloadMetaInfo } from '../../../../contract/reference/meta-info.ts';
import { startOnce } from '../../../../engine/start-once.ts';
import { Refusal, requireFound } from '../../../../kit/errors.ts';
import { encodeId } from '../../../../kit/ids.ts';
import { nextStatus } from '../../../../kit/transitions.ts';
import { changeEntitlement } from '../../change.ts';
import { directPartners } from '../../direct-purchase/direct-purchase.ts';
import { endPurchase } from '../../direct-purchase/end-purchase.ts';
import { type Entitlement, withoutMessages } from '../../entitlement.ts';
import { entitlementIs, entitlementTransitions } from '../../states.ts';
import { lockEntitlement } from '../../store.ts';
import { type EntitlementView, viewEntitlement } from '../../view.ts';
import type { CancelEntitlement } from '../schema.ts';
import { requestCancellation } from './request-cancellation.ts';

/** Events of a cancellation that needs no answer of the buyer. */
export const scheduledEvents = ['entitlement.cancelled', 'entitlement.cancel_requested'] as const satisfies EventName[];

/** Events that a cancellation may emit. */
export const cancelEvents = [...scheduledEvents, 'cancellation_request.created'] as const satisfies EventName[];

/** GCP: the order's id, by which Google's support finds it. */
const orderIdOf = ({ info, external_id: externalId }: Entitlement): string => {
  const id = info.gcpEntitlements?.[0]?.orderId;
  return typeof id === 'string' && id !== '' ? id : (externalId ?? '');
};

/** 409 with what the seller can do by hand, for marketplaces that end a purchase only by hand. */
const refuseByHand = (entitlement: Entitlement): void => {
  const { partner } = entitlement;
  if (partner !== 'GCP') return;
  const orderId = orderIdOf(entitlement);
  const message =
    `Google Cloud has no API that ends an order. Ask Google's Partner Support Desk to cancel order ${orderId} of the Marketplace, ` +
    'and say whether a refund is required; Google then tells the buyer to confirm it under Your Orders in the Cloud Console. ' +
    'The entitlement follows when Google Cloud reports the end.';
  const possible = marketplacesThatCan('entitlementCancel');
  throw new Refusal('Conflict', message, { capability: 'entitlementCancel', partner, possible, orderId });
};

/** AZURE: whether Microsoft lets the publisher end the subscription, as it was last read. */
export const requireOperation = (entitlement: Entitlement, operation: 'Delete' | 'Update'): void => {
  const allowed = entitlement.info.azureSubscriptions?.[0]?.allowedCustomerOperations;
  if (!Array.isArray(allowed) || allowed.includes(operation)) return;
  const what = operation === 'Delete' ? 'end' : 'change';
  const message =
    `Microsoft does not let the publisher ${what} this subscription: its allowedCustomerOperations are ` +
    `${allowed.join(', ') || 'empty'}, without ${operation}. The buyer can do it in the Azure portal.`;
  throw new Refusal('Conflict', message, { partner: entitlement.partner, allowedCustomerOperations: allowed });
};

/**
 * Begins to end an entitlement at once: direct billing ends it here, AZURE is asked to end the subscription. `meta`:
 * metadata to store with it; `at`: when a direct purchase ends, by default now. Emits entitlement.cancelled or entitlement.cancel_requested.
 */
export const beginCancel = async (
  call: ActCall,
  old: Entitlement,
  { meta = old.meta_info, at }: { meta?: WorkloadMetaInfo; at?: Date } = {},
): Promise<EntitlementView> => {
  if (directPartners.includes(old.partner)) return endPurchase(call, old, { meta, at });
  const options = { entityId: encodeId('ent', old.id), partner: old.partner };
  if (entitlementIs.cancelling(old.status)) {
    if (await startOnce(call, 'entitlement.cancel', { entitlementId: old.id }, options))
      call.recordChange({ type: 'ent', id: options.entityId, before: null, after: { isSentAgain: true } });
    return viewEntitlement(call.orgId, old);
  }
  const status = nextStatus('Entitlement', entitlementTransitions, 'cancel', old);
  const change = { status, status_before: old.status, ...withoutMessages({ meta_info: meta }) };
  const { view } = await changeEntitlement(call, old, change, 'entitlement.cancel_requested');
  await startOnce(call, 'entitlement.cancel', { entitlementId: old.id }, options);
  return view;
};

/**
 * Cancels an entitlement the way its partner does: direct billing ends at once; AZURE ends the subscription; where there are
 * requests to cancel (AWS) the buyer is asked, and the entitlement stays as it is until the request is approved. Idempotent while a cancellation is
 * in progress. Emits `cancelEvents`.
 */
export const cancelEntitlement = async (
  call: ActCall,
  { params, body }: { params: { entitlementId: string }; body: z.output<typeof CancelEntitlement> | undefined },
): Promise<EntitlementView> => {
  const old = requireFound(await lockEntitlement(call.db, params.entitlementId), 'entitlement');
  call.checkVersion(old.version);
  const isDirect = directPartners.includes(old.partner);
  const isByRequest = marketplacesThatCan('cancellationRequest').some((code) => code === old.partner);
  if (!isDirect) {
    refuseByHand(old);
    requireCapability('entitlementCancel', old.partner);
  }
  if (entitlementIs.cancelling(old.status) && (isDirect || isByRequest)) return viewEntitlement(call.orgId, old);
  if (!isByRequest) {
    if (!isDirect && !entitlementIs.cancelling(old.status)) requireOperation(old, 'Delete');
    return beginCancel(call, old);
  }
  nextStatus('Entitlement', entitlementTransitions, 'requestCancellation', old);
  return requestCancellation(call, old, body?.info ?? {});
};
