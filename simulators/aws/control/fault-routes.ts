import { z } from 'zod';
import { controlError } from '../errors.ts';
import { faultNames } from '../faults.ts';
import { change } from '../simulation.ts';
import type { Fault, Json } from '../state.ts';
import { type ControlRoutes, readControlBody } from './route.ts';

const faultBody = z.looseObject({
  name: z.enum(Object.keys(faultNames) as [string, ...string[]]),
  count: z.union([z.int().min(1), z.null()]).default(1),
  operation: z.string().min(1).optional(),
  accountId: z.string().min(1).optional(),
});

/** Faults: what the simulator is told to do wrong. */
export const faultRoutes: ControlRoutes = {
  'GET /fault': ({ simulation }) => ({ value: { known: faultNames, faults: simulation.store.list('faults') } }),

  'POST /fault': ({ simulation, body }) => {
    // A form sends its count as text.
    const count = typeof body.count === 'string' ? Number(body.count) : body.count;
    const given = count === undefined ? body : { ...body, count };
    const { name, count: remaining, operation, accountId, ...options } = readControlBody(faultBody, given as Json);
    return change(simulation, (transaction) => {
      const fault: Fault = {
        id: `fault-${transaction.ids.text(10)}`,
        name,
        remaining,
        operation: operation ?? null,
        accountId: accountId ?? null,
        options: options as Json,
        struck: 0,
      };
      transaction.put('faults', fault);
      return { value: fault, created: true };
    });
  },

  'DELETE /fault/:id': ({ simulation, params }) =>
    change(simulation, (transaction) => {
      if (!transaction.get('faults', params.id ?? '')) throw controlError(404, `there is no fault ${params.id}`);
      transaction.remove('faults', params.id ?? '');
      return { value: {} };
    }),

  'DELETE /fault': ({ simulation }) =>
    change(simulation, (transaction) => {
      for (const fault of transaction.list('faults')) transaction.remove('faults', fault.id);
      return { value: {} };
    }),
};
