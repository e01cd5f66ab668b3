import { Group, Stack, Text } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { Row } from '../api/list.ts';
import { organizationsQuery, useOrgId } from '../api/session.ts';
import { ActButton } from '../forms/acts.tsx';
import { profileTexts as texts } from '../texts/profile.ts';
import { PageHeading } from '../ui/page-heading.tsx';
import { Details } from '../ui/resource-page.tsx';
import { Fault, Lines } from '../ui/states.tsx';

/** The organization's profile, and the form that changes it. */
export const Profile = () => {
  const orgId = useOrgId();
  const queries = useQueryClient();
  const { data, error, refetch } = useQuery(organizationsQuery);
  const profile = data?.find(({ id }) => id === orgId) as Row | undefined;
  return (
    <Stack>
      <Group justify="space-between">
        <PageHeading>{texts.title}</PageHeading>
        {profile && (
          <ActButton
            act={{ operation: 'UpdateOrganization', path: { orgId }, subject: profile, before: profile }}
            onDone={() => void queries.invalidateQueries(organizationsQuery)}
          />
        )}
      </Group>
      <Text size="sm" c="dimmed" maw={640}>
        {texts.about}
      </Text>
      {error && <Fault error={error} retry={() => void refetch()} />}
      {profile ? <Details row={profile} /> : !error && <Lines count={6} />}
    </Stack>
  );
};
