import { awsError } from '../errors.ts';

/**
 * The refusals of the metering service: all are 400 except the one for which the official SDK's schema defines another
 * status.
 */
export const refuse = (name: string, message: string): Error =>
  awsError(name, name === 'IdempotencyConflictException' ? 409 : 400, message);

/** A violated constraint of the model, in AWS's wording. */
export const invalidMember = (path: string, constraint: string): Error =>
  awsError(
    'ValidationException',
    400,
    `1 validation error detected: Value at '${path}' failed to satisfy constraint: ${constraint}`,
  );
