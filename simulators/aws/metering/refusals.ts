import { awsError } from '../errors.ts';

/** The refusals of the metering service: its model gives no statuses, so that all of them are 400. */
export function refuse(name: string, message: string): Error {
  return awsError(name, 400, message);
}

/** A constraint of the model is broken, in the words of AWS. */
export function invalidMember(path: string, constraint: string): Error {
  return awsError(
    'ValidationException',
    400,
    `1 validation error detected: Value at '${path}' failed to satisfy constraint: ${constraint}`,
  );
}
