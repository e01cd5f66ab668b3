import type { ActCall } from '../../../contract/call.ts';
import type { Fault } from '../../../kit/errors.ts';
import { encodeId } from '../../../kit/ids.ts';

type Given = string | null | undefined;

/** Faults of ids in a body that are also in the path: each must be equal to it, empty or absent. */
export const repeatedIdFaults = (
  call: Pick<ActCall, 'orgId'>,
  entitlementId: string,
  given: { organizationID?: Given } & Readonly<Record<string, Given>>,
): Fault[] =>
  Object.entries(given).flatMap(([path, value]) => {
    const expected = path === 'organizationID' ? encodeId('org', call.orgId) : encodeId('ent', entitlementId);
    if (!value || value === expected) return [];
    return [{ path, code: 'other_id', message: `must be the ID in the path, ${expected}, or absent` }];
  });
