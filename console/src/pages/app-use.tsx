import { Card, Group, Text, Title } from '@mantine/core';
import type { Row } from '../api/list.ts';
import { quantity } from '../lib/format.ts';
import { Value } from '../ui/value.tsx';

/** How much a program calls the API. The API counts calls, and keeps no list of them; its changes are in the audit trail. */
export const AppUse = ({ row }: { row: Row }) => (
  <Card withBorder component="section" aria-label="Calls">
    <Title order={2} size="h5" mb="xs">
      Calls
    </Title>
    <Group gap="xl">
      <Text size="sm">
        <b className="number">{quantity(Number(row.callCount30Days ?? 0))}</b> in the last 30 days
      </Text>
      <Text size="sm" component="div">
        Last used: {row.lastUsedTime === undefined ? 'never' : <Value value={row.lastUsedTime} />}
      </Text>
    </Group>
  </Card>
);
