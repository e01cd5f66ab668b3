import type { z } from 'zod';
import { controlError } from '../errors.ts';
import type { AwsSimulation } from '../simulation.ts';
import type { Json } from '../state.ts';

/** One request to the control API. */
export type ControlCall = {
  simulation: AwsSimulation;
  params: Record<string, string>;
  query: Record<string, string>;
  body: Json;
};

/** What it answers; `created` makes it 201. */
export type ControlResult = { value: unknown; created?: boolean };

/** Handlers by `<METHOD> <path below /control/aws>`; a part that begins with a colon is a parameter. */
export type ControlRoutes = Record<string, (call: ControlCall) => ControlResult>;

/** Checks the body of a control request. */
export function readControlBody<S extends z.ZodType>(schema: S, body: Json): z.output<S> {
  const result = schema.safeParse(body);
  if (result.success) return result.data;
  const problems = result.error.issues.map((issue) => `${issue.path.join('.') || 'body'}: ${issue.message}`);
  throw controlError(400, problems.join('; '));
}
