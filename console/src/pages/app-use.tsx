import { Card, Group, Text, Title } from '@mantine/core';
import type { Row } from '../api/list.ts';
import { quantity } from '../lib/format.ts';
import { appUseTexts as texts } from '../texts/app-use.tsx';
import { Value } from '../ui/value.tsx';

/** How much a program calls the API. The API counts calls, and keeps no list of them; its changes are in the audit trail. */
export const AppUse = ({ row }: { row: Row }) => (
  <Card withBorder component="section" aria-label={texts.calls}>
    <Title order={2} size="h5" mb="xs">
      {texts.calls}
    </Title>
    <Group gap="xl">
      <Text size="sm">{texts.in30Days(<b className="number">{quantity(Number(row.callCount30Days ?? 0))}</b>)}</Text>
      <Text size="sm" component="div">
        {row.lastUsedTime === undefined ? texts.neverUsed : texts.lastUsed(<Value value={row.lastUsedTime} />)}
      </Text>
    </Group>
  </Card>
);
