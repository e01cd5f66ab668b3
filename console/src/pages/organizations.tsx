import { Button, Group, NavLink, Stack, Text, TextInput } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { api, contentOf } from '../api/client.ts';
import { organizationsQuery } from '../api/session.ts';
import { withKey } from '../forms/call-keys.ts';
import { organizationsTexts as texts } from '../texts/organizations.ts';
import { Entrance } from '../ui/entrance.tsx';
import { Fault, Lines } from '../ui/states.tsx';

/** Selects or creates an organization. */
export const Organizations = () => {
  const { data, error } = useQuery(organizationsQuery);
  const queries = useQueryClient();
  const navigate = useNavigate();
  const [name, setName] = useState('');
  const [fault, setFault] = useState<unknown>();
  const [isSending, setSending] = useState(false);
  const make = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    if (isSending) return;
    setSending(true);
    try {
      const made = await withKey({ operation: 'CreateOrganization', path: {} }, { name }, (key) =>
        contentOf(api.POST('/org', { body: { name }, headers: { 'idempotency-key': key } })),
      );
      await queries.invalidateQueries(organizationsQuery);
      await navigate({ to: '/console/$orgId/today', params: { orgId: made.id } });
    } catch (refused) {
      setFault(refused);
    } finally {
      setSending(false);
    }
  };
  return (
    <Entrance title={texts.title} text={texts.about}>
      {error && <Fault error={error} />}
      {!data && !error && <Lines />}
      {data?.map((one) => (
        <NavLink
          key={one.id}
          component={Link}
          to={`/console/${one.id}/today` as string}
          label={one.name}
          description={one.emailDomain}
        />
      ))}
      {data?.length === 0 && <Text size="sm">{texts.none}</Text>}
      <form onSubmit={make}>
        <Stack gap="xs">
          {fault !== undefined && <Fault error={fault} />}
          <Group align="flex-end">
            <TextInput
              label={texts.new}
              required
              flex={1}
              value={name}
              onChange={({ currentTarget }) => setName(currentTarget.value)}
            />
            <Button type="submit" loading={isSending} variant={data?.length === 0 ? 'filled' : 'default'}>
              {texts.make}
            </Button>
          </Group>
        </Stack>
      </form>
    </Entrance>
  );
};
