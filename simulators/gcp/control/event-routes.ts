import { type ControlRoutes, controlError } from '../../kit/control.ts';
import { change } from '../../kit/simulation.ts';
import type { GcpTables } from '../state.ts';

/** What has gone out by Pub/Sub, and the usage that was taken. */
export const eventRoutes: ControlRoutes<GcpTables> = {
  'GET /events': ({ simulation, query }) => {
    const events = simulation.store
      .list('deliveries')
      .filter(({ accountId }) => query.accountId === undefined || accountId === query.accountId)
      .filter(({ status }) => query.status === undefined || status === query.status);
    return { value: { count: events.length, events } };
  },

  'POST /event/:id/resend': ({ simulation, params }) =>
    change(simulation, (transaction) => {
      const delivery = transaction.get('deliveries', params.id ?? '');
      if (!delivery) throw controlError(404, `there is no event ${params.id}`);
      const again = { ...delivery, status: 'PENDING' as const, attempts: 0, nextWall: transaction.wall };
      transaction.put('deliveries', again);
      return { value: again };
    }),

  'GET /journal/metering': ({ simulation, query }) => {
    const records = simulation.store
      .list('usage')
      .filter(({ sellerId }) => query.accountId === undefined || sellerId === query.accountId)
      .filter(({ entitlementId }) => query.orderId === undefined || entitlementId === query.orderId);
    return { value: { count: records.length, records } };
  },
};
