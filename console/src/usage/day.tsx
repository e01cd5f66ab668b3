import { Card, Code, Stack, Table, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { ask } from '../api/ask.ts';
import { pageFrom, type Row } from '../api/list.ts';
import { useOrgId } from '../api/session.ts';
import { dayAhead, quantity } from '../lib/format.ts';
import { wordOf } from '../lib/words.ts';
import { textAt, valueAt } from '../nouns/noun.ts';
import { dayTexts as texts } from '../texts/day.ts';
import { Fault, Lines } from '../ui/states.tsx';
import { Reference, Status } from '../ui/value.tsx';
import { readBalances } from './totals.ts';

const following = (day: string): string =>
  new Date(new Date(`${day}T00:00:00Z`).getTime() + 86_400_000).toISOString().slice(0, 10);

const parts = ['accepted', 'acknowledged', 'unknown', 'refused', 'pending', 'held', 'carriedOut', 'failed'] as const;

/** The usage balance of each hour: only columns with values. */
const Hours = ({ rows }: { rows: readonly Row[] }) => {
  const shown = parts.filter((name) => name === 'accepted' || rows.some((row) => Number(row[name]) !== 0));
  return (
    <Table.ScrollContainer minWidth={520} scrollAreaProps={{ viewportProps: { tabIndex: 0 } }}>
      <Table>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{texts.hour}</Table.Th>
            <Table.Th>{texts.contract}</Table.Th>
            {shown.map((name) => (
              <Table.Th key={name} ta="right">
                {texts.parts[name]}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.map((row) => (
            <Table.Tr key={`${row.startTime} ${row.entitlementID}`}>
              <Table.Td>{textAt(row, 'startTime').slice(11, 16)}</Table.Td>
              <Table.Td>
                <Reference id={textAt(row, 'entitlementID')} />
              </Table.Td>
              {shown.map((name) => (
                <Table.Td key={name} ta="right" className="number">
                  {quantity(Number(row[name]))}
                  {name === 'held' &&
                    ((row.heldCauses ?? []) as Row[]).map(({ cause }) => (
                      <Text key={String(cause)} size="xs" c="dimmed">
                        {wordOf(String(cause))}
                      </Text>
                    ))}
                </Table.Td>
              ))}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  );
};

const answerOf = (report: Row): unknown =>
  Object.entries((report.info ?? {}) as Row).find(
    ([name, value]) => /MeteringResponse$/.test(name) && Object.keys(value as object).length > 0,
  )?.[1];

/** The outcome of each dimension; a key may have dots. */
const statesOf = (report: Row): Record<string, Row> =>
  (valueAt(report, 'info.dimensionStates') ?? {}) as Record<string, Row>;

/** The submissions for a dimension on a day, with the marketplace's responses. */
const Reports = ({ rows, dimension }: { rows: readonly Row[]; dimension: string }) => (
  <Stack gap="xs">
    {rows.map((report) => {
      const answer = answerOf(report);
      return (
        <div key={textAt(report, 'id')}>
          <Text size="sm" component="div">
            {textAt(report, 'info.startTime').slice(11, 16)} <Reference id={textAt(report, 'entitlementID')} />{' '}
            <Status value={String(statesOf(report)[dimension]?.status ?? textAt(report, 'info.status'))} />{' '}
            {textAt(report, 'info.message')}
          </Text>
          {answer !== undefined && (
            <details>
              <summary>{texts.answerOf(wordOf(textAt(report, 'partner')))}</summary>
              <Code block tabIndex={0}>
                {JSON.stringify(answer, null, 2)}
              </Code>
            </details>
          )}
        </div>
      );
    })}
  </Stack>
);

/** The details of a cell of the map: the hours of the day, and the marketplace's responses. */
export const UsageDay = ({ partner, dimension, day }: { partner: string; dimension: string; day: string }) => {
  const orgId = useOrgId();
  const { data, error } = useQuery({
    queryKey: ['org', orgId, 'usage-day', partner, dimension, day],
    queryFn: async ({ signal }) => {
      const times = { startTime: `${day}T00:00:00Z`, endTime: `${following(day)}T00:00:00Z` };
      // A report of a day is made on that day or, of late usage, until a few days later.
      const last = [dayAhead(0), new Date(new Date(times.endTime).getTime() + 3 * 86_400_000).toISOString()].sort()[0];
      const [balances, reports] = await Promise.all([
        readBalances({ orgId, signal }, { ...times, partner, dimension }),
        ask('ListUsageRecordReports', {
          path: { orgId },
          query: { partner, startDate: day, endDate: last?.slice(0, 10) ?? day, limit: 1000 },
          signal,
        }),
      ]);
      return {
        hours: balances.rows,
        reports: pageFrom(reports).rows.filter(
          (row) => textAt(row, 'info.startTime').startsWith(day) && statesOf(row)[dimension] !== undefined,
        ),
      };
    },
  });
  return (
    <Card withBorder component="section" aria-label={texts.label(dimension, day)}>
      <Title order={2} size="h5" mb="sm">
        {texts.title(dimension, wordOf(partner), day)}
      </Title>
      {error ? (
        <Fault error={error} />
      ) : !data ? (
        <Lines />
      ) : (
        <Stack>
          {data.hours.length === 0 ? (
            <Text size="sm" c="dimmed">
              {texts.noHours}
            </Text>
          ) : (
            <Hours rows={data.hours} />
          )}
          <Text fw={600} size="sm">
            {texts.submitted}
          </Text>
          {data.reports.length === 0 ? (
            <Text size="sm" c="dimmed">
              {texts.nothingSubmitted}
            </Text>
          ) : (
            <Reports rows={data.reports} dimension={dimension} />
          )}
        </Stack>
      )}
    </Card>
  );
};
