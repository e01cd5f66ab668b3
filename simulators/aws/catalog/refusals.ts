import { awsError } from '../errors.ts';

/** The refusals of the Catalog API with the status of its model. */

export type ValidationField = {
  Reason: 'UnknownOperation' | 'CannotParse' | 'FieldValidationFailed' | 'Other';
  EntityType?: string;
  EntityId?: string;
  ChangeType?: string;
  Field?: string;
  Message: string;
};

export function invalid(message: string, fields: ValidationField[] = []): Error {
  return awsError(
    'ValidationException',
    422,
    message,
    fields.length > 0 ? { ValidationExceptionFieldList: fields } : {},
  );
}

export function notFound(message: string): Error {
  return awsError('ResourceNotFoundException', 404, message);
}

export function inUse(message: string): Error {
  return awsError('ResourceInUseException', 423, message);
}
