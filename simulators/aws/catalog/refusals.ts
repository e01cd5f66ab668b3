import { awsError } from '../errors.ts';

/** The refusals of the Catalog API, with their HTTP status in the model. */

export type ValidationField = {
  Reason: 'UnknownOperation' | 'CannotParse' | 'FieldValidationFailed' | 'Other';
  EntityType?: string;
  EntityId?: string;
  ChangeType?: string;
  Field?: string;
  Message: string;
};

export const invalid = (message: string, fields: ValidationField[] = []): Error =>
  awsError('ValidationException', 422, message, fields.length > 0 ? { ValidationExceptionFieldList: fields } : {});

export const notFound = (message: string): Error => awsError('ResourceNotFoundException', 404, message);

export const inUse = (message: string): Error => awsError('ResourceInUseException', 423, message);
