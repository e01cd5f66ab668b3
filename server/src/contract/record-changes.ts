import type { ActCall } from './call.ts';

/** The same call for what changes around the entity that the audit row is about, though it changes first. */
export const recordsAround = (call: ActCall): ActCall => ({
  ...call,
  recordChange: (change) => call.recordChange({ ...change, around: true }),
});

/** The same call, and whether something was changed in it. */
export const watchChanges = (call: ActCall): { call: ActCall; hasChanged: () => boolean } => {
  let changed = false;
  const recordChange: ActCall['recordChange'] = (change) => {
    changed = true;
    call.recordChange(change);
  };
  return { call: { ...call, recordChange }, hasChanged: () => changed };
};
