import { List, Popover, Text, UnstyledButton } from '@mantine/core';
import type { Row } from '../api/list.ts';
import { changesTexts as texts } from '../texts/changes.ts';

type Change = { path?: string; before?: unknown; after?: unknown };

const short = (value: unknown): string => (value === undefined ? '—' : JSON.stringify(value)).slice(0, 300);

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
    <Popover width={420} withinPortal trapFocus returnFocus>
      <Popover.Target>
        <UnstyledButton fz="inherit" td="underline">
          {texts.changes(changes.length)}
        </UnstyledButton>
      </Popover.Target>
      <Popover.Dropdown mah={360} style={{ overflowY: 'auto' }} tabIndex={-1} data-autofocus>
        <List size="xs" spacing={4} style={{ overflowWrap: 'anywhere' }}>
          {changes.map(({ path = '', before, after }) => (
            <List.Item key={path}>
              <b>{path || texts.everything}</b>: {short(before)} → {short(after)}
            </List.Item>
          ))}
        </List>
      </Popover.Dropdown>
    </Popover>
  );
};
