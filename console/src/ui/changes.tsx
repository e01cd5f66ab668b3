import { HoverCard, List, Text, UnstyledButton } from '@mantine/core';
import type { Row } from '../api/list.ts';
import { changesTexts as texts } from '../texts/changes.ts';

type Change = { path?: string; before?: unknown; after?: unknown };

const shown = 12;
const short = (value: unknown): string => (value === undefined ? '—' : JSON.stringify(value)).slice(0, 80);

/** What an audit entry changed: the fields, and their values before and after. */
export const Changes = ({ row }: { row: Row }) => {
  const changes = ((row.activity as { changes?: Change[] } | undefined)?.changes ?? []) as Change[];
  if (changes.length === 0)
    return (
      <Text span c="dimmed">
        —
      </Text>
    );
  return (
    <HoverCard width={420} withinPortal openDelay={150}>
      <HoverCard.Target>
        <UnstyledButton fz="inherit" td="underline">
          {texts.changes(changes.length)}
        </UnstyledButton>
      </HoverCard.Target>
      <HoverCard.Dropdown>
        <List size="xs" spacing={4}>
          {changes.slice(0, shown).map(({ path = '', before, after }) => (
            <List.Item key={path}>
              <b>{path || texts.everything}</b>: {short(before)} → {short(after)}
            </List.Item>
          ))}
        </List>
        {changes.length > shown && <Text size="xs">{texts.more(changes.length - shown)}</Text>}
      </HoverCard.Dropdown>
    </HoverCard>
  );
};
