import { type Endpoint, reads } from '../../../contract/endpoint.ts';
import { followEvents, listEvents } from './reads.ts';
import { DomainEventPage, EventListParams } from './schema.ts';

export const eventEndpoints: Endpoint[] = [
  reads({
    id: 'listEvents',
    method: 'GET',
    path: '/org/{orgId}/event',
    family: 'notification',
    permission: 'notification:read',
    summary: 'List or stream events',
    notes:
      'What happened in the organization, oldest first, of the last 30 days: each change with the entity as it was after it. Only events about what ' +
      'the caller may read; those of messages, which contain their texts, only if it may read everything. Continue with the cursor of the response; hasMore tells whether there is more now. With Accept: text/event-stream the ' +
      'response stays open and continues with every new event (Server-Sent Events): it begins after cursor or the header Last-Event-ID, or with ' +
      'what happens next. The id of each one is a cursor, so that a client that was disconnected misses nothing. A stream ends when the ' +
      "caller's access does, such as when its token expires.",
    query: EventListParams,
    unversioned: true,
    reply: DomainEventPage,
    replyHeaders: { 'X-Accel-Buffering': 'no, on a stream: proxies pass each event on at once' },
    read: listEvents,
    follow: followEvents,
  }),
];
