import { controlError } from '../../kit/control.ts';
import { change } from '../../kit/simulation.ts';
import { apiVersion } from '../events/emit.ts';
import type { Json, Kind, StripeCall, StripeSimulation, Thing } from '../state.ts';
import { refusedBy } from '../wire/errors.ts';

/**
 * Performs a person's action in Stripe's dashboard on one object; refusals of the API become refusals of the control
 * API.
 */
export const actOn = <R>(
  simulation: StripeSimulation,
  target: { kind: Kind; id: string },
  run: (call: StripeCall, thing: Thing) => R,
): R => {
  const thing = simulation.store.get(target.kind, target.id);
  if (!thing || thing.wire.deleted === true) throw controlError(404, `there is no ${target.kind} ${target.id}`);
  return actFor(simulation, thing.accountId, { id: thing.id }, (call) => run(call, thing));
};

/** Performs a person's action in Stripe's dashboard for an account. */
export const actFor = <R>(
  simulation: StripeSimulation,
  accountId: string,
  path: Record<string, string>,
  run: (call: StripeCall) => R,
  params: Json = {},
): R => {
  const account = simulation.store.get('accounts', accountId);
  if (!account) throw controlError(404, `there is no account ${accountId}`);
  try {
    return change(simulation, (tx) =>
      run({ tx, account, params, path, version: apiVersion, requestId: null, idempotencyKey: null }),
    );
  } catch (error) {
    const refused = refusedBy(error);
    if (!refused) throw error;
    throw controlError(refused.status === 404 ? 404 : 409, String(refused.error.message));
  }
};
