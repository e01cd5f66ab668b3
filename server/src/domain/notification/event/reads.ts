import type { z } from 'zod';
import type { ReadCall } from '../../../contract/call.ts';
import type { Followed, FollowFrom } from '../../../contract/endpoint.ts';
import type { EventName } from '../../../contract/events.ts';
import { badRequest, type Fault, Refusal } from '../../../kit/errors.ts';
import { encodeId } from '../../../kit/ids.ts';
import { type Cursor, readCursor, refuseGap, writeCursor } from './cursor.ts';
import type { StoredEvent } from './event.ts';
import { lackingOf, namesOfType, permissionsOfData, readableEvents } from './event-permissions.ts';
import { type DomainEvent, type EventListParams, eventsMax } from './schema.ts';
import { type EventFilter, type EventsRead, findEventsAfter, findLatestPlace } from './store.ts';

type Query = z.output<typeof EventListParams>;

const standardLimit = 100;
/** Events that a stream reads at once. */
const streamedAtOnce = 500;

/** The events that are asked for. Throws 400 for a type that does not exist, 403 for one that the caller may not see. */
const filterOf = ({ membership }: ReadCall, { types, entityId }: Query): EventFilter => {
  const entity = entityId || undefined;
  if (!types) return { names: readableEvents(membership), entityId: entity };
  const faults: Fault[] = [];
  const names = types
    .split(',')
    .map((type) => type.trim())
    .flatMap((type) => {
      const named = namesOfType(type);
      const message = `${type.slice(0, 60)} is not an event type; the OpenAPI document lists them in DomainEvent.type`;
      if (named.length === 0) faults.push({ path: 'types', code: 'choice', message });
      return named;
    });
  if (faults.length > 0) throw badRequest(faults);
  for (const name of names) {
    const lacking = lackingOf(membership, permissionsOfData(name));
    if (lacking.length > 0) throw new Refusal('Forbidden', `${name} needs the permission ${lacking.join(', ')}.`);
  }
  return { names: [...new Set(names)], entityId: entity };
};

const viewEvent = (orgId: string, event: StoredEvent): z.input<typeof DomainEvent> => ({
  id: encodeId('event', event.id),
  type: event.name as EventName,
  time: event.creation_time.toISOString(),
  organizationID: encodeId('org', orgId),
  entityType: event.entity_type,
  entityId: event.entity_id,
  entityVersion: event.version,
  actor: event.actor,
  data: event.payload,
});

const cursorOf = ({ reached, present }: EventsRead): string =>
  writeCursor({ sequence: reached, seconds: present.seconds });

const fromTheOldest: Cursor = { sequence: 0, seconds: Number.MAX_SAFE_INTEGER };

/** A page of the events that are kept, oldest first. */
export const listEvents = async (call: ReadCall, { query }: { query: Query }) => {
  const filter = filterOf(call, query);
  const limit = Math.min(query.limit ? Number(query.limit) : standardLimit, eventsMax);
  const after = query.cursor ? readCursor(query.cursor, 'cursor') : fromTheOldest;
  const read = await findEventsAfter(call.db, after.sequence, filter, limit);
  refuseGap(after, 'cursor', read.present);
  return {
    data: read.events.map((event) => viewEvent(call.orgId, event)),
    cursor: cursorOf(read),
    hasMore: read.hasMore,
  };
};

/** Where a stream begins: after the last event that the client has seen, or else after the latest one that there is. */
const beginning = async (call: ReadCall, { cursor }: Query, lastId: string | undefined): Promise<string> => {
  const latest = await findLatestPlace(call.db);
  const [given, path] = lastId ? [lastId, 'Last-Event-ID'] : [cursor, 'cursor'];
  if (!given) return writeCursor({ sequence: latest.last, seconds: latest.seconds });
  const after = readCursor(given, path);
  refuseGap(after, path, latest);
  return writeCursor(after);
};

/** Events since the last look at a stream. */
export const followEvents = async (
  call: ReadCall,
  { query }: { query: Query },
  { position, lastId }: FollowFrom,
): Promise<Followed> => {
  const filter = filterOf(call, query);
  if (position === undefined) return { items: [], position: await beginning(call, query, lastId), hasMore: true };
  const { sequence } = readCursor(position, 'cursor');
  const read = await findEventsAfter(call.db, sequence, filter, streamedAtOnce);
  const items = read.events.map((event) => ({
    id: writeCursor({ sequence: event.sequence, seconds: read.present.seconds }),
    name: event.name,
    data: viewEvent(call.orgId, event),
  }));
  return { items, position: cursorOf(read), hasMore: read.hasMore };
};
