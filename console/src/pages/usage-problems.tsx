import { Alert, Button, Card, Group, List, Stack, Table, Text, Title, Tooltip } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { ask } from '../api/ask.ts';
import { whyNot, whyNotPermitted } from '../api/can.ts';
import { operationOf } from '../api/document.ts';
import { pageFrom, type Row } from '../api/list.ts';
import { useMe } from '../api/me.ts';
import { problemOf } from '../api/problem.ts';
import { useOrgId } from '../api/session.ts';
import { carryOut } from '../forms/act-form.tsx';
import { ActButton } from '../forms/acts.tsx';
import { withKey } from '../forms/call-keys.ts';
import { quantity } from '../lib/format.ts';
import { wordOf } from '../lib/words.ts';
import { choicesOf, FilterSelect } from '../lists/filters.tsx';
import { parametersOf, type Search } from '../lists/request.ts';
import { type Noun, textAt } from '../nouns/noun.ts';
import { usageProblemsTexts as texts } from '../texts/usage-problems.ts';
import { PageHeading } from '../ui/page-heading.tsx';
import { Empty, Fault, Lines } from '../ui/states.tsx';
import { Reference, Status, Time } from '../ui/value.tsx';

const most = 1000;

type Outcome = { id: string; message: string };

/** Reports the records of a problem again, with a result for each. */
const Retry = ({ groups, tell }: { groups: readonly string[]; tell: (outcomes: Outcome[]) => void }) => {
  const orgId = useOrgId();
  const queries = useQueryClient();
  const [isRunning, setRunning] = useState(false);
  const reason = whyNot(operationOf('RetryUsageRecordGroup'), useMe());
  const run = async (): Promise<void> => {
    setRunning(true);
    const outcomes: Outcome[] = [];
    for (const usageRecordGroupId of groups) {
      try {
        const act = { operation: 'RetryUsageRecordGroup', path: { orgId, usageRecordGroupId } };
        await withKey(act, {}, (key) => carryOut(act, {}, { key }));
        outcomes.push({ id: usageRecordGroupId, message: texts.reportedAgain });
      } catch (error) {
        outcomes.push({ id: usageRecordGroupId, message: problemOf(error).message });
      }
    }
    setRunning(false);
    tell(outcomes);
    await queries.invalidateQueries({ queryKey: ['org', orgId] });
  };
  const button = (
    <Button
      size="xs"
      variant="default"
      loading={isRunning}
      aria-disabled={reason !== undefined}
      data-disabled={reason !== undefined || undefined}
      onClick={() => reason === undefined && void run()}
    >
      {texts.retry}
    </Button>
  );
  return reason === undefined ? button : <Tooltip label={reason}>{button}</Tooltip>;
};

const Cause = ({ cause, rows, tell }: { cause: string; rows: readonly Row[]; tell: (outcomes: Outcome[]) => void }) => {
  const orgId = useOrgId();
  const remedies = [...new Set(rows.map((row) => textAt(row, 'remedy')))];
  const [remedy] = remedies;
  return (
    <Card withBorder component="section" aria-label={wordOf(cause)}>
      <Group gap="sm" mb={4}>
        <Status value={cause} />
        <Title order={2} size="h5">
          {texts.problems(rows.length)}
        </Title>
      </Group>
      {remedies.length === 1 && (
        <Text size="sm" c="dimmed" mb="sm">
          {remedy}
        </Text>
      )}
      <Table.ScrollContainer minWidth={760} scrollAreaProps={{ viewportProps: { tabIndex: 0 } }}>
        <Table>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{texts.columns.contract}</Table.Th>
              <Table.Th>{texts.columns.dimension}</Table.Th>
              <Table.Th ta="right">{texts.columns.quantity}</Table.Th>
              <Table.Th>{texts.columns.hour}</Table.Th>
              <Table.Th ta="right">{texts.columns.hoursLeft}</Table.Th>
              <Table.Th>{texts.columns.answer}</Table.Th>
              <Table.Th>{texts.columns.acts}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {rows.map((row) => {
              const groups = (row.usageRecordGroupIDs ?? []) as string[];
              const report = textAt(row, 'usageRecordReportID');
              const dimension = textAt(row, 'dimension');
              return (
                <Table.Tr key={`${row.entitlementID} ${dimension} ${row.startTime} ${report}`}>
                  <Table.Td>
                    {textAt(row, 'entitlementID') ? (
                      <Reference id={textAt(row, 'entitlementID')} />
                    ) : (
                      textAt(row, 'usageResourceID')
                    )}{' '}
                    <Text span size="xs" c="dimmed">
                      {wordOf(textAt(row, 'partner'))}
                    </Text>
                  </Table.Td>
                  <Table.Td>{dimension}</Table.Td>
                  <Table.Td ta="right" className="number">
                    {quantity(Number(row.quantity))}
                  </Table.Td>
                  <Table.Td>
                    <Time value={textAt(row, 'startTime')} isExact />
                  </Table.Td>
                  <Table.Td ta="right" className="number">
                    {row.hoursLeft === undefined ? '—' : quantity(Number(row.hoursLeft))}
                  </Table.Td>
                  <Table.Td>
                    {[textAt(row, 'message'), wordOf(textAt(row, 'heldCause')), textAt(row, 'partnerStatus')]
                      .filter(Boolean)
                      .join(', ') || '—'}
                    {remedies.length > 1 && (
                      <Text size="xs" c="dimmed">
                        {textAt(row, 'remedy')}
                      </Text>
                    )}
                  </Table.Td>
                  <Table.Td>
                    <Group gap={6} wrap="nowrap">
                      {groups.length > 0 && <Retry groups={groups} tell={tell} />}
                      {report !== '' && (
                        <ActButton
                          act={{
                            operation: 'SettleUsageRecordReport',
                            path: { orgId, usageRecordReportId: report },
                            initial: { dimensions: [dimension] },
                          }}
                          label={texts.settle}
                        />
                      )}
                    </Group>
                  </Table.Td>
                </Table.Tr>
              );
            })}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
    </Card>
  );
};

/** The filters of the list, as the address has them. */
const Filters = ({ noun, filters }: { noun: Noun; filters: Search }) => {
  const navigate = useNavigate();
  const filter = (search: Search): void => void navigate({ to: '.', search: search as never, replace: true });
  return (
    <Group gap="xs" role="search" aria-label={texts.filter(noun.many)}>
      {choicesOf(noun).map((choice) => (
        <FilterSelect
          key={choice.name}
          choice={choice}
          value={filters[choice.name]}
          onChange={(value) => filter({ ...filters, [choice.name]: value })}
        />
      ))}
      {Object.keys(filters).length > 0 && (
        <Button variant="subtle" onClick={() => filter({})}>
          {texts.clear}
        </Button>
      )}
    </Group>
  );
};

/** Usage that is not settled, by cause, those with the fewest hours left first. */
export const UsageProblems = ({ noun }: { noun: Noun }) => {
  const orgId = useOrgId();
  const filters = parametersOf(noun, useSearch({ strict: false }) as Search);
  const refused = whyNotPermitted(operationOf(noun.list), useMe());
  const [outcomes, setOutcomes] = useState<Outcome[]>([]);
  const { data, error, refetch } = useQuery({
    queryKey: ['org', orgId, 'list', noun.slug, 'causes', filters],
    enabled: refused === undefined,
    queryFn: async ({ signal }) =>
      pageFrom(await ask(noun.list, { path: { orgId }, query: { ...filters, limit: most }, signal })),
  });
  const hours = (row: Row): number => Number(row.hoursLeft ?? Number.POSITIVE_INFINITY);
  const rows = [...(data?.rows ?? [])].sort((a, b) => hours(a) - hours(b));
  const causes = [...new Set(rows.map((row) => textAt(row, 'cause')))];
  return (
    <Stack gap="md">
      <PageHeading>{noun.many}</PageHeading>
      {refused === undefined && <Filters noun={noun} filters={filters} />}
      {outcomes.length > 0 && (
        <Alert
          role="status"
          color="blue"
          title={texts.retried}
          withCloseButton
          closeButtonLabel={texts.close}
          onClose={() => setOutcomes([])}
        >
          <List size="sm">
            {outcomes.map(({ id, message }) => (
              <List.Item key={id}>
                {id}: {message}
              </List.Item>
            ))}
          </List>
        </Alert>
      )}
      {refused !== undefined ? (
        <Empty title={texts.notForRole} text={refused} />
      ) : error ? (
        <Fault error={error} retry={() => void refetch()} />
      ) : !data ? (
        <Lines count={6} />
      ) : rows.length === 0 && Object.keys(filters).length > 0 ? (
        <Empty title={texts.nothingFits} text={texts.howToFind} />
      ) : rows.length === 0 ? (
        <Empty title={texts.none(noun.many)} text={noun.empty} />
      ) : (
        causes.map((cause) => (
          <Cause key={cause} cause={cause} rows={rows.filter((row) => row.cause === cause)} tell={setOutcomes} />
        ))
      )}
      {data?.hasNext && (
        <Text size="sm" c="dimmed">
          {texts.first(quantity(most))}
        </Text>
      )}
    </Stack>
  );
};
