/**
 * The one place where tests make the database side fail or stop: a name and a function that throws, waits or kills the
 * process. Off unless a test sets it.
 */
export type FaultPoint =
  | 'before-begin'
  | 'before-commit'
  | 'after-commit'
  | 'step-done'
  | 'step-started'
  | 'partner-answered';

let hook: ((point: FaultPoint) => Promise<void> | void) | undefined;

export const setFaultHook = (next: ((point: FaultPoint) => Promise<void> | void) | undefined): void => {
  hook = next;
};

export const faultPoint = async (point: FaultPoint): Promise<void> => {
  if (hook) await hook(point);
};
