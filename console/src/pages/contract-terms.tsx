import { Card, Group, Progress, Stack, Table, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { ask } from '../api/ask.ts';
import { pageFrom, type Row } from '../api/list.ts';
import { useOrgId } from '../api/session.ts';
import { burnOf } from '../lib/burn.ts';
import { businessNow, useBusinessNow } from '../lib/clock.ts';
import { dayAhead, estimate, exactTime, money, quantity } from '../lib/format.ts';
import { termsOf } from '../lib/price.ts';
import { textAt, valueAt } from '../nouns/noun.ts';
import { OwnerAmounts } from '../revenue/owner-amounts.tsx';
import { contractTermsTexts as texts } from '../texts/contract-terms.ts';
import { PriceTables } from '../ui/price-tables.tsx';

const BurnChart = lazy(() => import('../ui/charts.tsx').then((charts) => ({ default: charts.BurnChart })));

type Total = { date: string; dimensionKey: string; quantity: number };

/** The elapsed share of a contract's duration. */
const Duration = ({ row }: { row: Row }) => {
  const now = useBusinessNow();
  const [begin, end] = [textAt(row, 'startTime'), textAt(row, 'endTime')];
  if (!begin || !end) return null;
  const [from, to] = [new Date(begin).getTime(), new Date(end).getTime()];
  const share = Math.min(1, Math.max(0, (now - from) / (to - from)));
  return (
    <Card withBorder>
      <Group justify="space-between" mb={6}>
        <Text size="sm">{exactTime(begin)}</Text>
        <Text size="sm" fw={600}>
          {texts.daysLeft(Math.max(0, Math.ceil((to - now) / 86_400_000)))}
        </Text>
        <Text size="sm">{exactTime(end)}</Text>
      </Group>
      <Progress value={share * 100} aria-label={texts.timeOver} color="brand.8" />
    </Card>
  );
};

const Used = ({ row }: { row: Row }) => {
  const id = textAt(row, 'id');
  const orgId = useOrgId();
  const { data } = useQuery({
    queryKey: ['org', orgId, 'used', id],
    retry: false,
    queryFn: async ({ signal }) => {
      const query = {
        entitlementId: id,
        partner: textAt(row, 'partner'),
        granularity: 'month',
        startDate: (textAt(row, 'startTime') || textAt(row, 'creationTime')).slice(0, 10),
        endDate: dayAhead(1),
      };
      const read = async (operation: string) =>
        (await ask(operation, { path: { orgId }, query, signal })).body as Total[];
      const [accepted, submitted] = await Promise.all([
        read('AggregateUsageRecordGroups'),
        read('AggregateUsageRecordReports'),
      ]);
      const keys = [...new Set([...accepted, ...submitted].map(({ dimensionKey }) => dimensionKey))].sort();
      const sum = (totals: Total[], key: string): number =>
        totals.filter(({ dimensionKey }) => dimensionKey === key).reduce((all, one) => all + one.quantity, 0);
      return keys.map((key) => ({ key, accepted: sum(accepted, key), submitted: sum(submitted, key) }));
    },
  });
  if (!data || data.length === 0) return null;
  return (
    <Card withBorder>
      <Title order={2} size="h5" mb="sm">
        {texts.used.title}
      </Title>
      <Table>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{texts.used.dimension}</Table.Th>
            <Table.Th ta="right">{texts.used.accepted}</Table.Th>
            <Table.Th ta="right">{texts.used.submitted}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {data.map(({ key, accepted, submitted }) => (
            <Table.Tr key={key}>
              <Table.Td>{key}</Table.Td>
              <Table.Td ta="right">{quantity(accepted)}</Table.Td>
              <Table.Td ta="right">{quantity(submitted)}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Card>
  );
};

const timeAt = (row: Row, path: string): number | undefined =>
  textAt(row, path) === '' ? undefined : new Date(textAt(row, path)).getTime();

/** The commit of the current term: its rest, and when it would be used up. */
const Commit = ({ row }: { row: Row }) => {
  const id = textAt(row, 'id');
  const orgId = useOrgId();
  const { data } = useQuery({
    queryKey: ['org', orgId, 'commit', id],
    retry: false,
    queryFn: async ({ signal }) => {
      const path = { orgId, entitlementId: id };
      const terms = pageFrom(await ask('ListEntitlementTerms', { path, query: { limit: 100 }, signal })).rows;
      const now = businessNow();
      const term = terms.find(
        (one) =>
          Number(one.commitAmount) > 0 &&
          (timeAt(one, 'startTime') ?? 0) <= now &&
          (timeAt(one, 'endTime') ?? Number.POSITIVE_INFINITY) > now,
      );
      if (!term) return null;
      const query = { entitlementId: id, startDate: textAt(term, 'startTime').slice(0, 10), limit: 1000 };
      const reports = pageFrom(await ask('ListUsageRecordReports', { path: { orgId }, query, signal })).rows;
      const known = reports
        .filter((one) => one.entitlementTermID === term.id && valueAt(one, 'info.usedCommitAmount') !== undefined)
        .map((one) => ({
          time: timeAt(one, 'info.startTime') ?? now,
          used: Number(valueAt(one, 'info.usedCommitAmount')),
        }));
      const [commit, used] = [Number(term.commitAmount), Number(term.usedCommitAmount)];
      const [begin, end] = [timeAt(term, 'startTime') ?? now, timeAt(term, 'endTime')];
      return {
        commit,
        used,
        currency: textAt(term, 'entitlementInfo.currency') || 'USD',
        burn: burnOf({ commit, used, begin, end, known, now }),
      };
    },
  });
  if (!data) return null;
  const { commit, used, currency, burn } = data;
  return (
    <Card withBorder component="section" aria-label={texts.commit.title}>
      <Group justify="space-between" mb="sm">
        <Title order={2} size="h5">
          {texts.commit.title}
        </Title>
        <Text fw={650} className="number">
          {texts.commit.left(money(commit - used, currency), money(commit, currency))}
        </Text>
      </Group>
      <Text size="sm" c="dimmed" mb="sm">
        {used === 0
          ? texts.commit.unused
          : burn.usedUpOn !== undefined
            ? texts.commit.usedUpOn(burn.usedUpOn)
            : burn.leftAtEnd !== undefined
              ? texts.commit.leftAtEnd(estimate(burn.leftAtEnd, currency))
              : ''}
      </Text>
      {used > 0 && (
        <Suspense fallback={<div style={{ height: 220 }} />}>
          <BurnChart points={burn.points} currency={currency} />
        </Suspense>
      )}
    </Card>
  );
};

/** The purchase, its duration and its use. */
export const ContractTerms = ({ row }: { row: Row }) => (
  <Stack>
    <Duration row={row} />
    <Commit row={row} />
    <PriceTables terms={termsOf(row)} />
    <Used row={row} />
    <OwnerAmounts row={row} />
  </Stack>
);
