import { awsError } from '../errors.ts';

/** The refusals of the Agreement API. `reason` is one of ValidationExceptionReason. */
export const invalid = (reason: string, message: string, field?: string): Error => {
  const fields = field === undefined ? [] : [{ name: field, message }];
  return awsError('ValidationException', 400, message, { reason, fields });
};

export const agreementNotFound = (id: string): Error =>
  awsError('ResourceNotFoundException', 404, `Agreement ${id} does not exist.`, {
    resourceId: id,
    resourceType: 'Agreement',
  });

export const requestNotFound = (id: string): Error =>
  awsError('ResourceNotFoundException', 404, `Cancellation request ${id} does not exist.`, {
    resourceId: id,
    resourceType: 'AgreementCancellationRequest',
  });

export const conflict = (message: string, resourceType: string, resourceId: string): Error =>
  awsError('ConflictException', 409, message, { resourceType, resourceId });
