import type { ActCall } from '../../../../contract/call.ts';
import type { EventName } from '../../../../contract/events.ts';
import { healthAfter, newsOf, type ShownEnds } from '../health.ts';
import { connectionIs } from '../states.ts';
import { lockConnection } from '../store.ts';
import { saveConnection } from './save-connection.ts';

export const healthEvents = ['connection.failed', 'connection.recovered'] as const satisfies EventName[];

/**
 * Writes down how calls of an account went, where that is news; by now it may be disconnected. Emits connection.failed with the
 * first kind of calls that fails, and connection.recovered when none is left.
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
