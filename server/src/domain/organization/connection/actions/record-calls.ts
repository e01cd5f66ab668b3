import type { ActCall } from '../../../../contract/call.ts';
import type { EventName } from '../../../../contract/events.ts';
import { healthAfter, newsOf, type ShownEnds } from '../health.ts';
import { connectionIs } from '../states.ts';
import { lockConnection } from '../store.ts';
import { saveConnection } from './save-connection.ts';

export const healthEvents = ['connection.failed', 'connection.recovered'] as const satisfies EventName[];

/**
 * Records the results of calls on their connection if they are news. The connection may no longer exist. Emits
 * connection.failed when the first kind of call fails, and connection.recovered when no failure is left.
 */
export const recordCalls = async (
  call: ActCall,
  { connectionId, ends }: { connectionId: string; ends: ShownEnds },
): Promise<void> => {
  const before = await lockConnection(call.db, connectionId);
  if (!before || newsOf(before, ends).size === 0) return;
  const health = healthAfter(before, ends, call.now);
  const events: EventName[] = [];
  if (health.status !== before.status)
    events.push(connectionIs.working(health.status) ? 'connection.recovered' : 'connection.failed');
  await saveConnection(call, before, health, ...events);
};
