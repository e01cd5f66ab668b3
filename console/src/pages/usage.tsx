import { Card, Group, SegmentedControl, Select, Stack, Text, Title, Tooltip } from '@mantine/core';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { money, quantity } from '../lib/format.ts';
import { wordOf } from '../lib/words.ts';
import { nounAt } from '../nouns/nouns.tsx';
import { usageTexts as texts } from '../texts/usage.ts';
import { PageHeading } from '../ui/page-heading.tsx';
import { ResourceTable } from '../ui/resource-table.tsx';
import { Empty, Fault, Lines } from '../ui/states.tsx';
import { UsageDay } from '../usage/day.tsx';
import { balanceDays, type Measure, measures, type Series, useSeries } from '../usage/totals.ts';

const isMeasure = (text: string | undefined): text is Measure => measures.some((one) => one === text);

/** Daily usage of each dimension in each channel; darker means more. */
const HeatMap = ({
  rows,
  amountWords,
  open,
}: {
  rows: readonly Series[];
  amountWords: (amount: string) => string;
  open: (row: Series, day: string) => void;
}) => {
  const days = [...new Set(rows.flatMap((row) => [...row.days.keys()]))].sort();
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
    <section style={{ overflowX: 'auto' }} tabIndex={0} aria-label={texts.map.label}>
      <table style={{ borderSpacing: 3, borderCollapse: 'separate' }}>
        <thead>
          <tr>
            <th style={{ textAlign: 'left', fontWeight: 500, minWidth: 180 }}>{texts.map.dimension}</th>
            {days.map((day) => (
              <th key={day} style={{ fontWeight: 400, fontSize: 11 }} scope="col">
                {day.slice(8)}
                <br />
                {day.slice(5, 7)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={`${row.partner} ${row.dimension} ${row.currency}`}>
              <th scope="row" style={{ textAlign: 'left', fontWeight: 500, whiteSpace: 'nowrap', paddingRight: 12 }}>
                <Text size="sm" span>
                  {row.dimension}{' '}
                  <Text span c="dimmed" size="xs">
                    {wordOf(row.partner)} {row.currency}
                  </Text>
                </Text>
              </th>
              {days.map((day) => {
                const amount = row.days.get(day) ?? 0;
                const share = row.most === 0 ? 0 : amount / row.most;
                const words = `${day}: ${amountWords(row.currency ? money(amount, row.currency) : quantity(amount))}`;
                return (
                  <td key={day} style={{ padding: 0 }}>
                    <Tooltip label={words}>
                      <button
                        type="button"
                        aria-label={`${row.dimension}, ${words}`}
                        onClick={() => open(row, day)}
                        style={{
                          width: 26,
                          height: 26,
                          border: '1px solid var(--mantine-color-default-border)',
                          borderRadius: 4,
                          cursor: 'pointer',
                          background:
                            share === 0
                              ? 'transparent'
                              : `color-mix(in srgb, var(--mantine-color-brand-7) ${Math.round(20 + 80 * share)}%, transparent)`,
                        }}
                      />
                    </Tooltip>
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
};

export const Usage = () => {
  const search = useSearch({ strict: false }) as Record<
    'days' | 'measure' | 'partner' | 'dimension' | 'startDate' | 'endDate',
    string | undefined
  >;
  const navigate = useNavigate();
  const measure = isMeasure(search.measure) ? search.measure : 'accepted';
  const isBalance = measure === 'carried' || measure === 'held';
  const days = Number(search.days ?? '30');
  const { data, error, refetch } = useSeries(measure, days);
  const records = nounAt('usage-records');
  const set = (next: object): void =>
    void navigate({ to: '.', search: ((before: object) => ({ ...before, ...next })) as never, replace: true });
  const nowhere = { startDate: undefined, endDate: undefined, dimension: undefined };
  const { partner, dimension, startDate, endDate } = search;
  const shown = (data?.series ?? []).filter((row) => partner === undefined || row.partner === partner);
  const channels = [...new Set((data?.series ?? []).map((row) => row.partner))];
  return (
    <Stack gap="lg">
      <Group justify="space-between">
        <PageHeading>{texts.title}</PageHeading>
        <Group gap="xs">
          <Select
            aria-label={texts.channel}
            placeholder={texts.channel}
            data={[...new Set([...channels, ...(partner ? [partner] : [])])].map((code) => ({
              value: code,
              label: wordOf(code),
            }))}
            value={partner ?? null}
            onChange={(next) => set({ ...nowhere, partner: next ?? undefined })}
            clearable
            w={150}
          />
          <Select
            aria-label={texts.measure}
            data={measures.map((value) => ({ value, label: texts.measures[value].label }))}
            value={measure}
            allowDeselect={false}
            onChange={(next) => set({ measure: next })}
            w={140}
          />
          <SegmentedControl
            aria-label={texts.days}
            data={['14', '30', '90'].map((value) => ({ value, label: texts.daysShown(value) }))}
            value={String(days)}
            onChange={(next) => set({ days: next })}
          />
        </Group>
      </Group>
      <Card withBorder>
        {error ? (
          <Fault error={error} retry={() => void refetch()} />
        ) : !data ? (
          <Lines />
        ) : shown.length === 0 ? (
          <Empty title={texts.noUsage} text={texts.howToReport} />
        ) : (
          <HeatMap
            rows={shown}
            amountWords={texts.measures[measure].amount}
            open={(row, day) => set({ partner: row.partner, dimension: row.dimension, startDate: day, endDate: day })}
          />
        )}
        {isBalance && days > balanceDays && (
          <Text size="xs" c="dimmed" mt="xs">
            {texts.keptByHour(balanceDays)}
          </Text>
        )}
        {data?.isCut && (
          <Text size="xs" c="dimmed" mt="xs">
            {texts.tooMuch}
          </Text>
        )}
      </Card>
      {partner && dimension && startDate && <UsageDay partner={partner} dimension={dimension} day={startDate} />}
      {records && (
        <section aria-label={texts.records}>
          <Title order={2} size="h5" mb="sm">
            {startDate ? texts.recordsOn(startDate) : texts.records}
          </Title>
          <ResourceTable
            noun={records}
            fixed={Object.fromEntries(
              Object.entries({ partner, startDate, endDate }).filter(([, value]) => value !== undefined),
            )}
            isInner
          />
        </section>
      )}
    </Stack>
  );
};
