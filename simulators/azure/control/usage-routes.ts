import { z } from 'zod';
import { type ControlRoutes, controlError, readControlBody } from '../../kit/control.ts';
import { change } from '../../kit/simulation.ts';
import { usageLineKey } from '../metering/list-usage.ts';
import { type AzureChange, type AzureTables, reconStatuses, type UsageEvent } from '../state.ts';

const lineBody = z.strictObject({
  subscriptionId: z.string().min(1),
  planId: z.string().optional(),
  dimension: z.string().min(1),
  /** YYYY-MM-DD. */
  day: z.iso.date(),
});
const verdictBody = lineBody.extend({
  /** Null: the default verdict. */
  reconStatus: z.enum(reconStatuses).nullable(),
  /** By default everything for Accepted and nothing for the others; required for Mismatch. */
  processedQuantity: z.number().min(0).optional(),
});
const lostBody = lineBody.extend({ hour: z.int().min(0).max(23).optional() });

type Line = z.output<typeof lineBody>;

const eventsOf = (transaction: AzureChange, { subscriptionId, planId, dimension, day }: Line): UsageEvent[] => {
  const found = transaction
    .list('usage')
    .filter((row) => row.subscriptionId === subscriptionId && row.dimension === dimension)
    .filter((row) => (planId ?? row.planId) === row.planId && new Date(row.hour).toISOString().startsWith(day));
  if (found.length === 0) throw controlError(404, 'no usage of that day was accepted');
  return found;
};

/** What happens to accepted usage in Microsoft's pipeline. */
export const usageRoutes: ControlRoutes<AzureTables> = {
  'POST /usage/verdict': ({ simulation, body }) => {
    const { reconStatus, processedQuantity, ...line } = readControlBody(verdictBody, body);
    if (reconStatus === 'Mismatch' && !processedQuantity)
      throw controlError(400, 'processedQuantity: both quantities of a Mismatch are above 0');
    return change(simulation, (transaction) => {
      const events = eventsOf(transaction, line);
      const submitted = events.reduce((sum, { quantity }) => sum + quantity, 0);
      const ids = [...new Set(events.map(usageLineKey))];
      for (const id of ids) {
        if (reconStatus === null) transaction.remove('usageVerdicts', id);
        else {
          const processed = processedQuantity ?? (reconStatus === 'Accepted' ? submitted : 0);
          transaction.put('usageVerdicts', { id, reconStatus, processedQuantity: processed });
        }
      }
      return { value: { lines: ids } };
    });
  },

  'POST /usage/lose': ({ simulation, body }) => {
    const { hour, ...line } = readControlBody(lostBody, body);
    return change(simulation, (transaction) => {
      const lost = eventsOf(transaction, line).filter(
        (row) => hour === undefined || new Date(row.hour).getUTCHours() === hour,
      );
      for (const { id } of lost) transaction.remove('usage', id);
      return { value: { lost: lost.length } };
    });
  },
};
