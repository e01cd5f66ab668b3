/** A refusal sent as an AWS exception. `fields` are further members of the error body. */
export type AwsFailure = {
  name: string;
  status: number;
  message: string;
  fields: Record<string, unknown>;
};

const failures = new WeakMap<Error, AwsFailure>();

/** Creates the error to throw for an AWS exception; the HTTP status is that of the service's model. */
export const awsError = (
  name: string,
  status: number,
  message: string,
  fields: Record<string, unknown> = {},
): Error => {
  const error = new Error(message);
  error.name = name;
  failures.set(error, { name, status, message, fields });
  return error;
};

/** The AWS exception of a thrown value, or null if it is a bug of the simulator. */
export const awsFailureOf = (error: unknown): AwsFailure | null =>
  error instanceof Error ? (failures.get(error) ?? null) : null;
