import { controlError } from '../errors.ts';
import { putDelivery } from '../events.ts';
import { change } from '../simulation.ts';
import type { ControlRoutes } from './route.ts';

/** The events that were sent, with how their delivery stands. */
export const eventRoutes: ControlRoutes = {
  'GET /events': ({ simulation, query }) => {
    const { store } = simulation;
    const events = store
      .list('deliveries')
      .map((delivery) => ({ ...delivery, event: store.get('events', delivery.eventId) }))
      .filter(({ event }) => query.accountId === undefined || event?.accountId === query.accountId)
      .filter((delivery) => query.status === undefined || delivery.status === query.status)
      .map(({ id, eventId, event, ...delivery }) => ({
        deliveryId: id,
        eventId,
        accountId: event?.accountId,
        detailType: event?.envelope['detail-type'],
        ...delivery,
        envelope: event?.envelope,
      }));
    return { value: { count: events.length, events } };
  },

  'POST /event/:id/resend': ({ simulation, params }) =>
    change(simulation, (transaction) => {
      const event = transaction.get('events', params.id ?? '');
      if (!event) throw controlError(404, `there is no event ${params.id}`);
      const copies = transaction.list('deliveries').filter((delivery) => delivery.eventId === event.id).length;
      const delivery = {
        id: `${event.id}#${copies + 1}`,
        eventId: event.id,
        status: 'PENDING' as const,
        attempts: 0,
        nextWall: transaction.wall,
        deliveredWall: null,
        lastStatus: null,
        lastError: null,
      };
      putDelivery(transaction, delivery);
      return { value: delivery, created: true };
    }),
};
