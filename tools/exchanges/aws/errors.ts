import type { Operation, ServiceModel } from './service-model.ts';

/**
 * Errors that any AWS service may return, with their statuses: "Common Errors" of the API references, and errors that
 * the protocols (Smithy, AWS JSON and REST JSON) return before a service is called.
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
  // A violated constraint of a model is refused before the service sees the request, whatever its operation declares.
  ValidationException: [400],
};

/**
 * Statuses of errors that the published models omit because the protocol does not need them; the schemas of the
 * official SDK for JavaScript have them (`httpError`). Otherwise the protocol's default applies: 500 for a service
 * fault, else 400.
 */
const usual: Record<string, number> = {
  AccessDeniedException: 403,
  ConflictException: 409,
  InternalServerException: 500,
  ResourceNotFoundException: 404,
  ServiceQuotaExceededException: 402,
  ThrottlingException: 429,
  ValidationException: 400,
};
const statuses: Record<string, Record<string, number>> = {
  'Marketplace Agreement': usual,
  'PartnerCentral Account': usual,
  'PartnerCentral Selling': usual,
  'Marketplace Metering': { IdempotencyConflictException: 409 },
};

/** The statuses with which an operation may return an error; null if it never returns that error. */
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
