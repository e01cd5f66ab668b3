import { Card, Group, Progress, Stack, Table, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { ask } from '../api/client.ts';
import type { Row } from '../api/list.ts';
import { useOrgId } from '../api/session.ts';
import { businessNow } from '../lib/clock.ts';
import { dayAhead, localTime, quantity } from '../lib/format.ts';
import { termsOf } from '../lib/price.ts';
import { textAt } from '../nouns/noun.ts';
import { PriceTables } from '../ui/price-tables.tsx';

type Total = { date: string; dimensionKey: string; quantity: number };

/** How much of the time of a contract is over. */
const Duration = ({ row }: { row: Row }) => {
  const [begin, end] = [textAt(row, 'startTime'), textAt(row, 'endTime')];
  if (!begin || !end) return null;
  const [from, to] = [new Date(begin).getTime(), new Date(end).getTime()];
  const share = Math.min(1, Math.max(0, (businessNow() - from) / (to - from)));
  return (
    <Card withBorder>
      <Group justify="space-between" mb={6}>
        <Text size="sm">{localTime(begin)}</Text>
        <Text size="sm" fw={600}>
          {Math.max(0, Math.ceil((to - businessNow()) / 86_400_000))} days left
        </Text>
        <Text size="sm">{localTime(end)}</Text>
      </Group>
      <Progress value={share * 100} aria-label="How much of the contract is over" color="brand.8" />
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
        Used so far
      </Title>
      <Table>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Dimension</Table.Th>
            <Table.Th ta="right">Accepted</Table.Th>
            <Table.Th ta="right">Submitted</Table.Th>
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

/** What was bought, how long it lasts, and what was used of it. */
export const ContractTerms = ({ row }: { row: Row }) => (
  <Stack>
    <Duration row={row} />
    <PriceTables terms={termsOf(row)} />
    <Used row={row} />
  </Stack>
);
