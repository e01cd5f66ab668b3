import {
  Anchor,
  Breadcrumbs,
  Card,
  Code,
  CopyButton,
  Group,
  SimpleGrid,
  Stack,
  Tabs,
  Text,
  UnstyledButton,
} from '@mantine/core';
import { IconCopy } from '@tabler/icons-react';
import { type Query, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type ComponentType, type ReactNode, Suspense } from 'react';
import { ask } from '../api/ask.ts';
import { whyNot, whyNotPermitted } from '../api/can.ts';
import { actsBelow, operationOf, operations } from '../api/document.ts';
import type { Page, Row } from '../api/list.ts';
import { useMe } from '../api/me.ts';
import { problemHere } from '../api/problem.ts';
import { useOrgId } from '../api/session.ts';
import type { Act } from '../forms/act-form.tsx';
import { ActButton, ActMenu } from '../forms/acts.tsx';
import { currencyOf } from '../lib/amounts.ts';
import { labelOf } from '../lib/words.ts';
import { readPage } from '../lists/request.ts';
import { idOf, type Noun, textAt } from '../nouns/noun.ts';
import { nounAt } from '../nouns/nouns.tsx';
import { problemTexts } from '../texts/problem.ts';
import { resourcePageTexts as texts } from '../texts/resource-page.ts';
import { PageHeading } from './page-heading.tsx';
import { ResourceTable } from './resource-table.tsx';
import { Fault, Lines, Waiting } from './states.tsx';
import { Timeline } from './timeline.tsx';
import { Status, Value } from './value.tsx';

const runningMs = 2000;
/** So many pages of a list are searched for a thing that has no address of its own. */
const pagesMost = 50;

type Item = { row: Row; etag?: string };

export const useItem = (noun: Noun, id: string) => {
  const orgId = useOrgId();
  return useQuery({
    queryKey: ['org', orgId, 'item', noun.slug, id],
    // No event reports the end of an operation.
    refetchInterval: ({ state }: Query<Item>) => (state.data?.row.status === 'RUNNING' ? runningMs : false),
    queryFn: async ({ signal }): Promise<Item> => {
      if (noun.item) {
        const { get, parameter, query } = noun.item;
        const { body, headers } = await ask(get, { path: { orgId, [parameter]: id }, query, signal });
        return { row: body as Row, etag: headers.get('etag') ?? undefined };
      }
      // Things that the API shows only in their list.
      for (let page = 0, before: Page | undefined; page < pagesMost && before?.hasNext !== false; page += 1) {
        before = await readPage(noun, orgId, {}, page, { before, signal });
        const row = before.rows.find((one) => idOf(noun, one) === id);
        if (row) return { row };
      }
      throw problemHere('NotFound', problemTexts.notListed(noun.one));
    },
  });
};

/** The API path of a noun's acts. */
const placeOf = (noun: Noun): { path: string; parameter: string } | undefined =>
  noun.actsPath ?? (noun.item && { path: operationOf(noun.item.get).path, parameter: noun.item.parameter });

/** `List the wallets of a buyer` → `Wallets`. */
const titleOfRead = (id: string): string =>
  labelOf(
    operationOf(id)
      .summary.replace(/^(List|Get|Download) (the )?/, '')
      .replace(/ (of|for) an? .*$/, '')
      .replaceAll(' ', '_'),
  );

/** Lists and reads below a thing, such as the wallets of a buyer. */
const readsBelow = (path: string): string[] =>
  Object.entries(operations)
    .filter(([, { method, path: at }]) => method === 'GET' && at.startsWith(`${path}/`))
    .filter(([, { path: at }]) => !at.slice(path.length).includes('{') && !/pdf|eula|download/i.test(at))
    .map(([id]) => id);

/** The acts on a thing, as the API has them. */
export const actsOf = (noun: Noun, orgId: string, row: Row, etag?: string): Act[] => {
  const place = placeOf(noun);
  if (!place) return [];
  const path = { orgId, [place.parameter]: idOf(noun, row) };
  return actsBelow(place.path).map((operation) => ({
    operation,
    path,
    subject: row,
    etag,
    before: changedPart(row, operation),
  }));
};

/** The current values that a PATCH changes: the thing itself, or its `metaInfo`. Undefined for other acts. */
const changedPart = (row: Row, operation: string): Row | undefined => {
  const { method, path } = operationOf(operation);
  if (method !== 'PATCH') return undefined;
  if (path.endsWith('}')) return row;
  return path.endsWith('/metaInfo') ? ((row.metaInfo ?? {}) as Row) : undefined;
};

const isShown = (value: unknown): boolean => value !== undefined && value !== null && value !== '';

/** All fields of a thing, plain ones first. */
export const Details = ({ row }: { row: Row }) => {
  const entries = Object.entries(row).filter(([name, value]) => isShown(value) && name !== 'organizationID');
  const plain = entries.filter(
    ([, value]) => typeof value !== 'object' || (Array.isArray(value) && value.every((one) => typeof one !== 'object')),
  );
  const nested = entries.filter((entry) => !plain.includes(entry));
  return (
    <Stack>
      <SimpleGrid cols={{ base: 1, xs: 2, lg: 3 }} spacing="md" verticalSpacing="sm" component="dl" m={0}>
        {plain.map(([name, value]) => (
          <div key={name}>
            <Text component="dt" size="xs" c="dimmed">
              {labelOf(name)}
            </Text>
            <Text component="dd" size="sm" m={0} style={{ overflowWrap: 'anywhere' }}>
              <Value value={value} field={name} currency={currencyOf(row, name)} isExact />
            </Text>
          </div>
        ))}
      </SimpleGrid>
      {nested
        .filter(([, value]) => Object.keys(value as object).length > 0)
        .map(([name, value]) => (
          <details key={name}>
            <summary>{labelOf(name)}</summary>
            <Code block mt="xs" tabIndex={0}>
              {JSON.stringify(value, null, 2)}
            </Code>
          </details>
        ))}
    </Stack>
  );
};

/** The result of a read below the thing: rows as a small table, anything else as its fields. */
const Below = ({ operation, path }: { operation: string; path: Record<string, string> }) => {
  const orgId = useOrgId();
  const { data, error } = useQuery({
    queryKey: ['org', orgId, 'below', operation, path],
    queryFn: async ({ signal }) => (await ask(operation, { path, signal })).body,
    retry: false,
  });
  if (error) return <Fault error={error} />;
  if (data === undefined) return <Lines />;
  const lists = Array.isArray(data)
    ? { items: data }
    : Object.fromEntries(Object.entries((data as Row) ?? {}).filter(([, one]) => Array.isArray(one)));
  const [first] = Object.values(lists) as Row[][];
  if (first === undefined)
    return typeof data === 'object' ? <Details row={data as Row} /> : <Text>{String(data)}</Text>;
  if (first.length === 0)
    return (
      <Text c="dimmed" size="sm">
        {texts.none}
      </Text>
    );
  return (
    <Stack>
      {first.map((row, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: rows of some lists have no id
        <Card key={at} withBorder padding="sm">
          {typeof row === 'object' ? <Details row={row} /> : <Text size="sm">{String(row)}</Text>}
        </Card>
      ))}
    </Stack>
  );
};

/** Lists of related things: the thing's operations, and the changes that it made. */
const listsAbout = ({ entityType, isActor }: Noun, id: string) => {
  const [operation, audit] = [nounAt('operations'), nounAt('audit')];
  return [
    ...(operation && entityType ? [{ noun: operation, title: texts.tabs.operations, fixed: { entityId: id } }] : []),
    ...(audit && isActor ? [{ noun: audit, title: texts.tabs.changesMade, fixed: { actorId: id } }] : []),
  ];
};

const buttonsShown = 2;

/** The page of one thing: its data, its acts, related things, and its history. */
export const ResourcePage = ({
  noun,
  id,
  buttons,
  Section,
}: {
  noun: Noun;
  id: string;
  buttons?: (row: Row) => ReactNode;
  /** What only this kind of thing has. */
  Section?: ComponentType<{ row: Row }>;
}) => {
  const orgId = useOrgId();
  const me = useMe();
  const { data, error, refetch } = useItem(noun, id);
  const place = placeOf(noun);
  const crumbs = (
    <Breadcrumbs>
      <Anchor component={Link} to={`/console/${orgId}/${noun.slug}` as string} size="sm">
        {noun.many}
      </Anchor>
      <Text size="sm" c="dimmed">
        {data ? noun.name(data.row) : id}
      </Text>
    </Breadcrumbs>
  );
  const fault = error && <Fault error={error} retry={() => void refetch()} />;
  if (!data)
    return (
      <Stack>
        {crumbs}
        {fault && <PageHeading size="h2">{noun.many}</PageHeading>}
        {fault ?? <Lines count={6} />}
      </Stack>
    );
  const { row, etag } = data;
  const subject = { status: textAt(row, 'status') || undefined, partner: textAt(row, 'partner') || undefined };
  const acts = actsOf(noun, orgId, row, etag);
  const first = acts
    .filter((act) => operationOf(act.operation).method !== 'DELETE' && !/MetaInfo|Sync/.test(act.operation))
    .sort(
      (a, b) =>
        Number(whyNot(operationOf(a.operation), me, subject) !== undefined) -
          Number(whyNot(operationOf(b.operation), me, subject) !== undefined) ||
        Number(operationOf(a.operation).method === 'PATCH') - Number(operationOf(b.operation).method === 'PATCH'),
    )
    .slice(0, buttonsShown);
  const below = place
    ? readsBelow(place.path).filter((read) => whyNotPermitted(operationOf(read), me) === undefined)
    : [];
  const lists = listsAbout(noun, id).filter((list) => whyNotPermitted(operationOf(list.noun.list), me) === undefined);
  return (
    <Stack gap="lg">
      {crumbs}
      {/* If a later read fails, the page stays usable. */}
      {fault}
      <Group justify="space-between" align="flex-start">
        <Stack gap={4} style={{ minWidth: 0 }}>
          <Group gap="sm">
            <PageHeading size="h2" style={{ overflowWrap: 'anywhere' }}>
              {noun.name(row)}
            </PageHeading>
            {subject.status && <Status value={subject.status} />}
          </Group>
          <CopyButton value={id}>
            {({ copied, copy }) => (
              <UnstyledButton onClick={copy} c="dimmed" fz="xs" aria-label={texts.copy(id)}>
                <Group gap={4} wrap="nowrap">
                  <span style={{ overflowWrap: 'anywhere' }}>{copied ? texts.copied : id}</span>{' '}
                  <IconCopy size={12} aria-hidden />
                </Group>
              </UnstyledButton>
            )}
          </CopyButton>
        </Stack>
        <Group gap="xs" style={{ minWidth: 0, maxWidth: '100%' }}>
          {buttons?.(row)}
          {first.map((act) => (
            <ActButton key={act.operation} act={act} subject={subject} />
          ))}
          <ActMenu acts={acts} subject={subject} />
        </Group>
      </Group>
      {/* The tabs wait for the content above them, which would otherwise move them away from under a click. */}
      <Suspense fallback={<Waiting />}>
        {Section && <Section row={row} />}
        <Tabs defaultValue="details" keepMounted={false}>
          <Tabs.List>
            <Tabs.Tab value="details">{texts.tabs.details}</Tabs.Tab>
            <Tabs.Tab value="timeline">{texts.tabs.timeline}</Tabs.Tab>
            {lists.map(({ noun: { slug }, title }) => (
              <Tabs.Tab key={slug} value={slug}>
                {title}
              </Tabs.Tab>
            ))}
            {below.map((read) => (
              <Tabs.Tab key={read} value={read}>
                {titleOfRead(read)}
              </Tabs.Tab>
            ))}
          </Tabs.List>
          <Tabs.Panel value="details" pt="md">
            <Details row={row} />
          </Tabs.Panel>
          <Tabs.Panel value="timeline" pt="md">
            <Timeline entityType={noun.entityType} entityId={id} />
          </Tabs.Panel>
          {lists.map((list) => (
            <Tabs.Panel key={list.noun.slug} value={list.noun.slug} pt="md">
              <ResourceTable noun={list.noun} fixed={list.fixed} isInner />
            </Tabs.Panel>
          ))}
          {below.map((read) => (
            <Tabs.Panel key={read} value={read} pt="md">
              <Below operation={read} path={{ orgId, [place?.parameter ?? 'id']: id }} />
            </Tabs.Panel>
          ))}
        </Tabs>
      </Suspense>
    </Stack>
  );
};
