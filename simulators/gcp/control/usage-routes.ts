import type { ControlRoutes } from '../../kit/control.ts';
import type { GcpTables } from '../state.ts';

/** The accepted usage. */
export const usageRoutes: ControlRoutes<GcpTables> = {
  'GET /journal/metering': ({ simulation, query }) => {
    const records = simulation.store
      .list('usage')
      .filter(({ sellerId }) => query.accountId === undefined || sellerId === query.accountId)
      .filter(({ entitlementId }) => query.orderId === undefined || entitlementId === query.orderId);
    return { value: { count: records.length, records } };
  },
};
