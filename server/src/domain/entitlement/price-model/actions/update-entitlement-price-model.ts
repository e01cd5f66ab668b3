import type { z } from 'zod';
import type { ActCall } from '../../../../contract/call.ts';
import { requireCapability } from '../../../../contract/capabilities.ts';
import { billableDimensionFaults, commitFaults } from '../../../../contract/reference/price-faults.ts';
import { isSameDocument } from '../../../../contract/reference/same-document.ts';
import { nextVersion } from '../../../../contract/versioned-rows.ts';
import { cancelDue, scheduleDue } from '../../../../engine/due-store.ts';
import { badRequest, type Fault, Refusal, requireFound } from '../../../../kit/errors.ts';
import { nextStatus } from '../../../../kit/transitions.ts';
import { measurePrices } from '../../direct-purchase/store.ts';
import type { Entitlement } from '../../entitlement.ts';
import { entitlementTransitions } from '../../states.ts';
import { lockEntitlement } from '../../store.ts';
import { findTerms } from '../../term/store.ts';
import { viewEntitlement } from '../../view.ts';
import { applyDuePrices, applyPrices, type Repriced, writeRepriced } from '../apply-prices.ts';
import { priceModelKind } from '../price-model.ts';
import type { UpdateEntitlementPriceModel } from '../schema.ts';

type Body = z.output<typeof UpdateEntitlementPriceModel>;
type Input = { params: { entitlementId: string }; body: Body };

const faultsOf = (body: Body, { info, end_time: end }: Entitlement, now: Date): Fault[] => {
  const { applyTime, billableDimensions, commits } = body;
  const { currency } = info;
  const faults: Fault[] = [];
  if (!billableDimensions && !commits)
    faults.push({ path: '', code: 'required', message: 'must have commits, billableDimensions, or both' });
  if (commits) faults.push(...commitFaults(commits, { path: 'commits', currency }));
  if (billableDimensions) faults.push(...billableDimensionFaults(billableDimensions, 'billableDimensions'));
  if (applyTime && applyTime < now)
    faults.push({
      path: 'applyTime',
      code: 'past',
      message: 'must not be in the past: what was used keeps its prices',
    });
  if (applyTime && end && applyTime >= end)
    faults.push({
      path: 'applyTime',
      code: 'range',
      message: `must be before the end of the entitlement, ${end.toISOString()}`,
    });
  return faults;
};

/** Prices that an entitlement had are kept for as long as it is billed, and are read together whenever it is. */
export const priceChangesMax = 500;
export const priceCharsMax = 4 * 1024 * 1024;

/** Throws 409 if the entitlement has too many former prices for others to come. */
const checkRoom = async (call: ActCall, entitlementId: string): Promise<void> => {
  const { count, chars } = await measurePrices(call.db, entitlementId);
  if (count <= priceChangesMax && chars <= priceCharsMax) return;
  const message = `The prices of an entitlement change at most ${priceChangesMax} times, and have at most ${priceCharsMax / 1024 / 1024} MiB together; create another entitlement.`;
  throw new Refusal('Conflict', message, { limit: priceChangesMax, used: count });
};

/**
 * Changes the prices of a directly billed entitlement, at once or at `applyTime`. Replaces a change that is pending.
 * Emits entitlement.updated.
 */
export const updateEntitlementPriceModel = async (call: ActCall, { params, body }: Input) => {
  const old = requireFound(await lockEntitlement(call.db, params.entitlementId), 'entitlement');
  call.checkVersion(old.version);
  requireCapability('entitlementPriceModel', old.partner);
  nextStatus('Entitlement', entitlementTransitions, 'updatePriceModel', old);
  const faults = faultsOf(body, old, call.now);
  if (faults.length > 0) throw badRequest(faults);
  const { applyTime, commits, billableDimensions } = body;
  const prices = { ...(commits && { commits }), ...(billableDimensions && { billableDimensions }) };
  const before: Repriced = { entitlement: old, terms: await findTerms(call.db, old.id) };
  const passed = await applyDuePrices(call, before);
  const isLater = applyTime && applyTime > call.now;
  const { pendingPriceModel: replaced, ...info } = passed.entitlement.info;
  const isSame = !isLater && !replaced && isSameDocument({ ...info, ...prices }, info);
  const next: Repriced = isLater
    ? {
        ...passed,
        entitlement: {
          ...passed.entitlement,
          info: { ...info, pendingPriceModel: { applyTime: applyTime.toISOString(), ...prices } },
        },
      }
    : isSame
      ? passed
      : await applyPrices(call, passed, prices, call.now);
  if (isSameDocument(next.entitlement.info, old.info)) return viewEntitlement(call.orgId, old);
  await checkRoom(call, old.id);
  if (isLater) await scheduleDue(call.db, priceModelKind, old.id, applyTime);
  else await cancelDue(call.db, priceModelKind, old.id);
  await writeRepriced(call, before, next);
  return viewEntitlement(call.orgId, nextVersion(call, old, next.entitlement));
};
