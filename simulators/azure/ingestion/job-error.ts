import type { JobError } from '../state.ts';

const problems = new WeakMap<Error, JobError[]>();

/** Why a resource of a job cannot be processed. */
export const jobError = (code: string, ...messages: string[]): Error => {
  const error = new Error(messages.join(' '));
  problems.set(
    error,
    messages.map((message) => ({ code, message })),
  );
  return error;
};

/** The job errors of a thrown value; a bug of the simulator is rethrown. */
export const jobErrorsOf = (error: unknown): JobError[] => {
  const found = error instanceof Error ? problems.get(error) : undefined;
  if (!found) throw error;
  return found;
};
