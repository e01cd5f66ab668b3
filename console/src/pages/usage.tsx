import { Card, Group, SegmentedControl, Select, Stack, Text, Title, Tooltip } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { ask } from '../api/client.ts';
import { useOrgId } from '../api/session.ts';
import { dayAhead, quantity } from '../lib/format.ts';
import { wordOf } from '../lib/words.ts';
import { nounAt } from '../nouns/nouns.tsx';
import { ResourceTable } from '../ui/resource-table.tsx';
import { Empty, Fault, Lines } from '../ui/states.tsx';

type Total = { date: string; dimensionKey: string; quantity: number };
type Cell = {
  partner: string;
  dimension: string;
  days: Map<string, { accepted: number; submitted: number }>;
  most: number;
};

const partners = ['AWS', 'AZURE', 'GCP', 'STRIPE'] as const;

/** The totals of each channel, so that a row is one dimension of one channel. */
const useTotals = (days: number) => {
  const orgId = useOrgId();
  return useQuery({
    queryKey: ['org', orgId, 'usage', days],
    queryFn: async ({ signal }) => {
      const cells = new Map<string, Cell>();
      const read = async (operation: string, partner: string, name: 'accepted' | 'submitted'): Promise<void> => {
        const query = { partner, granularity: 'day', startDate: dayAhead(1 - days), endDate: dayAhead(45) };
        const totals = (await ask(operation, { path: { orgId }, query, signal })).body as Total[];
        for (const { date, dimensionKey, quantity: amount } of totals) {
          const key = `${partner} ${dimensionKey}`;
          const cell = cells.get(key) ?? { partner, dimension: dimensionKey, days: new Map(), most: 0 };
          const day = cell.days.get(date) ?? { accepted: 0, submitted: 0 };
          cell.days.set(date, { ...day, [name]: day[name] + amount });
          cell.most = Math.max(cell.most, amount);
          cells.set(key, cell);
        }
      };
      await Promise.all(
        partners.flatMap((partner) => [
          read('AggregateUsageRecordGroups', partner, 'accepted'),
          read('AggregateUsageRecordReports', partner, 'submitted'),
        ]),
      );
      return [...cells.values()].sort((a, b) => (`${a.partner}${a.dimension}` < `${b.partner}${b.dimension}` ? -1 : 1));
    },
  });
};

/** Day by day what was used, of each dimension in each channel; the darker, the more. */
const HeatMap = ({ rows, open }: { rows: readonly Cell[]; open: (partner: string, day: string) => void }) => {
  const days = [...new Set(rows.flatMap((row) => [...row.days.keys()]))].sort();
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
    <section style={{ overflowX: 'auto' }} tabIndex={0} aria-label="Usage by day">
      <table style={{ borderSpacing: 3, borderCollapse: 'separate' }}>
        <thead>
          <tr>
            <th style={{ textAlign: 'left', fontWeight: 500, minWidth: 180 }}>Dimension</th>
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
            <tr key={`${row.partner} ${row.dimension}`}>
              <th scope="row" style={{ textAlign: 'left', fontWeight: 500, whiteSpace: 'nowrap', paddingRight: 12 }}>
                <Text size="sm" span>
                  {row.dimension}{' '}
                  <Text span c="dimmed" size="xs">
                    {wordOf(row.partner)}
                  </Text>
                </Text>
              </th>
              {days.map((day) => {
                const { accepted = 0, submitted = 0 } = row.days.get(day) ?? {};
                const share = row.most === 0 ? 0 : accepted / row.most;
                const words = `${day}: ${quantity(accepted)} accepted, ${quantity(submitted)} submitted`;
                return (
                  <td key={day} style={{ padding: 0 }}>
                    <Tooltip label={words}>
                      <button
                        type="button"
                        aria-label={`${row.dimension}, ${words}`}
                        onClick={() => open(row.partner, day)}
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
  const search = useSearch({ strict: false }) as {
    days?: string;
    partner?: string;
    startDate?: string;
    endDate?: string;
  };
  const navigate = useNavigate();
  const days = Number(search.days ?? '30');
  const { data, error, refetch } = useTotals(days);
  const records = nounAt('usage-records');
  const set = (next: object): void =>
    void navigate({ to: '.', search: ((before: object) => ({ ...before, ...next })) as never, replace: true });
  const shown = (data ?? []).filter(({ partner }) => search.partner === undefined || partner === search.partner);
  return (
    <Stack gap="lg">
      <Group justify="space-between">
        <Title order={1} size="h3">
          Usage
        </Title>
        <Group gap="xs">
          <Select
            aria-label="Channel"
            placeholder="Channel"
            data={partners.map((partner) => ({ value: partner, label: wordOf(partner) }))}
            value={search.partner ?? null}
            onChange={(next) => set({ partner: next ?? undefined, startDate: undefined, endDate: undefined })}
            clearable
            w={160}
          />
          <SegmentedControl
            aria-label="Days"
            data={[
              { value: '14', label: '14 days' },
              { value: '30', label: '30 days' },
              { value: '90', label: '90 days' },
            ]}
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
          <Empty
            title="No usage in these days"
            text="Report usage through the API, or upload a file of usage records."
          />
        ) : (
          <HeatMap rows={shown} open={(partner, day) => set({ partner, startDate: day, endDate: day })} />
        )}
      </Card>
      {records && (
        <section aria-label="Records">
          <Title order={2} size="h5" mb="sm">
            {search.startDate ? `Records of ${search.startDate}` : 'Records'}
          </Title>
          <ResourceTable
            noun={records}
            fixed={Object.fromEntries(
              Object.entries({ partner: search.partner, startDate: search.startDate, endDate: search.endDate }).filter(
                ([, value]) => value !== undefined,
              ),
            )}
            isInner
          />
        </section>
      )}
    </Stack>
  );
};
