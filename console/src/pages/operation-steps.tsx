import { Alert, Text, Timeline } from '@mantine/core';
import { IconCheck, IconLoader, IconX } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { ask } from '../api/client.ts';
import { pageFrom, type Row } from '../api/list.ts';
import { useOrgId } from '../api/session.ts';
import { textAt } from '../nouns/noun.ts';
import { Fault, Lines } from '../ui/states.tsx';
import { Time } from '../ui/value.tsx';

const iconOf = (type: string): { icon: React.ReactNode; color: string } => {
  if (/Failed|TimedOut|Canceled/.test(type)) return { icon: <IconX size={14} />, color: 'red.8' };
  if (/Started|Scheduled/.test(type)) return { icon: <IconLoader size={14} />, color: 'blue.8' };
  return { icon: <IconCheck size={14} />, color: 'teal.8' };
};

/** `ActivityTaskCompleted` of the step `poll 1` → `poll 1: completed`. */
const titleOf = (row: Row): string => {
  const type = textAt(row, 'eventType');
  const outcome = type
    .replace(/^(ActivityTask|WorkflowExecution)/, '')
    .replaceAll(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase();
  const step = textAt(row, 'attributes.step');
  return step === '' ? `The operation ${outcome}` : `${step}: ${outcome}`;
};

/** The steps of an operation, with every attempt. */
export const OperationSteps = ({ row }: { row: Row }) => {
  const orgId = useOrgId();
  const id = textAt(row, 'id');
  const { data, error } = useQuery({
    queryKey: ['org', orgId, 'steps', id],
    refetchInterval: textAt(row, 'status') === 'RUNNING' ? 2000 : false,
    queryFn: async ({ signal }) =>
      pageFrom(await ask('ListOperationHistoryV2', { path: { orgId, operationId: id }, signal })).rows,
  });
  return (
    <>
      {textAt(row, 'message') !== '' && (
        <Alert color={textAt(row, 'status') === 'FAILED' ? 'red' : 'gray'}>{textAt(row, 'message')}</Alert>
      )}
      {error && <Fault error={error} />}
      {!data && !error && <Lines />}
      {data && (
        <Timeline bulletSize={24} lineWidth={2} active={data.length}>
          {data.map((event) => {
            const { icon, color } = iconOf(textAt(event, 'eventType'));
            return (
              <Timeline.Item key={textAt(event, 'eventId')} bullet={icon} color={color} title={titleOf(event)}>
                {textAt(event, 'attributes.error.message') !== '' && (
                  <Text size="sm">{textAt(event, 'attributes.error.message')}</Text>
                )}
                <Text size="xs" c="dimmed">
                  <Time value={textAt(event, 'eventTime')} isExact />
                  {Number(textAt(event, 'attributes.attempt')) > 1 &&
                    ` · attempt ${textAt(event, 'attributes.attempt')}`}
                </Text>
              </Timeline.Item>
            );
          })}
        </Timeline>
      )}
    </>
  );
};
