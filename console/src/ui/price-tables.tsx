import { Card, Group, SimpleGrid, Stack, Table, Text, Title } from '@mantine/core';
import { lazy, Suspense } from 'react';
import { money, quantity } from '../lib/format.ts';
import { contractValueOf, priceOf, scheduleOf, type Terms } from '../lib/price.ts';
import { wordOf } from '../lib/words.ts';
import { priceTablesTexts as texts } from '../texts/price-tables.ts';

const ScheduleChart = lazy(() => import('./charts.tsx').then((charts) => ({ default: charts.ScheduleChart })));

const length = ({ length: count, timeUnit }: { length?: number; timeUnit?: string }): string =>
  count ? texts.length(count, wordOf(timeUnit ?? 'MONTH')) : '—';

/** The prices of an offer, a contract or a product, as people read them. */
export const PriceTables = ({
  terms,
  title = texts.title,
  isNarrow,
  isChoice,
}: {
  terms: Terms;
  title?: string;
  isNarrow?: boolean;
  /** Prices from which a buyer chooses: they have no sum. */
  isChoice?: boolean;
}) => {
  const { currency = 'USD', commits = [], dimensions = [], discountPercentage, trialConfig } = terms;
  const schedule = scheduleOf(terms);
  const total = isChoice ? undefined : contractValueOf(terms);
  // A column that says nothing only takes space, and on a phone hides the prices.
  const hasQuantities = commits.some((commit) => (commit.quantity || 1) !== 1);
  const hasPlans = dimensions.some(({ planId }) => planId);
  return (
    <SimpleGrid cols={{ base: 1, lg: schedule.length > 0 && !isNarrow ? 2 : 1 }} spacing="md">
      <Card withBorder>
        <Group justify="space-between" mb="sm">
          <Title order={2} size="h5">
            {title}
          </Title>
          {total !== undefined && total > 0 && (
            <Text fw={650} size="lg" className="number">
              {money(total, currency)}
            </Text>
          )}
        </Group>
        {trialConfig?.trialPeriod !== undefined && (
          <Text size="sm" mb="sm">
            {texts.trial(length({ length: trialConfig.trialPeriod, timeUnit: trialConfig.trialPeriodUnit }))}
          </Text>
        )}
        {commits.length === 0 && dimensions.length === 0 && (
          <Text size="sm" c="dimmed">
            {discountPercentage ? texts.lessPercent(quantity(Number(discountPercentage))) : texts.noPrice}
          </Text>
        )}
        <Stack gap="md">
          {commits.length > 0 && (
            <Table.ScrollContainer
              minWidth={hasQuantities ? 380 : 240}
              scrollAreaProps={{ viewportProps: { tabIndex: 0 } }}
            >
              <Table>
                <Table.Thead>
                  <Table.Tr>
                    <Table.Th>{texts.commits.name}</Table.Th>
                    <Table.Th>{texts.commits.length}</Table.Th>
                    {hasQuantities && <Table.Th ta="right">{texts.commits.quantity}</Table.Th>}
                    <Table.Th ta="right">{texts.commits.price}</Table.Th>
                  </Table.Tr>
                </Table.Thead>
                <Table.Tbody>
                  {commits.map((commit, at) => (
                    // biome-ignore lint/suspicious/noArrayIndexKey: a plan may appear twice
                    <Table.Tr key={at}>
                      <Table.Td>{commit.name || commit.key}</Table.Td>
                      <Table.Td>{length(commit)}</Table.Td>
                      {hasQuantities && <Table.Td ta="right">{quantity(commit.quantity || 1)}</Table.Td>}
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
            <Table.ScrollContainer minWidth={hasPlans ? 320 : 240} scrollAreaProps={{ viewportProps: { tabIndex: 0 } }}>
              <Table>
                <Table.Thead>
                  <Table.Tr>
                    <Table.Th>{texts.dimensions.name}</Table.Th>
                    {hasPlans && <Table.Th>{texts.dimensions.plan}</Table.Th>}
                    <Table.Th ta="right">{texts.dimensions.rate}</Table.Th>
                  </Table.Tr>
                </Table.Thead>
                <Table.Tbody>
                  {dimensions.map((dimension, at) => (
                    // biome-ignore lint/suspicious/noArrayIndexKey: a dimension has a price for each plan
                    <Table.Tr key={at}>
                      <Table.Td>{dimension.name || dimension.key}</Table.Td>
                      {hasPlans && <Table.Td>{dimension.planId ?? '—'}</Table.Td>}
                      <Table.Td ta="right" className="number">
                        {money(dimension.rate, currency)}
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
            {texts.payments}
          </Title>
          <Suspense fallback={<div style={{ height: 180 }} />}>
            <ScheduleChart schedule={schedule} currency={currency} />
          </Suspense>
        </Card>
      )}
    </SimpleGrid>
  );
};
