import { Alert, Card, Group, List, Select, Stack, Text, Title } from '@mantine/core';
import { IconCheck, IconX } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ask } from '../api/ask.ts';
import { type Permitted, whyNotPermitted } from '../api/can.ts';
import { operationOf, operations } from '../api/document.ts';
import { roles } from '../api/endpoints.ts';
import type { Row } from '../api/list.ts';
import { useOrgId } from '../api/session.ts';
import { labelOf, wordOf } from '../lib/words.ts';
import { textAt } from '../nouns/noun.ts';
import { personPermissionsTexts as texts } from '../texts/person-permissions.ts';
import { Fault, Lines } from '../ui/states.tsx';

const acts = Object.entries(operations)
  .filter(([, { path }]) => path.startsWith('/org/{orgId}'))
  .map(([value, { summary }]) => ({ value, label: summary }))
  .sort((a, b) => a.label.localeCompare(b.label));

/** Built-in roles with a permission, in words. */
const rolesWith = (permission: string): string[] =>
  Object.entries(roles)
    .filter(([, permissions]) => permissions.includes(permission))
    .map(([role]) => wordOf(role));

/** Whether somebody may perform an act, and on what that depends. */
const explain = (id: string, who: Permitted): { isAllowed: boolean; text: string } => {
  const { permission, caller } = operationOf(id);
  const isAllowed = whyNotPermitted(operationOf(id), who) === undefined;
  const role = wordOf(who.role ?? '');
  if (caller === 'leader') return { isAllowed, text: texts.onlyLeaders(role) };
  if (permission === 'caller') return { isAllowed, text: texts.everybody };
  return {
    isAllowed,
    text: isAllowed
      ? texts.hasPermission(permission, role)
      : texts.lacksPermission(permission, role, rolesWith(permission)),
  };
};

/** `offer:write` and `offer:read` → Offer: read, write. */
const byNoun = (permissions: readonly string[]): [string, string][] => {
  const groups = Map.groupBy(permissions, (permission) => permission.split(':')[0] ?? '');
  return [...groups].map(([noun, all]) => [labelOf(noun), all.map((one) => one.split(':')[1]).join(', ')]);
};

/** What a person may do, and why. */
export const PersonPermissions = ({ row }: { row: Row }) => {
  const orgId = useOrgId();
  const [act, setAct] = useState<string | null>(null);
  const roleId = textAt(row, 'customRoleId');
  const { data: custom, error } = useQuery({
    queryKey: ['org', orgId, 'item', 'roles', roleId, 'permissions'],
    enabled: roleId !== '',
    queryFn: async ({ signal }) => (await ask('GetRole', { path: { orgId, roleId }, signal })).body as Row,
  });
  if (error) return <Fault error={error} />;
  if (roleId !== '' && !custom) return <Lines />;
  const role = custom ? textAt(custom, 'name') : textAt(row, 'role');
  const permissions = custom ? ((custom.permissions ?? []) as string[]) : (roles[role] ?? []);
  const answer = act === null ? undefined : explain(act, { role, permissions: new Set(permissions) });
  return (
    <Card withBorder>
      <Stack gap="sm">
        <Title order={2} size="h5">
          {texts.title(textAt(row, 'firstName'))}
        </Title>
        {textAt(row, 'status') !== 'ACTIVE' && (
          <Text size="sm" c="dimmed">
            {texts.notYet(wordOf(textAt(row, 'status')))}
          </Text>
        )}
        <Select
          label={texts.ask}
          placeholder={texts.askExample}
          data={acts}
          value={act}
          onChange={setAct}
          searchable
          clearable
          limit={50}
          maw={520}
        />
        {answer && (
          <Alert
            role="status"
            color={answer.isAllowed ? 'teal' : 'gray'}
            icon={answer.isAllowed ? <IconCheck /> : <IconX />}
            title={answer.isAllowed ? texts.yes : texts.no}
          >
            {answer.text}
          </Alert>
        )}
        <details>
          <summary>{texts.all(wordOf(role), permissions.length)}</summary>
          <List size="sm" mt="xs">
            {byNoun(permissions).map(([noun, words]) => (
              <List.Item key={noun}>
                <Group gap={6} component="span">
                  <b>{noun}</b> {words}
                </Group>
              </List.Item>
            ))}
          </List>
        </details>
      </Stack>
    </Card>
  );
};
