import { Accordion, Alert, Anchor, Button, Card, Group, List, SimpleGrid, Stack, Text, Title } from '@mantine/core';
import { IconAlertTriangle, IconCircleCheck } from '@tabler/icons-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { ask } from '../api/ask.ts';
import { whyNotPermitted } from '../api/can.ts';
import { operationOf } from '../api/document.ts';
import { pageFrom, type Row } from '../api/list.ts';
import { useMe } from '../api/me.ts';
import { useOrgId } from '../api/session.ts';
import { ActButton } from '../forms/acts.tsx';
import { useBusinessNow } from '../lib/clock.ts';
import { wordOf } from '../lib/words.ts';
import { textAt } from '../nouns/noun.ts';
import { connectionStateTexts as texts } from '../texts/connection-state.tsx';
import { AskButton } from '../ui/ask-button.tsx';
import { Prose } from '../ui/prose.tsx';
import { Fault, Lines } from '../ui/states.tsx';
import { Value } from '../ui/value.tsx';
import { fillGuide, guideOf } from './connection-guides.ts';

const hourMs = 3_600_000;

type Verdict = { ok: boolean; message: string; partnerMessage?: string };

/** Asks the partner now, and shows its verdict. */
const Verify = ({ row }: { row: Row }) => {
  const orgId = useOrgId();
  const queries = useQueryClient();
  const verification = useMutation({
    mutationFn: async () => {
      const { body } = await ask('VerifyIntegration', { path: { orgId, integrationId: textAt(row, 'id') } });
      await queries.invalidateQueries({ queryKey: ['org', orgId] });
      return (body as { verification: Verdict }).verification;
    },
  });
  const { data: verdict } = verification;
  return (
    <Stack gap="sm" align="flex-start">
      {verdict && (
        <Alert
          w="100%"
          role="status"
          color={verdict.ok ? 'teal' : 'red'}
          icon={verdict.ok ? <IconCircleCheck /> : <IconAlertTriangle />}
          title={verdict.ok ? texts.verify.works : texts.verify.doesNotWork}
        >
          {verdict.message}
          {verdict.partnerMessage && (
            <Text size="sm" mt={4}>
              {texts.verify.partnerSays(wordOf(textAt(row, 'partner')), verdict.partnerMessage)}
            </Text>
          )}
        </Alert>
      )}
      <AskButton question={verification}>{texts.verify.now}</AskButton>
    </Stack>
  );
};

/** The totals of days on which the other tool and the service disagree. Only Microsoft lists what was submitted. */
const Comparison = ({ partner }: { partner: string }) => {
  const orgId = useOrgId();
  const reason = whyNotPermitted(operationOf('ListUsageDrifts'), useMe());
  const isCompared = partner === 'AZURE' && reason === undefined;
  const { data, error } = useQuery({
    queryKey: ['org', orgId, 'shadow-differs', partner],
    enabled: isCompared,
    queryFn: async ({ signal }) =>
      pageFrom(
        await ask('ListUsageDrifts', {
          path: { orgId },
          query: { partner, cause: 'SHADOW_DIFFERS', limit: 100 },
          signal,
        }),
      ),
  });
  if (!isCompared) return null;
  if (error) return <Fault error={error} />;
  if (!data) return <Lines count={1} />;
  const count = data.rows.length;
  return (
    <Alert
      role="status"
      mb="sm"
      color={count > 0 ? 'orange' : 'teal'}
      icon={count > 0 ? <IconAlertTriangle /> : <IconCircleCheck />}
      title={
        count > 0
          ? texts.comparison.differs(wordOf(partner), count, data.hasNext)
          : texts.comparison.same(wordOf(partner))
      }
    >
      <Text size="sm">
        {texts.comparison.whenCompared(wordOf(partner))}{' '}
        {count > 0 && (
          <Anchor
            component={Link}
            to={`/console/${orgId}/usage-problems` as string}
            search={{ partner, cause: 'SHADOW_DIFFERS' } as never}
            inherit
          >
            {texts.comparison.seeDifferences}
          </Anchor>
        )}
      </Text>
    </Alert>
  );
};

/** From SHADOW to LIVE, which cannot be undone. */
const GoLive = ({ row }: { row: Row }) => {
  const orgId = useOrgId();
  const nextHour = new Date(Math.ceil(useBusinessNow() / hourMs) * hourMs).toISOString();
  return (
    <Card withBorder>
      <Title order={2} size="h5" mb="xs">
        {texts.goLive.title}
      </Title>
      <Text size="sm" mb="sm">
        {texts.goLive.howTo}
      </Text>
      <Comparison partner={textAt(row, 'partner')} />
      <Group>
        <Button
          variant="default"
          component={Link}
          to={`/console/${orgId}/usage-reports` as string}
          search={{ partner: textAt(row, 'partner') } as never}
        >
          {texts.goLive.seeReports}
        </Button>
        <ActButton
          label={texts.goLive.button}
          isPrimary
          act={{
            operation: 'UpdateIntegration',
            path: { orgId, integrationId: textAt(row, 'id') },
            subject: row,
            initial: { mode: 'LIVE', reportFrom: nextHour },
            narrow: ({ properties: { mode = {}, reportFrom = {} } = {} }) => ({
              type: 'object',
              properties: { mode, reportFrom },
            }),
          }}
        />
      </Group>
    </Card>
  );
};

/** The health of a connection: the last reads, the secrets that are set, and the steps still to do at the partner. */
export const ConnectionState = ({ row }: { row: Row }) => {
  const hasError = textAt(row, 'status') === 'ERROR';
  const guide = guideOf({ partner: textAt(row, 'partner'), service: textAt(row, 'service') });
  return (
    <Stack>
      <Alert
        color={hasError ? 'red' : 'teal'}
        icon={hasError ? <IconAlertTriangle /> : <IconCircleCheck />}
        title={hasError ? texts.lastCall.refused : texts.lastCall.answered}
      >
        {hasError ? textAt(row, 'lastError.message') : texts.lastCall.whatVerifyDoes}
      </Alert>
      <Verify row={row} />
      <SimpleGrid cols={{ base: 1, md: 2 }}>
        <Card withBorder>
          <Title order={2} size="h5" mb="xs">
            {texts.account}
          </Title>
          <Text size="sm" component="div">
            {texts.accountRead(
              <Value value={row.accountId} />,
              <Value value={row.lastSyncTime} />,
              <Value value={row.lastVerifiedTime} />,
            )}
          </Text>
          {textAt(row, 'hookPath') !== '' && (
            <Text size="sm" mt="xs" style={{ overflowWrap: 'anywhere' }}>
              {texts.messagesTo(<b>{window.location.origin + textAt(row, 'hookPath')}</b>)}
            </Text>
          )}
        </Card>
        <Card withBorder>
          <Title order={2} size="h5" mb="xs">
            {texts.credentials}
          </Title>
          <List size="sm">
            {((row.credentialFields ?? []) as string[]).map((name) => (
              <List.Item key={name}>{name}</List.Item>
            ))}
          </List>
        </Card>
      </SimpleGrid>
      {textAt(row, 'mode') === 'SHADOW' && <GoLive row={row} />}
      {guide.length > 0 && (
        <section aria-label={texts.atPartner(wordOf(textAt(row, 'partner')))}>
          <Title order={2} size="h5" mb="xs">
            {texts.whatToDo(wordOf(textAt(row, 'partner')))}
          </Title>
          <Accordion variant="contained" multiple>
            {guide.map(({ title, blocks }) => (
              <Accordion.Item key={title} value={title}>
                <Accordion.Control>{title}</Accordion.Control>
                <Accordion.Panel>
                  <Prose blocks={fillGuide(blocks, row)} />
                </Accordion.Panel>
              </Accordion.Item>
            ))}
          </Accordion>
        </section>
      )}
    </Stack>
  );
};
