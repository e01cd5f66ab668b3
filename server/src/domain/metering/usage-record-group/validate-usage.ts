import type { ReadCall } from '../../../contract/call.ts';
import { badRequest, type Fault } from '../../../kit/errors.ts';
import { boundFaults, checkUsages, findStored, inBatch, readBatch, readIds } from './actions/report-usage.ts';
import { createOwnerReader } from './parse-usage.ts';

/** Finds what `reportUsageBatch` would refuse, with the same checks, and stores nothing. Returns "" if it is nothing. */
export const validateUsageBatch = async (call: ReadCall, { body }: { body: unknown }): Promise<''> => {
  const raws = readBatch(body);
  const faults: Fault[] = [];
  const source = { at: String, ownerOf: createOwnerReader(), ...inBatch };
  let unnamed = 0;
  // A blank cannot be in an id that a caller sends.
  const ids = readIds(() => `new ${unnamed++}`, raws, source.at, faults);
  const stored = await findStored(call.db, raws, ids, new Set(ids.filter((id) => id !== undefined)), source, faults);
  await checkUsages(call, raws, ids, (id) => !stored.has(id), source, faults);
  if (faults.length > 0) throw badRequest(boundFaults(faults));
  return '';
};
