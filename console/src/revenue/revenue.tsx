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
import { revenueTexts as texts } from '../texts/revenue.ts';
import { CashChart, MovementChart, RecurringChart, type WaterfallPeriod } from '../ui/charts.tsx';
import { PageHeading } from '../ui/page-heading.tsx';
import { Fault, Lines } from '../ui/states.tsx';
import { Explained } from './explanation.tsx';

/** A figure that opens its breakdown. */
const Figure = ({ label, value, hint, open }: { label: string; value: string; hint: string; open: () => void }) => (
  <Tooltip label={hint} multiline maw={300}>
    <UnstyledButton onClick={open} aria-label={texts.madeOf(label, value)}>
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
          {texts.recurring}
        </Title>
        <Group gap="xs">
          <Select
            aria-label={texts.currency}
            data={data.currencies}
            value={data.currency}
            onChange={(next) => set({ currency: next ?? undefined })}
            allowDeselect={false}
            w={110}
          />
          <SegmentedControl
            aria-label={texts.measure}
            data={[
              { value: 'mrr', label: texts.monthly },
              { value: 'arr', label: texts.yearly },
            ]}
            value={measure}
            onChange={(next) => set({ measure: next })}
          />
        </Group>
      </Group>
      <SimpleGrid cols={{ base: 2, md: 3, xl: 6 }}>
        <Figure {...texts.figures.mrr} open={() => set({ cell: 'mrr' })} value={money(data.mrr, data.currency)} />
        <Figure {...texts.figures.arr} open={() => set({ cell: 'arr' })} value={money(data.arr, data.currency)} />
        <Figure
          {...texts.figures.committedMrr}
          open={() => set({ cell: 'committedMrr' })}
          value={money(data.committedMrr, data.currency)}
        />
        <Figure
          {...texts.figures.usageRunRate}
          open={() => set({ cell: 'usageRunRate' })}
          value={money(data.usageRunRate, data.currency)}
        />
        <Figure
          {...texts.figures.netRetention}
          open={() => set({ cell: 'netRevenueRetention' })}
          value={percent(data.netRevenueRetention as number | null)}
        />
        <Figure
          {...texts.figures.grossRetention}
          open={() => set({ cell: 'grossRevenueRetention' })}
          value={percent(data.grossRevenueRetention as number | null)}
        />
      </SimpleGrid>
      <SimpleGrid cols={{ base: 1, lg: 2 }}>
        <Card withBorder>
          <Text fw={600} mb="sm">
            {texts.atMonthEnds(measure.toUpperCase())}
          </Text>
          <RecurringChart periods={rows} currency={data.currency} />
        </Card>
        <Card withBorder>
          <Text fw={600} mb="sm">
            {texts.whatChanged}
          </Text>
          <MovementChart periods={rows} currency={data.currency} />
        </Card>
      </SimpleGrid>
      <Group justify="space-between">
        <Title order={3} size="h5">
          {texts.months.title}
        </Title>
        <Button variant="default" size="xs" onClick={download}>
          {texts.months.download}
        </Button>
      </Group>
      <Table.ScrollContainer minWidth={820} scrollAreaProps={{ viewportProps: { tabIndex: 0 } }}>
        <Table aria-label={texts.months.title}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{texts.months.period}</Table.Th>
              {movements.map((movement) => (
                <Table.Th key={movement} ta="right">
                  {labelOf(movement)}
                </Table.Th>
              ))}
              <Table.Th>{texts.months.statement}</Table.Th>
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
                      aria-label={texts.months.movementMadeOf(
                        labelOf(movement),
                        row.period,
                        money(row[movement], data.currency),
                      )}
                      onClick={() => set({ cell: `${row.cell}:${movement}` })}
                    >
                      {money(row[movement], data.currency)}
                    </Anchor>
                  </Table.Td>
                ))}
                <Table.Td>
                  <Anchor component={Link} to={`/console/${orgId}/differences?period=${row.period}` as string} inherit>
                    {texts.months.differences}
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
        {texts.cash.title}
      </Title>
      {data.byPartner.length === 0 ? (
        <Card withBorder>
          <Text size="sm" c="dimmed">
            {texts.cash.nothingBilled}
          </Text>
        </Card>
      ) : (
        <Card withBorder>
          <Table.ScrollContainer minWidth={640} scrollAreaProps={{ viewportProps: { tabIndex: 0 } }}>
            <Table>
              <Table.Thead>
                <Table.Tr>
                  <Table.Th>{texts.cash.channel}</Table.Th>
                  <Table.Th>{texts.cash.currency}</Table.Th>
                  {texts.cash.amounts.map((title) => (
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
      <PageHeading>{texts.title}</PageHeading>
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
