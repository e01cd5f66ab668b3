import type { z } from 'zod';
import type { ReadCall } from '../../../contract/call.ts';
import { nextOffsetOf, type PageRequest, readListPage, setPageHeaders } from '../../../contract/page.ts';
import { badRequest } from '../../../kit/errors.ts';
import { parseTime } from '../../../kit/time.ts';
import { visibleEvents } from '../event/event-permissions.ts';
import {
  type NotificationEventListParams,
  type NotificationEventOfEntityParams,
  notificationEventFields,
} from './fields.ts';
import { type Priority, priorities } from './notification-event.ts';
import { type NotificationEventFilter, selectNotificationEvents } from './store.ts';
import { viewNotificationEvent } from './view.ts';

const standardDays = 30;
const dayMs = 86_400_000;

const readPriorities = (text: string | undefined): Priority[] => {
  if (!text) return ['HIGH', 'CRITICAL'];
  const named = text.split(',').map((word) => word.trim());
  const unknown = named.find((word) => !(priorities as readonly string[]).includes(word));
  if (unknown !== undefined) {
    const message = `${unknown.slice(0, 20)} is not a priority; the priorities are ${priorities.join(', ')}`;
    throw badRequest([{ path: 'priorities', code: 'choice', message }]);
  }
  return [...new Set(named)] as Priority[];
};

const readSince = (text: string | undefined): Date | undefined => {
  if (!text) return undefined;
  const time = parseTime(text);
  if (!time) throw badRequest([{ path: 'since', code: 'time', message: 'must be an RFC 3339 time with an offset' }]);
  return time;
};

const dayBefore = (endDate: string | undefined, now: Date): string => {
  const end = endDate ? Date.parse(`${endDate}T00:00:00Z`) : now.getTime();
  return new Date(end - standardDays * dayMs).toISOString().slice(0, 10);
};

const show = async (call: ReadCall, page: PageRequest, filter: Omit<NotificationEventFilter, 'names'>) => {
  const names = visibleEvents(call.membership);
  const { rows, nextToken, total } = await selectNotificationEvents(call.db, page, { names, ...filter });
  setPageHeaders(call, page, { rows, nextToken, total });
  return {
    notificationEvents: rows.map((row) => viewNotificationEvent(call.orgId, row)),
    ...(page.offset === 0 ? { totalCount: total } : {}),
    ...nextOffsetOf(page, rows.length, nextToken),
  };
};

/** The notifications that people received, newest first: without dates, of the 30 days up to today. */
export const listNotificationEvents = async (
  call: ReadCall,
  { query }: { query: z.output<typeof NotificationEventListParams> },
) => {
  const { startDate, endDate } = query as { startDate?: string; endDate?: string };
  const filter = { priorities: readPriorities(query.priorities), message: query.message || undefined };
  const since = readSince(query.since);
  const first = since ? undefined : startDate || dayBefore(endDate, call.now);
  const page = readListPage(call, { ...query, startDate: first }, notificationEventFields);
  return show(call, page, { ...filter, since });
};

/** All notifications about one entity: its timeline, newest first. */
export const listNotificationEventsByEntity = async (
  call: ReadCall,
  input: { params: { entityType: string; entityId: string }; query: z.output<typeof NotificationEventOfEntityParams> },
) => {
  const { entityType: type, entityId: id } = input.params;
  const page = readListPage(call, input.query, notificationEventFields);
  return show(call, page, { entity: { type, id } });
};
