import { Alert, Anchor, Card, Group, List, SimpleGrid, Stack, Table, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { ask } from '../api/ask.ts';
import { pageFrom, type Row } from '../api/list.ts';
import type { FieldFault } from '../api/problem.ts';
import { useOrgId } from '../api/session.ts';
import { flatten } from '../lib/flatten.ts';
import { money } from '../lib/format.ts';
import { labelOf, wordOf } from '../lib/words.ts';
import { textAt, valueAt } from '../nouns/noun.ts';
import { referralDealTexts as texts } from '../texts/referral-deal.tsx';
import { Status, Time, Value } from '../ui/value.tsx';

const Fact = ({ label, children }: { label: string; children: ReactNode }) => (
  <div>
    <Text size="xs" c="dimmed">
      {label}
    </Text>
    <Text size="sm" component="div" style={{ overflowWrap: 'anywhere' }}>
      {children}
    </Text>
  </div>
);

/** The values of each side of the deal. */
const Sides = ({ row }: { row: Row }) => {
  const partner = wordOf(textAt(row, 'partner'));
  return (
    <SimpleGrid cols={{ base: 1, md: 2 }}>
      <Card withBorder component="section" aria-label={texts.here.title}>
        <Title order={2} size="h5" mb="sm">
          {texts.here.title}
        </Title>
        <SimpleGrid cols={2}>
          <Fact label={texts.here.status}>
            <Status value={textAt(row, 'status')} />
          </Fact>
          <Fact label={texts.here.stage}>{wordOf(textAt(row, 'stage'))}</Fact>
          <Fact label={texts.here.company}>{textAt(row, 'buyerCompany.name')}</Fact>
          <Fact label={texts.here.dealValue}>
            {row.dealValue === undefined ? '—' : money(Number(row.dealValue), textAt(row, 'currency') || undefined)}
          </Fact>
          <Fact label={texts.here.shouldClose}>{textAt(row, 'targetCloseDate') || '—'}</Fact>
          <Fact label={texts.here.crmRecord}>
            {textAt(row, 'crm.url') ? (
              <Anchor href={textAt(row, 'crm.url')} target="_blank" rel="noreferrer" inherit>
                {wordOf(textAt(row, 'crm.system'))} {textAt(row, 'crm.recordId')}
              </Anchor>
            ) : (
              textAt(row, 'crm.recordId') || '—'
            )}
          </Fact>
          {textAt(row, 'closeReason') !== '' && (
            <Fact label={texts.here.closeReason}>{textAt(row, 'closeReason')}</Fact>
          )}
        </SimpleGrid>
      </Card>
      <Card withBorder component="section" aria-label={texts.there.title(partner)}>
        <Title order={2} size="h5" mb="sm">
          {texts.there.title(partner)}
        </Title>
        {row.partnerView === undefined ? (
          <Text size="sm" c="dimmed">
            {texts.there.nothingSaid(partner)}
          </Text>
        ) : (
          <SimpleGrid cols={2}>
            <Fact label={texts.there.status}>{textAt(row, 'partnerView.status')}</Fact>
            <Fact label={texts.there.id}>{textAt(row, 'externalID') || '—'}</Fact>
            {textAt(row, 'partnerView.reason') !== '' && (
              <Fact label={texts.there.reason}>{textAt(row, 'partnerView.reason')}</Fact>
            )}
            {textAt(row, 'partnerView.comments') !== '' && (
              <Fact label={texts.there.comments}>{textAt(row, 'partnerView.comments')}</Fact>
            )}
            {flatten(valueAt(row, 'partnerView.document')).map(([path, value]) => (
              <Fact key={path} label={path.split('.').map(labelOf).join(' › ')}>
                <Value value={value} />
              </Fact>
            ))}
          </SimpleGrid>
        )}
      </Card>
    </SimpleGrid>
  );
};

/** Why the two sides differ, and when the last synchronization was attempted. */
const SyncState = ({ row }: { row: Row }) => {
  const status = textAt(row, 'sync.status');
  const last = textAt(row, 'sync.lastSuccessTime');
  const errors = (valueAt(row, 'sync.errors') ?? []) as FieldFault[];
  return (
    <Alert
      role={status === 'FAILED' ? 'alert' : 'status'}
      color={status === 'FAILED' ? 'red' : status === 'PENDING' ? 'yellow' : 'teal'}
      title={texts.sync.states[status] ?? wordOf(status)}
    >
      <Text size="sm">{last ? texts.sync.lastSame(<Time value={last} />) : texts.sync.neverSame}</Text>
      {errors.length > 0 && (
        <List size="sm" mt={4}>
          {errors.map(({ path, message }) => (
            <List.Item key={path + message}>
              {path === '' ? '' : `${path}: `}
              {message}
            </List.Item>
          ))}
        </List>
      )}
    </Alert>
  );
};

/** The members of the partner's document, each with its refusal. */
const Document = ({ row }: { row: Row }) => {
  const [[slot, document] = ['', {}]] = Object.entries((row.info ?? {}) as Row);
  const errors = (valueAt(row, 'sync.errors') ?? []) as FieldFault[];
  const short = (path: string): string => path.replace(`info.${slot}.`, '').replaceAll(/\[(\d+)\]/g, '.$1');
  const members = new Map(flatten(document));
  for (const { path } of errors) if (!members.has(short(path))) members.set(short(path), undefined);
  if (members.size === 0) return null;
  return (
    <Card withBorder>
      <Title order={2} size="h5" mb="sm">
        {texts.asPartnerReads(wordOf(textAt(row, 'partner')))}
      </Title>
      <Table.ScrollContainer minWidth={420} scrollAreaProps={{ viewportProps: { tabIndex: 0 } }}>
        <Table>
          <Table.Tbody>
            {[...members].map(([path, value]) => (
              <Table.Tr key={path}>
                <Table.Th scope="row" fw={500} w="40%">
                  {path}
                </Table.Th>
                <Table.Td style={{ overflowWrap: 'anywhere' }}>
                  <Value value={value} />
                  {errors
                    .filter((error) => short(error.path) === path)
                    .map(({ message }) => (
                      <Text key={message} size="sm" c="var(--mantine-color-error)">
                        {message}
                      </Text>
                    ))}
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
    </Card>
  );
};

type Change = { path: string; before: unknown; after: unknown };

/** The sent and received changes, with the overwritten values if both sides had changed something. */
const Exchanges = ({ row }: { row: Row }) => {
  const orgId = useOrgId();
  const { data = [] } = useQuery({
    queryKey: ['org', orgId, 'exchanges', row.id],
    retry: false,
    queryFn: async ({ signal }) =>
      pageFrom(
        await ask('ListReferralSyncEvents', {
          path: { orgId, referralId: textAt(row, 'id') },
          query: { page_size: 20 },
          signal,
        }),
      ).rows,
  });
  if (data.length === 0) return null;
  const words = (value: unknown): string =>
    value === null || value === undefined
      ? texts.exchanges.nothing
      : typeof value === 'object'
        ? JSON.stringify(value)
        : String(value);
  return (
    <Card withBorder>
      <Title order={2} size="h5" mb="sm">
        {texts.exchanges.title}
      </Title>
      <Stack gap="sm">
        {data.map((event) => (
          <div key={textAt(event, 'id')}>
            <Group gap="xs">
              <Text size="sm" fw={600}>
                {event.direction === 'OUTBOUND'
                  ? texts.exchanges.sentTo(wordOf(textAt(event, 'system')))
                  : texts.exchanges.receivedFrom(wordOf(textAt(event, 'system')))}
              </Text>
              <Text size="xs" c="dimmed">
                <Time value={textAt(event, 'creationTime')} />
              </Text>
            </Group>
            {textAt(event, 'error.message') !== '' && (
              <Text size="sm" c="var(--mantine-color-error)">
                {textAt(event, 'error.message')}
              </Text>
            )}
            <List size="xs">
              {((event.changes ?? []) as Change[]).slice(0, 12).map(({ path, before, after }) => (
                <List.Item key={path}>
                  {path}: {words(before)} → {words(after)}
                </List.Item>
              ))}
              {((event.conflicts ?? []) as Change[]).map(({ path, before, after }) => (
                <List.Item key={`conflict ${path}`} c="var(--mantine-color-error)">
                  {texts.exchanges.conflict(path, words(after), words(before))}
                </List.Item>
              ))}
            </List>
          </div>
        ))}
      </Stack>
    </Card>
  );
};

/** A deal with a partner: the values of both sides, and why they differ. */
export const ReferralDeal = ({ row }: { row: Row }) => (
  <Stack>
    <SyncState row={row} />
    <Sides row={row} />
    <Document row={row} />
    <Exchanges row={row} />
  </Stack>
);
