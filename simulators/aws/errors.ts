/** A refusal that leaves as an AWS exception. `fields` are further members of the error body. */
export type AwsFailure = {
  name: string;
  status: number;
  message: string;
  fields: Record<string, unknown>;
};

const failures = new WeakMap<Error, AwsFailure>();

/** Makes the error to throw for an AWS exception; the HTTP status is the one of the service's model. */
export function awsError(name: string, status: number, message: string, fields: Record<string, unknown> = {}): Error {
  const error = new Error(message);
  error.name = name;
  failures.set(error, { name, status, message, fields });
  return error;
}

/** The AWS exception behind a thrown value, or null when it is a fault of the simulator itself. */
export function awsFailureOf(error: unknown): AwsFailure | null {
  return error instanceof Error ? (failures.get(error) ?? null) : null;
}

/** A business refusal of the control API: what the buyer or operator asked for is not possible now. */
export function controlError(status: number, message: string): Error {
  return awsError('ControlError', status, message);
}
