import type { ActCall } from './call.ts';

/** A call for side effects on other entities that happen before the change that the audit row is about. */
export const recordsAround = (call: ActCall): ActCall => ({
  ...call,
  recordChange: (change) => call.recordChange({ ...change, around: true }),
});

/** A call that tracks whether anything was changed through it. */
export const watchChanges = (call: ActCall): { call: ActCall; hasChanged: () => boolean } => {
  let changed = false;
  const recordChange: ActCall['recordChange'] = (change) => {
    changed = true;
    call.recordChange(change);
  };
  return { call: { ...call, recordChange }, hasChanged: () => changed };
};
