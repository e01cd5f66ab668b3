import { Anchor, Badge, Card, Group, Stack, Text, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { api, contentOf } from '../api/client.ts';
import { keepAmong } from '../api/keep.ts';
import { useOrgId } from '../api/session.ts';
import { wordOf } from '../lib/words.ts';
import { knowledgeTexts as texts } from '../texts/knowledge.ts';
import { PageHeading } from '../ui/page-heading.tsx';
import { Empty, Fault } from '../ui/states.tsx';

/** Articles about marketplaces and this service. */
export const Knowledge = () => {
  const orgId = useOrgId();
  const { text: given = '' } = useSearch({ strict: false }) as { text?: string };
  const navigate = useNavigate();
  const [typed, setTyped] = useState(given);
  const [query] = useDebouncedValue(typed.trim(), 250);
  const among = ['knowledge', orgId];
  const { data, error } = useQuery({
    queryKey: [...among, query],
    enabled: query !== '',
    placeholderData: keepAmong(among),
    queryFn: () =>
      contentOf(api.POST('/org/{orgId}/knowledge/search', { params: { path: { orgId } }, body: { query, limit: 20 } })),
  });
  return (
    <Stack>
      <PageHeading>{texts.title}</PageHeading>
      <TextInput
        aria-label={texts.search}
        placeholder={texts.example}
        leftSection={<IconSearch size={16} />}
        value={typed}
        onChange={({ currentTarget }) => {
          setTyped(currentTarget.value);
          void navigate({ to: '.', search: { text: currentTarget.value } as never, replace: true });
        }}
        maw={560}
      />
      {error && <Fault error={error} />}
      {query === '' && <Empty title={texts.ask} text={texts.about} />}
      {data?.results.length === 0 && <Empty title={texts.nothingFound} text={texts.tryOthers} />}
      {query !== '' &&
        data?.results.map(({ id, title, url, snippet, source }) => (
          <Card key={id} withBorder>
            <Group justify="space-between" wrap="nowrap">
              <Anchor href={url} target="_blank" rel="noreferrer" fw={600}>
                {title}
              </Anchor>
              <Badge variant="default" tt="none">
                {wordOf(source)}
              </Badge>
            </Group>
            <Text size="sm" c="dimmed" lineClamp={3}>
              {snippet}
            </Text>
          </Card>
        ))}
    </Stack>
  );
};
