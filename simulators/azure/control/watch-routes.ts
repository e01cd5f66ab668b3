import { type ControlRoutes, controlError } from '../../kit/control.ts';
import { change } from '../../kit/simulation.ts';
import type { AzureTables } from '../state.ts';

/** What has happened: operations, webhook calls, jobs, usage. */
export const watchRoutes: ControlRoutes<AzureTables> = {
  'GET /operation': ({ simulation, query }) => {
    const rows = simulation.store.list('operations');
    const { subscriptionId } = query;
    return {
      value: { operations: rows.filter((row) => (subscriptionId ?? row.subscriptionId) === row.subscriptionId) },
    };
  },

  'GET /message': ({ simulation, query }) => {
    const rows = simulation.store.list('deliveries').filter((row) => (query.status ?? row.status) === row.status);
    const messages = rows.filter((row) => (query.accountId ?? row.accountId) === row.accountId);
    return { value: { count: messages.length, messages } };
  },
  'POST /message/:id/resend': ({ simulation, params }) =>
    change(simulation, (transaction) => {
      const delivery = transaction.get('deliveries', params.id ?? '');
      if (!delivery) throw controlError(404, 'there is no such message');
      const value = { ...delivery, status: 'PENDING' as const, attempts: 0, nextWall: transaction.wall };
      transaction.put('deliveries', value);
      return { value };
    }),

  'GET /job': ({ simulation }) => ({ value: { jobs: simulation.store.list('jobs') } }),

  'GET /journal/metering': ({ simulation, query }) => {
    const { accountId, subscriptionId } = query;
    const records = simulation.store
      .list('usage')
      .filter((row) => (accountId ?? row.publisherId) === row.publisherId)
      .filter((row) => (subscriptionId ?? row.subscriptionId) === row.subscriptionId)
      .map(({ id, publisherId, hour, acceptedAt, ...row }) => ({
        key: id,
        accountId: publisherId,
        ...row,
        hour: new Date(hour).toISOString(),
        acceptedAt: new Date(acceptedAt).toISOString(),
      }));
    return { value: { count: records.length, records } };
  },
};
