import { Card, Group, SimpleGrid, Stack, Table, Text, Title } from '@mantine/core';
import { lazy, Suspense } from 'react';
import { money, quantity } from '../lib/format.ts';
import { priceOf, scheduleOf, type Terms, totalOf } from '../lib/price.ts';
import { wordOf } from '../lib/words.ts';

const ScheduleChart = lazy(() => import('./charts.tsx').then((charts) => ({ default: charts.ScheduleChart })));

const length = ({ length: count, timeUnit }: { length?: number; timeUnit?: string }): string =>
  count ? `${count} ${wordOf(timeUnit ?? 'MONTH').toLowerCase()}${count === 1 ? '' : 's'}` : '—';

/** The prices of an offer, a contract or a product, as people read them. */
export const PriceTables = ({
  terms,
  title = 'Price',
  isNarrow,
}: {
  terms: Terms;
  title?: string;
  isNarrow?: boolean;
}) => {
  const { currency = 'USD', commits = [], dimensions = [], discountPercentage } = terms;
  const schedule = scheduleOf(terms);
  const total = totalOf(terms);
  return (
    <SimpleGrid cols={{ base: 1, lg: schedule.length > 0 && !isNarrow ? 2 : 1 }} spacing="md">
      <Card withBorder>
        <Group justify="space-between" mb="sm">
          <Title order={2} size="h5">
            {title}
          </Title>
          {total > 0 && (
            <Text fw={650} size="lg" className="number">
              {money(total, currency)}
            </Text>
          )}
        </Group>
        {commits.length === 0 && dimensions.length === 0 && (
          <Text size="sm" c="dimmed">
            {discountPercentage
              ? `The prices of the product, less ${quantity(Number(discountPercentage))} percent.`
              : 'No price is set yet.'}
          </Text>
        )}
        <Stack gap="md">
          {commits.length > 0 && (
            <Table.ScrollContainer minWidth={380} scrollAreaProps={{ viewportProps: { tabIndex: 0 } }}>
              <Table>
                <Table.Thead>
                  <Table.Tr>
                    <Table.Th>Bought in advance</Table.Th>
                    <Table.Th>For</Table.Th>
                    <Table.Th ta="right">Quantity</Table.Th>
                    <Table.Th ta="right">Price</Table.Th>
                  </Table.Tr>
                </Table.Thead>
                <Table.Tbody>
                  {commits.map((commit, at) => (
                    // biome-ignore lint/suspicious/noArrayIndexKey: a plan may appear twice
                    <Table.Tr key={at}>
                      <Table.Td>{commit.name || commit.key}</Table.Td>
                      <Table.Td>{length(commit)}</Table.Td>
                      <Table.Td ta="right">{quantity(commit.quantity || 1)}</Table.Td>
                      <Table.Td ta="right" className="number">
                        {money(priceOf(commit), currency)}
                      </Table.Td>
                    </Table.Tr>
                  ))}
                </Table.Tbody>
              </Table>
            </Table.ScrollContainer>
          )}
          {dimensions.length > 0 && (
            <Table.ScrollContainer minWidth={380} scrollAreaProps={{ viewportProps: { tabIndex: 0 } }}>
              <Table>
                <Table.Thead>
                  <Table.Tr>
                    <Table.Th>By usage</Table.Th>
                    <Table.Th>Plan</Table.Th>
                    <Table.Th ta="right">Per unit</Table.Th>
                  </Table.Tr>
                </Table.Thead>
                <Table.Tbody>
                  {dimensions.map((dimension, at) => (
                    // biome-ignore lint/suspicious/noArrayIndexKey: a dimension has a price for each plan
                    <Table.Tr key={at}>
                      <Table.Td>{dimension.name || dimension.key}</Table.Td>
                      <Table.Td>{dimension.planId ?? '—'}</Table.Td>
                      <Table.Td ta="right" className="number">
                        {dimension.rate === undefined ? '—' : money(dimension.rate, currency)}
                      </Table.Td>
                    </Table.Tr>
                  ))}
                </Table.Tbody>
              </Table>
            </Table.ScrollContainer>
          )}
        </Stack>
      </Card>
      {schedule.length > 0 && (
        <Card withBorder>
          <Title order={2} size="h5" mb="sm">
            Payments
          </Title>
          <Suspense fallback={<div style={{ height: 180 }} />}>
            <ScheduleChart schedule={schedule} currency={currency} />
          </Suspense>
        </Card>
      )}
    </SimpleGrid>
  );
};
