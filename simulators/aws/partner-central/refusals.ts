import { awsError } from '../errors.ts';
import type { Problem, ProblemCode } from './shape.ts';

/**
 * The refusals of the Selling service (model partnercentral-selling): ValidationException names its reason and every
 * field that is wrong.
 */
const validation = (Reason: string, problems: Problem[]): Error => {
  const ErrorList = problems.map(({ code, field, message }) => ({
    ...(field === '' ? {} : { FieldName: field }),
    Message: `${field === '' ? 'The request' : field} ${message}.`,
    Code: code,
  }));
  const [first] = ErrorList;
  const more = ErrorList.length > 1 ? ` And ${ErrorList.length - 1} more.` : '';
  return awsError('ValidationException', 400, `${first?.Message ?? 'The request is invalid.'}${more}`, {
    Reason,
    ErrorList,
  });
};

/** The request does not match the model. */
export const malformed = (problems: Problem[]): Error => validation('REQUEST_VALIDATION_FAILED', problems);

/** The request breaks business rules. */
export const notAllowed = (problems: Problem[]): Error => validation('BUSINESS_VALIDATION_FAILED', problems);

/** The request breaks one business rule. */
export const refuse = (code: ProblemCode, field: string, message: string): Error =>
  notAllowed([{ code, field, message }]);

export const notFound = (what: string): Error =>
  awsError('ResourceNotFoundException', 404, `${what} does not exist in this account and catalog.`);

export const conflict = (message: string): Error => awsError('ConflictException', 409, message);

export const accessDenied = (message: string): Error => awsError('AccessDeniedException', 403, message);
