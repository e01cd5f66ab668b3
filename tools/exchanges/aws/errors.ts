import type { Operation, ServiceModel } from './service-model.ts';

/**
 * Errors that any service of AWS may answer, with their statuses: "Common Errors" of the API references, and what the
 * protocols (Smithy, AWS JSON and REST JSON) answer before a service is asked.
 */
const commonErrors: Record<string, readonly number[]> = {
  AccessDeniedException: [400, 403],
  ExpiredTokenException: [400, 403],
  IncompleteSignatureException: [400, 403],
  InternalFailure: [500],
  InvalidSignatureException: [400, 403],
  MissingAuthenticationTokenException: [400, 403],
  OptInRequired: [403],
  RequestAbortedException: [400],
  RequestEntityTooLargeException: [413],
  RequestTimeoutException: [408],
  SerializationException: [400],
  ServiceUnavailable: [503],
  ThrottlingException: [400, 429],
  UnknownOperationException: [400, 404],
  UnrecognizedClientException: [400, 403],
  // What breaks a constraint of a model is refused before the service sees it, whatever its operation declares.
  ValidationException: [400],
};

/**
 * Statuses of errors that the published models leave out where the protocol does not need them; the schemas of the
 * official SDK for JavaScript name them (`httpError`). Elsewhere the protocol's: 500 where the service is to blame, else 400.
 */
const statuses: Record<string, Record<string, number>> = {
  'Marketplace Agreement': {
    AccessDeniedException: 403,
    ConflictException: 409,
    InternalServerException: 500,
    ResourceNotFoundException: 404,
    ServiceQuotaExceededException: 402,
    ThrottlingException: 429,
    ValidationException: 400,
  },
  'Marketplace Metering': { IdempotencyConflictException: 409 },
};

/** The statuses under which an operation may answer an error; null where it does not answer it at all. */
export const statusesOf = (
  model: ServiceModel,
  operation: Operation | null,
  error: string,
): readonly number[] | null => {
  const shape = operation?.errors?.some(({ shape: name }) => name === error) ? model.shapes[error] : undefined;
  if (!shape) return Object.hasOwn(commonErrors, error) ? (commonErrors[error] ?? null) : null;
  const own = shape.error?.httpStatusCode ?? statuses[model.metadata.serviceId]?.[error];
  return [own ?? (shape.fault ? 500 : 400)];
};
