import { awsError } from '../errors.ts';

/** The refusals of the metering service: all are 400 but the one that the official SDK's schema gives a status of its own. */
export const refuse = (name: string, message: string): Error =>
  awsError(name, name === 'IdempotencyConflictException' ? 409 : 400, message);

/** A constraint of the model is broken, in the words of AWS. */
export const invalidMember = (path: string, constraint: string): Error =>
  awsError(
    'ValidationException',
    400,
    `1 validation error detected: Value at '${path}' failed to satisfy constraint: ${constraint}`,
  );
