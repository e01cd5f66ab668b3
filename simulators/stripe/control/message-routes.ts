import { type ControlRoutes, controlError } from '../../kit/control.ts';
import { change } from '../../kit/simulation.ts';
import type { StripeTables } from '../state.ts';

/** Routes that show what there is and what was sent, and send it again. */
export const messageRoutes: ControlRoutes<StripeTables> = {
  'GET /customer': ({ simulation }) => ({ value: { customers: simulation.store.list('customer') } }),
  'GET /delivery': ({ simulation }) => ({ value: { deliveries: simulation.store.list('deliveries') } }),
  'POST /event/:id/resend': ({ simulation, params }) => {
    const id = params.id ?? '';
    const sent = simulation.store.list('deliveries').filter((delivery) => delivery.id.startsWith(`${id}.`));
    if (sent.length === 0) throw controlError(404, `the event ${id} went to no endpoint`);
    return change(simulation, (tx) => {
      for (const delivery of sent)
        tx.put('deliveries', { ...delivery, status: 'PENDING', attempts: 0, nextWall: tx.wall });
      return { value: { resent: sent.length } };
    });
  },
};
