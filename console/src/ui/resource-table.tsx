import { ActionIcon, Button, Checkbox, Group, Menu, Paper, Stack, Text, TextInput, Tooltip } from '@mantine/core';
import { useDebouncedCallback, useLocalStorage } from '@mantine/hooks';
import { notifications } from '@mantine/notifications';
import { IconBookmark, IconColumns, IconDownload, IconFilter, IconSearch } from '@tabler/icons-react';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { type ReactNode, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { whyNotPermitted } from '../api/can.ts';
import { operationOf } from '../api/document.ts';
import type { Page, Row } from '../api/list.ts';
import { useMe } from '../api/me.ts';
import { problemOf } from '../api/problem.ts';
import { useOrgId } from '../api/session.ts';
import { ActButton } from '../forms/acts.tsx';
import { saveCsv, withCurrencies } from '../lib/csv.ts';
import { counted, labelOf, wordOf } from '../lib/words.ts';
import { choicesOf, FilterSelect } from '../lists/filters.tsx';
import { readPage, type Search } from '../lists/request.ts';
import { type Span, spanOf, useRows } from '../lists/rows.ts';
import { type Order, RowsTable } from '../lists/rows-table.tsx';
import { rowHeight } from '../lists/window.ts';
import { type Column, idOf, type Noun } from '../nouns/noun.ts';
import { resourceTableTexts as texts } from '../texts/resource-table.ts';
import { BulkActs } from './bulk-acts.tsx';
import { PageHeading } from './page-heading.tsx';
import { Empty, Fault } from './states.tsx';

const most = 10_000;
/** The maximum height of a table inside a page. */
const innerHeight = 460;
/** The number of placeholder rows before the first response. */
const placeholders = 12;
const headHeight = 43;

type ListRowsProps = {
  noun: Noun;
  search: Search;
  isInner: boolean;
  isFiltered: boolean;
  columns: readonly Column[];
  create?: ReactNode;
  onSort: (order: string) => void;
  onPlace: (row: number) => void;
  selection?: { selected: ReadonlyMap<string, Row>; onChange: (next: ReadonlyMap<string, Row>) => void };
};

/** The rows of a list and how many they are. Scrolling renders this again now and then, and nothing around it. */
const ListRows = ({
  noun,
  search,
  isInner,
  isFiltered,
  columns,
  create,
  onSort,
  onPlace,
  selection,
}: ListRowsProps) => {
  const orgId = useOrgId();
  const start = Math.max(0, Number(search.row ?? 0) || 0);
  const [span, setSpan] = useState<Span>(() => spanOf(start, start + 1));
  const rows = useRows(noun, search, span);
  const onWindow = useCallback((first: number, end: number): void => {
    const next = spanOf(first, end);
    setSpan((now) => (now.from === next.from && now.to === next.to ? now : next));
  }, []);
  const sortable = operationOf(noun.list).query.find(({ name }) => name === 's')?.sortable ?? [];
  const [, minus = '', sortName = ''] = /^(-?)(.*)$/.exec(search.sort ?? noun.order ?? '') ?? [];
  const by: Order | undefined = sortName === '' ? undefined : { name: sortName, isDown: minus === '-' };
  const linkBase = noun.item || noun.actsPath ? `/console/${orgId}/${noun.slug}` : undefined;
  const { total, count, error } = rows;

  // If a later page fails, the rows that were read stay.
  const fault = error ? <Fault error={error} retry={rows.retry} /> : undefined;
  if (fault && rows.loaded().length === 0) return fault;
  if (count === 0 && !rows.isLoading)
    return (
      <Paper withBorder>
        {isFiltered ? (
          <Empty title={texts.empty.nothingFits} text={texts.empty.howToFind} />
        ) : (
          <Empty title={texts.empty.noneYet(noun.plural ?? `${noun.one}s`)} text={noun.empty} action={create} />
        )}
      </Paper>
    );
  return (
    <>
      {fault}
      <RowsTable
        key={noun.slug}
        noun={noun}
        rows={rows.isLoading && count === 0 ? { ...rows, count: start + placeholders } : rows}
        columns={columns}
        linkBase={linkBase}
        label={noun.many}
        height={isInner ? Math.min(innerHeight, Math.max(1, count) * rowHeight + headHeight) : undefined}
        start={start}
        order={by}
        sortable={sortable}
        onOrder={(name) => onSort(by?.name === name && !by.isDown ? `-${name}` : name)}
        onPlace={onPlace}
        onWindow={onWindow}
        selection={selection}
      />
      {count > 0 && (
        <Text size="xs" c="dimmed" role="status">
          {total === undefined
            ? texts.first(counted(rows.loaded().length, noun.one, noun.plural))
            : rows.isExact
              ? counted(total, noun.one, noun.plural)
              : texts.about(counted(total, noun.one, noun.plural))}
        </Text>
      )}
    </>
  );
};

/** The table of a noun: search, filters and order are in the address. */
export const ResourceTable = ({
  noun,
  fixed = {},
  isInner = false,
  create,
}: {
  noun: Noun;
  fixed?: Search;
  isInner?: boolean;
  create?: ReactNode;
}) => {
  const orgId = useOrgId();
  const me = useMe();
  const address = useSearch({ strict: false }) as Search;
  const navigate = useNavigate();
  const [inner, setInner] = useState<Search>({});
  const search: Search = { ...(isInner ? inner : address), ...fixed };
  const [hidden, setHidden] = useLocalStorage<string[]>({
    key: `console.columns.${noun.slug}`,
    defaultValue: noun.columns.filter(({ isExtra }) => isExtra).map(({ key }) => key),
    getInitialValueInEffect: false,
  });
  const [views, setViews] = useLocalStorage<Record<string, Search>>({
    key: `console.views.${orgId}.${noun.slug}`,
    defaultValue: {},
    getInitialValueInEffect: false,
  });
  const [selected, setSelected] = useState<ReadonlyMap<string, Row>>(new Map());
  // Other rows are shown: an act on rows out of sight would surprise, whether a filter, a saved view or the browser's back led here.
  const { row: _place, ...shown } = search;
  const shownNow = JSON.stringify(shown);
  const [shownBefore, setShownBefore] = useState(shownNow);
  if (shownBefore !== shownNow) {
    setShownBefore(shownNow);
    setSelected(new Map());
  }
  const searchBox = useRef<HTMLInputElement>(null);
  useEffect(() => {
    const focus = (event: KeyboardEvent): void => {
      const at = event.target as HTMLElement;
      if (event.key !== '/' || /^(INPUT|TEXTAREA|SELECT)$/.test(at.tagName) || isInner) return;
      event.preventDefault();
      searchBox.current?.focus();
    };
    document.addEventListener('keydown', focus);
    return () => document.removeEventListener('keydown', focus);
  }, [isInner]);

  const change = (next: Search): void => {
    const merged = { ...search, row: undefined, ...next };
    const kept = Object.fromEntries(Object.entries(merged).filter(([name, value]) => value && !(name in fixed)));
    if (isInner) setInner(kept as Search);
    else void navigate({ to: '.', search: kept as never, replace: true });
  };
  const onPlace = useCallback(
    (row: number) => {
      const place = row === 0 ? undefined : row;
      if (isInner) return;
      void navigate({
        to: '.',
        search: ((before: Search) => ({ ...before, row: place })) as never,
        replace: true,
        resetScroll: false,
      });
    },
    [isInner, navigate],
  );
  const type = useDebouncedCallback((text: string) => change({ text }), 250);

  const operation = operationOf(noun.list);
  const refused = whyNotPermitted(operation, me);
  const excluded = noun.ofOne && noun.ofOne.parameter in fixed ? (noun.ofOne.excludes ?? []) : [];
  const choices = choicesOf(noun).filter(({ name }) => !(name in fixed) && !excluded.includes(name));
  const shownFilters = choices.filter(({ name }) => (noun.filters ?? []).includes(name) || search[name] !== undefined);
  const moreFilters = choices.filter((choice) => !shownFilters.includes(choice));
  const given = Object.keys(fixed).join();
  // Keeps the identity of the columns until others are chosen, so that rows are not rerendered.
  const visible = useMemo(
    () => noun.columns.filter(({ key }) => !hidden.includes(key) && !given.split(',').includes(key)),
    [noun, hidden, given],
  );
  const isFiltered = Object.keys(search).some((name) => !(name in fixed) && name !== 'row' && name !== 'sort');

  const [isDownloading, setDownloading] = useState(false);
  const download = async (): Promise<void> => {
    const all: Row[] = [];
    let before: Page | undefined;
    setDownloading(true);
    try {
      for (let page = 0; all.length < most && before?.hasNext !== false; page += 1) {
        before = await readPage(noun, orgId, search, page, { before });
        all.push(...before.rows);
      }
      saveCsv(`${noun.slug}.csv`, withCurrencies(visible, all), all);
      if (before?.hasNext) notifications.show({ color: 'orange', autoClose: false, message: texts.cut(all.length) });
    } catch (error) {
      notifications.show({ color: 'red', message: texts.notDownloaded(problemOf(error).message) });
    } finally {
      setDownloading(false);
    }
  };

  if (refused) return <Empty title={texts.notForRole} text={refused} />;
  return (
    <Stack gap="sm" style={{ minHeight: 0, flex: isInner ? undefined : 1 }}>
      <Group gap="xs" wrap="wrap" role="search" aria-label={texts.search.filterList(noun.many)}>
        {noun.search && (
          <TextInput
            ref={searchBox}
            key={`${noun.slug}-${isFiltered}`}
            aria-label={texts.search.searchList(noun.many)}
            placeholder={texts.search.placeholder}
            leftSection={<IconSearch size={16} />}
            defaultValue={search.text ?? ''}
            onChange={({ currentTarget }) => type(currentTarget.value)}
            w={200}
          />
        )}
        {shownFilters.map((choice) => (
          <FilterSelect
            key={choice.name}
            choice={choice}
            value={search[choice.name]}
            onChange={(value) => change({ [choice.name]: value })}
          />
        ))}
        {moreFilters.length > 0 && (
          <Menu withinPortal width={260}>
            <Menu.Target>
              <Button variant="subtle" color="gray" leftSection={<IconFilter size={16} />}>
                {texts.search.filter}
              </Button>
            </Menu.Target>
            <Menu.Dropdown mah={400} style={{ overflowY: 'auto' }}>
              {moreFilters.map(({ name, words }) => (
                <Menu.Sub key={name}>
                  <Menu.Sub.Target>
                    <Menu.Sub.Item>{labelOf(name)}</Menu.Sub.Item>
                  </Menu.Sub.Target>
                  <Menu.Sub.Dropdown mah={320} style={{ overflowY: 'auto' }}>
                    {words.map((word) => (
                      <Menu.Item key={word} onClick={() => change({ [name]: word })}>
                        {wordOf(word)}
                      </Menu.Item>
                    ))}
                  </Menu.Sub.Dropdown>
                </Menu.Sub>
              ))}
            </Menu.Dropdown>
          </Menu>
        )}
        {isFiltered && (
          <Button
            variant="subtle"
            onClick={() => change(Object.fromEntries(Object.keys(search).map((name) => [name, undefined])))}
          >
            {texts.search.clear}
          </Button>
        )}
        <Group gap={4} ml="auto">
          {!isInner && (
            <Menu withinPortal>
              <Menu.Target>
                <Tooltip label={texts.views.title}>
                  <ActionIcon variant="subtle" color="gray" size="lg" aria-label={texts.views.title}>
                    <IconBookmark size={18} />
                  </ActionIcon>
                </Tooltip>
              </Menu.Target>
              <Menu.Dropdown>
                {Object.entries(views).map(([name, view]) => (
                  <Menu.Item key={name} onClick={() => void navigate({ to: '.', search: view as never })}>
                    {name}
                  </Menu.Item>
                ))}
                <Menu.Item
                  disabled={!isFiltered && search.sort === undefined}
                  onClick={() => {
                    const name = window.prompt(texts.views.name);
                    if (name) setViews({ ...views, [name]: search });
                  }}
                >
                  {texts.views.save}
                </Menu.Item>
              </Menu.Dropdown>
            </Menu>
          )}
          <Menu closeOnItemClick={false} withinPortal>
            <Menu.Target>
              <Tooltip label={texts.columns}>
                <ActionIcon variant="subtle" color="gray" size="lg" aria-label={texts.columns}>
                  <IconColumns size={18} />
                </ActionIcon>
              </Tooltip>
            </Menu.Target>
            <Menu.Dropdown>
              {noun.columns.map(({ key, title }) => (
                <Menu.Item
                  key={key}
                  role="menuitemcheckbox"
                  aria-checked={!hidden.includes(key)}
                  onClick={() =>
                    setHidden(hidden.includes(key) ? hidden.filter((one) => one !== key) : [...hidden, key])
                  }
                  leftSection={<Checkbox.Indicator checked={!hidden.includes(key)} size="xs" />}
                >
                  {title}
                </Menu.Item>
              ))}
            </Menu.Dropdown>
          </Menu>
          <Tooltip label={texts.download}>
            <ActionIcon
              variant="subtle"
              color="gray"
              size="lg"
              aria-label={texts.download}
              loading={isDownloading}
              onClick={() => void download()}
            >
              <IconDownload size={18} />
            </ActionIcon>
          </Tooltip>
        </Group>
      </Group>
      {selected.size > 0 && (
        <BulkActs noun={noun} rows={[...selected.values()]} onDone={() => setSelected(new Map())} />
      )}
      <ListRows
        noun={noun}
        search={search}
        isInner={isInner}
        isFiltered={isFiltered}
        columns={visible}
        create={create}
        onSort={(sort) => change({ sort })}
        onPlace={onPlace}
        selection={noun.bulk && !isInner ? { selected, onChange: setSelected } : undefined}
      />
    </Stack>
  );
};

/** The page of a list: its title, the acts that create something, and the table. */
export const ResourceList = ({ noun, create }: { noun: Noun; create?: ReactNode }) => {
  const orgId = useOrgId();
  const navigate = useNavigate();
  const goTo = (body: unknown): void => {
    const id = idOf(noun, (body ?? {}) as Row);
    if (id !== '' && noun.item) void navigate({ to: `/console/${orgId}/${noun.slug}/${id}` as string });
  };
  const make =
    create ??
    (noun.create ?? []).map((operation, at) => (
      <ActButton key={operation} act={{ operation, path: { orgId } }} isPrimary={at === 0} onDone={goTo} />
    ));
  return (
    <Stack gap="md" style={{ flex: 1, minHeight: 0 }}>
      <Group justify="space-between">
        <PageHeading>{noun.many}</PageHeading>
        <Group gap="xs">{make}</Group>
      </Group>
      <ResourceTable key={noun.slug} noun={noun} create={make} />
    </Stack>
  );
};
