import { Alert, Anchor, Card, Group, List, Stack, Text, Timeline, Title } from '@mantine/core';
import { IconCheck, IconLoader, IconPlayerPlay, IconX } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { ask } from '../api/ask.ts';
import { keepAmong } from '../api/keep.ts';
import { pageFrom, type Row } from '../api/list.ts';
import { useOrgId } from '../api/session.ts';
import { type Attempt, historyOf, type Milestone, type Step } from '../lib/operation-steps.ts';
import { labelOf } from '../lib/words.ts';
import { textAt } from '../nouns/noun.ts';
import { operationStepsTexts as texts } from '../texts/operation-steps.tsx';
import { Fault, Lines } from '../ui/states.tsx';
import { Status, Time } from '../ui/value.tsx';
import { OperationSubject } from './operation-subject.tsx';

const looks = {
  RUNNING: { icon: <IconLoader size={14} />, color: 'blue.8' },
  COMPLETED: { icon: <IconCheck size={14} />, color: 'teal.8' },
  FAILED: { icon: <IconX size={14} />, color: 'red.8' },
} as const;
const begun = { icon: <IconPlayerPlay size={14} />, color: 'blue.8' } as const;

const Notes = ({ notes }: Pick<Attempt, 'notes'>) => (
  <Text size="xs" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
    {notes.map(([name, value]) => `${labelOf(name)}: ${value}`).join(' · ')}
  </Text>
);

/** The state of a step, by its last attempt. */
const stateOf = ({ outcome, isFinal }: Attempt, isRunning: boolean): string => {
  if (outcome === 'COMPLETED') return texts.completed;
  if (outcome === 'RUNNING') return isRunning ? texts.inProgress : texts.stopped;
  return isFinal || !isRunning ? texts.failed : texts.failedForNow;
};

/** Returns an item and is not a component, because the timeline colours only its direct items. */
const stepItem = (step: Step, isRunning: boolean) => {
  const last = step.attempts.at(-1);
  if (!last) return null;
  const { icon, color } = looks[last.outcome];
  const failed = step.attempts.filter(({ message }) => message !== undefined);
  return (
    <Timeline.Item key={step.name} bullet={icon} color={color} title={step.name}>
      {failed.length > 0 && (
        <List size="sm" listStyleType="none">
          {failed.map(({ number, message }) => (
            <List.Item key={number}>{step.attempts.length > 1 ? texts.attempt(number, message) : message}</List.Item>
          ))}
        </List>
      )}
      {last.notes.length > 0 && <Notes notes={last.notes} />}
      <Text size="xs" c="dimmed">
        {stateOf(last, isRunning)} · <Time value={last.end ?? last.begin ?? ''} isExact />
        {step.attempts.length > 1 && ` · ${texts.attempts(step.attempts.length)}`}
      </Text>
    </Timeline.Item>
  );
};

/** The end is not repeated: the message of the operation is shown above its steps. */
const momentItem = ({ event, time }: Milestone) => {
  const look = event === 'started' ? begun : event === 'completed' ? looks.COMPLETED : looks.FAILED;
  return (
    <Timeline.Item bullet={look.icon} color={look.color} title={texts.milestone(event)}>
      <Text size="xs" c="dimmed">
        <Time value={time} isExact />
      </Text>
    </Timeline.Item>
  );
};

const Children = ({ rows }: { rows: readonly Row[] }) => {
  const orgId = useOrgId();
  if (rows.length === 0) return null;
  return (
    <Card withBorder>
      <Title order={2} size="h5" mb="xs">
        {texts.started}
      </Title>
      <Stack gap={6}>
        {rows.map((row) => (
          <Group key={textAt(row, 'id')} gap="xs">
            <Anchor component={Link} to={`/console/${orgId}/operations/${textAt(row, 'id')}` as string} size="sm">
              {textAt(row, 'name')}
            </Anchor>
            <Status value={textAt(row, 'status')} />
            <Text size="sm" c="dimmed">
              {textAt(row, 'message')}
            </Text>
          </Group>
        ))}
      </Stack>
    </Card>
  );
};

/** The subject of an operation with its acts, the steps with every attempt, and the operations that it started. */
export const OperationSteps = ({ row }: { row: Row }) => {
  const orgId = useOrgId();
  const id = textAt(row, 'id');
  const status = textAt(row, 'status');
  const isRunning = status === 'RUNNING';
  const among = ['org', orgId, 'steps', id];
  const { data, error } = useQuery({
    // The steps are read once more after it has ended.
    queryKey: [...among, status],
    refetchInterval: isRunning ? 2000 : false,
    placeholderData: keepAmong(among),
    queryFn: async ({ signal }) =>
      pageFrom(await ask('ListOperationHistoryV2', { path: { orgId, operationId: id }, signal })),
  });
  const history = data && historyOf(data.rows);
  return (
    <Stack>
      {textAt(row, 'message') !== '' && (
        <Alert color={['FAILED', 'TIMED_OUT'].includes(status) ? 'red' : 'gray'}>{textAt(row, 'message')}</Alert>
      )}
      <OperationSubject operation={row} />
      {error && <Fault error={error} />}
      {!history && !error && <Lines />}
      {history && (
        <Card withBorder component="section" aria-label={texts.steps}>
          <Title order={2} size="h5" mb="md">
            {texts.steps}
          </Title>
          <Timeline bulletSize={24} lineWidth={2} active={history.steps.length + 2}>
            {history.begin && momentItem(history.begin)}
            {history.steps.map((step) => stepItem(step, isRunning))}
            {history.end && momentItem(history.end)}
          </Timeline>
          {data?.hasNext && (
            <Text size="sm" c="dimmed" mt="sm">
              {texts.onlyFirst(data.rows.length)}
            </Text>
          )}
        </Card>
      )}
      <Children rows={(row.childWorkflowOperations ?? []) as Row[]} />
    </Stack>
  );
};
