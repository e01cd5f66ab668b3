import { Timeline as Line, type MantineColor, Text } from '@mantine/core';
import { IconBell, IconMail, IconMessage, IconPencil } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { ask } from '../api/ask.ts';
import { whyNotPermitted } from '../api/can.ts';
import { operationOf } from '../api/document.ts';
import { pageFrom, type Row } from '../api/list.ts';
import { useMe } from '../api/me.ts';
import { useOrgId } from '../api/session.ts';
import { labelOf, wordOf } from '../lib/words.ts';
import { textAt } from '../nouns/noun.ts';
import { timelineTexts as texts } from '../texts/timeline.ts';
import { Fault, Lines } from './states.tsx';
import { Time } from './value.tsx';

type Entry = { key: string; time: string; title: string; text: string; icon: React.ReactNode; color: MantineColor };

const changesOf = (row: Row): string => {
  const changes = (row.activity as { changes?: { field?: string; path?: string }[] } | undefined)?.changes ?? [];
  const names = [...new Set(changes.map((change) => labelOf((change.field ?? change.path ?? '').split('.')[0] ?? '')))];
  return names.filter(Boolean).join(', ');
};

/** `createOffer` → `Create offer`; the name of a step stays as it is. */
const actionWords = (action: string): string => (/[./]/.test(action) ? action : labelOf(action));

const fromAudit = (row: Row): Entry =>
  row.activity
    ? {
        key: textAt(row, 'id'),
        time: textAt(row, 'creationTime'),
        title: actionWords(textAt(row, 'activity.action')),
        text: [textAt(row, 'activity.actor.name'), changesOf(row)].filter(Boolean).join(': '),
        icon: <IconPencil size={14} />,
        color: 'blue.8',
      }
    : {
        key: textAt(row, 'id'),
        time: textAt(row, 'creationTime'),
        title: `${wordOf(textAt(row, 'message.partner'))}: ${textAt(row, 'message.type')}`,
        text: textAt(row, 'message.error.message'),
        icon: <IconMessage size={14} />,
        color: 'grape.8',
      };

const fromEvent = (row: Row): Entry => ({
  key: textAt(row, 'eventID'),
  time: textAt(row, 'timestamp'),
  title: textAt(row, 'title'),
  text: textAt(row, 'message'),
  icon: <IconBell size={14} />,
  color: 'teal.8',
});

const fromMessage = (row: Row): Entry => ({
  key: textAt(row, 'id'),
  time: textAt(row, 'creationTime'),
  title: texts.message(wordOf(textAt(row, 'type')), textAt(row, 'recipient'), wordOf(textAt(row, 'status'))),
  text: textAt(row, 'info.subject'),
  icon: <IconMail size={14} />,
  color: 'orange.8',
});

/** The history of a thing: changes, partner messages, notifications and mails in one list. */
export const Timeline = ({ entityType, entityId }: { entityType?: string; entityId: string }) => {
  const orgId = useOrgId();
  const me = useMe();
  const { data, error } = useQuery({
    queryKey: ['org', orgId, 'timeline', entityId, me.role],
    queryFn: async ({ signal }) => {
      const may = (id: string): boolean => whyNotPermitted(operationOf(id), me) === undefined;
      const read = async (id: string, path: Record<string, string>, query: Record<string, string>): Promise<Row[]> =>
        may(id) ? pageFrom(await ask(id, { path: { orgId, ...path }, query, signal })).rows : [];
      const [audit, events, messages] = await Promise.all([
        read('QueryAuditingEvents', {}, { entityId, page_size: '50' }),
        entityType ? read('ListNotificationEventsByEntity', { entityType, entityId }, { limit: '50' }) : [],
        read('ListNotificationMessages', {}, { entityId, limit: '50' }),
      ]);
      return [...audit.map(fromAudit), ...events.map(fromEvent), ...messages.map(fromMessage)].sort((a, b) =>
        a.time < b.time ? 1 : -1,
      );
    },
  });
  if (error) return <Fault error={error} />;
  if (!data) return <Lines />;
  if (data.length === 0)
    return (
      <Text size="sm" c="dimmed">
        {texts.nothing}
      </Text>
    );
  return (
    <Line bulletSize={24} lineWidth={2} active={data.length}>
      {data.map(({ key, time, title, text, icon, color }) => (
        <Line.Item key={key} bullet={icon} color={color} title={title}>
          <Text size="sm" c="dimmed">
            {text}
          </Text>
          <Text size="xs" c="dimmed">
            <Time value={time} />
          </Text>
        </Line.Item>
      ))}
    </Line>
  );
};
