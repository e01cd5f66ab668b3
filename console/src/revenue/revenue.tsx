import {
  Anchor,
  Button,
  Card,
  Group,
  SegmentedControl,
  Select,
  SimpleGrid,
  Stack,
  Table,
  Text,
  Title,
  Tooltip,
  UnstyledButton,
} from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { api, contentOf } from '../api/client.ts';
import type { Row } from '../api/list.ts';
import { useOrgId } from '../api/session.ts';
import { saveCsv } from '../lib/csv.ts';
import { money } from '../lib/format.ts';
import { labelOf, wordOf } from '../lib/words.ts';
import { CashChart, MovementChart, RecurringChart, type WaterfallPeriod } from '../ui/charts.tsx';
import { Fault, Lines } from '../ui/states.tsx';
import { Explained } from './explanation.tsx';

/** A figure that opens to what it is made of. */
const Figure = ({ label, value, hint, open }: { label: string; value: string; hint: string; open: () => void }) => (
  <Tooltip label={hint} multiline maw={300}>
    <UnstyledButton onClick={open} aria-label={`${label}, ${value}: what it is made of`}>
      <Card withBorder>
        <Text size="xs" c="dimmed">
          {label}
        </Text>
        <Text fw={650} size="xl" className="number">
          {value}
        </Text>
      </Card>
    </UnstyledButton>
  </Tooltip>
);

/** The columns of the waterfall, by their names in the API. */
const movements = ['opening', 'new', 'reactivation', 'expansion', 'contraction', 'churn', 'closing'] as const;

const percent = (share: number | null | undefined): string =>
  share === null || share === undefined ? '—' : `${(share * 100).toFixed(1)} %`;

/** Recurring revenue, in one currency at a time. */
const Recurring = ({
  currency,
  measure,
  cell,
  set,
}: {
  currency?: string;
  measure: 'mrr' | 'arr';
  cell?: string;
  set: (next: object) => void;
}) => {
  const orgId = useOrgId();
  const { data, error, refetch } = useQuery({
    queryKey: ['org', orgId, 'metrics', currency, measure],
    queryFn: () =>
      contentOf(
        api.GET('/org/{orgId}/revenue/dashboard/metrics', {
          params: { path: { orgId }, query: { measure, ...(currency ? { currency } : {}) } },
        }),
      ),
  });
  if (error) return <Fault error={error} retry={() => void refetch()} />;
  if (!data) return <Lines count={6} />;
  const rows = data.waterfall as unknown as WaterfallPeriod[];
  const download = (): void => {
    const columns = ['period', ...movements].map((key) => ({ key, title: labelOf(key) }));
    saveCsv(`recurring-${measure}-${data.currency}.csv`, columns, data.waterfall as unknown as Row[]);
  };
  return (
    <Stack>
      <Group justify="space-between">
        <Title order={2} size="h4">
          Recurring
        </Title>
        <Group gap="xs">
          <Select
            aria-label="Currency"
            data={data.currencies}
            value={data.currency}
            onChange={(next) => set({ currency: next ?? undefined })}
            allowDeselect={false}
            w={110}
          />
          <SegmentedControl
            aria-label="Measure"
            data={[
              { value: 'mrr', label: 'Monthly' },
              { value: 'arr', label: 'Yearly' },
            ]}
            value={measure}
            onChange={(next) => set({ measure: next })}
          />
        </Group>
      </Group>
      <SimpleGrid cols={{ base: 2, md: 3, xl: 6 }}>
        <Figure
          label="MRR"
          open={() => set({ cell: 'mrr' })}
          value={money(data.mrr, data.currency)}
          hint="Recurring revenue of a month, by the terms of contracts that run now."
        />
        <Figure
          label="ARR"
          open={() => set({ cell: 'arr' })}
          value={money(data.arr, data.currency)}
          hint="Twelve times the exact MRR."
        />
        <Figure
          label="Committed MRR"
          open={() => set({ cell: 'committedMrr' })}
          value={money(data.committedMrr, data.currency)}
          hint="With what is signed and has not begun, without what ends."
        />
        <Figure
          label="Usage, run rate"
          open={() => set({ cell: 'usageRunRate' })}
          value={money(data.usageRunRate, data.currency)}
          hint="What usage comes to in a month, as it was lately."
        />
        <Figure
          label="Net retention"
          open={() => set({ cell: 'netRevenueRetention' })}
          value={percent(data.netRevenueRetention as number | null)}
          hint="What the customers of the beginning pay at the end, with expansion."
        />
        <Figure
          label="Gross retention"
          open={() => set({ cell: 'grossRevenueRetention' })}
          value={percent(data.grossRevenueRetention as number | null)}
          hint="The same without expansion."
        />
      </SimpleGrid>
      <SimpleGrid cols={{ base: 1, lg: 2 }}>
        <Card withBorder>
          <Text fw={600} mb="sm">
            {measure.toUpperCase()} at the end of each month
          </Text>
          <RecurringChart periods={rows} currency={data.currency} />
        </Card>
        <Card withBorder>
          <Text fw={600} mb="sm">
            What changed it
          </Text>
          <MovementChart periods={rows} currency={data.currency} />
        </Card>
      </SimpleGrid>
      <Group justify="space-between">
        <Title order={3} size="h5">
          Month by month
        </Title>
        <Button variant="default" size="xs" onClick={download}>
          Download as CSV
        </Button>
      </Group>
      <Table.ScrollContainer minWidth={820} scrollAreaProps={{ viewportProps: { tabIndex: 0 } }}>
        <Table aria-label="Month by month">
          <Table.Thead>
            <Table.Tr>
              <Table.Th>Period</Table.Th>
              {movements.map((movement) => (
                <Table.Th key={movement} ta="right">
                  {labelOf(movement)}
                </Table.Th>
              ))}
              <Table.Th>Statement</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {data.waterfall.map((row) => (
              <Table.Tr key={row.period}>
                <Table.Td>{row.period}</Table.Td>
                {movements.map((movement) => (
                  <Table.Td key={movement} ta="right" className="number">
                    <Anchor
                      component="button"
                      type="button"
                      inherit
                      aria-label={`${labelOf(movement)} of ${row.period}, ${money(row[movement], data.currency)}: what it is made of`}
                      onClick={() => set({ cell: `${row.cell}:${movement}` })}
                    >
                      {money(row[movement], data.currency)}
                    </Anchor>
                  </Table.Td>
                ))}
                <Table.Td>
                  <Anchor component={Link} to={`/console/${orgId}/differences?period=${row.period}` as string} inherit>
                    Differences
                  </Anchor>
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
      {cell && (
        <Explained
          key={cell}
          cell={cell}
          query={{ measure, currency: data.currency }}
          onClose={() => set({ cell: undefined })}
        />
      )}
    </Stack>
  );
};

/** From billed to paid out, per channel and currency. Amounts of different currencies are never added. */
const Cash = () => {
  const orgId = useOrgId();
  const { data, error, refetch } = useQuery({
    queryKey: ['org', orgId, 'cash'],
    queryFn: () =>
      contentOf(api.GET('/org/{orgId}/revenue/dashboard/summary', { params: { path: { orgId }, query: {} } })),
  });
  if (error) return <Fault error={error} retry={() => void refetch()} />;
  if (!data) return <Lines count={4} />;
  const [first] = data.totals;
  return (
    <Stack>
      <Title order={2} size="h4">
        Billed to paid out, 30 days
      </Title>
      {data.byPartner.length === 0 ? (
        <Card withBorder>
          <Text size="sm" c="dimmed">
            Nothing was billed in these days. What marketplaces and payment providers report is read several times a
            day.
          </Text>
        </Card>
      ) : (
        <Card withBorder>
          <Table.ScrollContainer minWidth={640} scrollAreaProps={{ viewportProps: { tabIndex: 0 } }}>
            <Table>
              <Table.Thead>
                <Table.Tr>
                  <Table.Th>Channel</Table.Th>
                  <Table.Th>Currency</Table.Th>
                  {['Billed', 'Collected', 'Paid out', 'Outstanding', 'Fees'].map((title) => (
                    <Table.Th key={title} ta="right">
                      {title}
                    </Table.Th>
                  ))}
                </Table.Tr>
              </Table.Thead>
              <Table.Tbody>
                {data.byPartner.map((row) => (
                  <Table.Tr key={`${row.partner} ${row.currency}`}>
                    <Table.Td>
                      <Anchor
                        component={Link}
                        to={`/console/${orgId}/revenue-records?partner=${row.partner}` as string}
                        inherit
                      >
                        {wordOf(row.partner)}
                      </Anchor>
                    </Table.Td>
                    <Table.Td>{row.currency}</Table.Td>
                    {[row.billed, row.collected, row.disbursed, row.outstanding, row.fee].map((amount, at) => (
                      // biome-ignore lint/suspicious/noArrayIndexKey: the columns are fixed
                      <Table.Td key={at} ta="right" className="number">
                        {money(amount, row.currency)}
                      </Table.Td>
                    ))}
                  </Table.Tr>
                ))}
              </Table.Tbody>
            </Table>
          </Table.ScrollContainer>
          {first && data.totals.length === 1 && 'byDay' in data && (
            <CashChart days={(data as unknown as { byDay: never[] }).byDay} currency={first.currency} />
          )}
        </Card>
      )}
    </Stack>
  );
};

export const Revenue = () => {
  const { currency, measure, cell } = useSearch({ strict: false }) as Record<string, string | undefined>;
  const navigate = useNavigate();
  return (
    <Stack gap="xl">
      <Title order={1} size="h3">
        Revenue
      </Title>
      <Recurring
        currency={currency}
        measure={measure === 'arr' ? 'arr' : 'mrr'}
        cell={cell}
        set={(next) => void navigate({ to: '.', search: ((before: object) => ({ ...before, ...next })) as never })}
      />
      <Cash />
    </Stack>
  );
};
