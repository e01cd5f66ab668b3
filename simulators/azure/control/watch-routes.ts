import type { ControlRoutes } from '../../kit/control.ts';
import type { AzureTables } from '../state.ts';

/** The history: operations, jobs, usage. */
export const watchRoutes: ControlRoutes<AzureTables> = {
  'GET /operation': ({ simulation, query }) => {
    const rows = simulation.store.list('operations');
    const { subscriptionId } = query;
    return {
      value: { operations: rows.filter((row) => (subscriptionId ?? row.subscriptionId) === row.subscriptionId) },
    };
  },

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
