import 'mantine-datatable/styles.css';
import {
  ActionIcon,
  Anchor,
  Button,
  Checkbox,
  Group,
  Menu,
  Paper,
  Select,
  Stack,
  Text,
  TextInput,
  Title,
  Tooltip,
} from '@mantine/core';
import { useDebouncedCallback, useLocalStorage } from '@mantine/hooks';
import { IconBookmark, IconColumns, IconDownload, IconFilter, IconSearch } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { DataTable, type DataTableColumn, type DataTableSortStatus } from 'mantine-datatable';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { whyNotPermitted } from '../api/can.ts';
import { ask } from '../api/client.ts';
import { operationOf } from '../api/document.ts';
import { pageFrom, type Row } from '../api/list.ts';
import { useMe, useOrgId } from '../api/session.ts';
import { ActButton } from '../forms/acts.tsx';
import { searchOf } from '../forms/reference-input.tsx';
import { saveCsv } from '../lib/csv.ts';
import { counted, labelOf, wordOf } from '../lib/words.ts';
import { type Column, idOf, type Noun, valueAt } from '../nouns/noun.ts';
import { BulkActs } from './bulk-acts.tsx';
import { Empty, Fault } from './states.tsx';
import { Value } from './value.tsx';

type Search = Record<string, string | undefined>;

const pageSize = 50;
/** What the address holds besides the parameters of the list. */
const own = ['text', 'sort', 'page'];
const most = 10_000;

/** The parameters with which a list is asked for a page, in the terms of that list. */
const listRequest = (noun: Noun, search: Search, size = pageSize) => {
  const { query: parameters } = operationOf(noun.list);
  const has = (name: string): boolean => parameters.some((parameter) => parameter.name === name);
  const page = Number(search.page ?? '1');
  const filters = Object.fromEntries(Object.entries(search).filter(([name]) => !own.includes(name) && has(name)));
  const order = search.sort ?? noun.order;
  return {
    ...noun.fixed,
    ...filters,
    ...searchOf(noun, search.text ?? ''),
    ...(has('s') && order ? { s: order } : {}),
    ...(has('page_size') ? { page_size: size, page_number: page } : has('limit') ? { limit: size } : {}),
    ...(has('offset') ? { offset: (page - 1) * size } : {}),
  };
};

/** A list that is asked for with a body. */
const bodyFor = (noun: Noun, search: Search): unknown => {
  if (operationOf(noun.list).method !== 'POST') return undefined;
  const filters = ['status', 'entityId']
    .filter((name) => search[name])
    .map((field) => ({ operator: '=', field, value: search[field] }));
  return { limit: pageSize, ...(filters.length > 0 ? { filter: { operator: 'and', args: filters } } : {}) };
};

const useList = (noun: Noun, search: Search, size = pageSize) => {
  const orgId = useOrgId();
  return useQuery({
    queryKey: ['org', orgId, 'list', noun.slug, search, size],
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }) =>
      pageFrom(
        await ask(noun.list, {
          path: { orgId },
          query: listRequest(noun, search, size),
          body: bodyFor(noun, search),
          signal,
        }),
      ),
  });
};

const Cell = ({ column, row }: { column: Column; row: Row }): ReactNode =>
  column.render ? (
    column.render(row)
  ) : (
    <Value value={valueAt(row, column.key)} field={column.key} currency={row.currency as string | undefined} />
  );

const enumOf = (noun: Noun, name: string): string[] => {
  const parameter = operationOf(noun.list).query.find((one) => one.name === name);
  return (parameter?.schema?.enum ?? []).filter((word): word is string => word !== null);
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
  const [selected, setSelected] = useState<Row[]>([]);
  const searchBox = useRef<HTMLInputElement>(null);
  const { data, error, isFetching, isLoading, refetch } = useList(noun, search);
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
    const merged = { ...search, page: undefined, ...next };
    const kept = Object.fromEntries(Object.entries(merged).filter(([name, value]) => value && !(name in fixed)));
    setSelected([]);
    if (isInner) setInner(kept as Search);
    else void navigate({ to: '.', search: kept as never, replace: true });
  };
  const type = useDebouncedCallback((text: string) => change({ text }), 250);

  const operation = operationOf(noun.list);
  const refused = whyNotPermitted(operation, me);
  const parameters = operation.query.filter(({ name }) => enumOf(noun, name).length > 0 && !(name in fixed));
  const shownFilters = parameters.filter(
    ({ name }) => (noun.filters ?? []).includes(name) || search[name] !== undefined,
  );
  const moreFilters = parameters.filter((parameter) => !shownFilters.includes(parameter));
  const sortable = operation.query.find(({ name }) => name === 's')?.sortable ?? [];
  const order = search.sort ?? noun.order ?? '';
  const [, minus, sortName] = /^(-?)(.*)$/.exec(order) ?? [];
  const sorted = noun.columns.find(({ sort }) => sort !== undefined && sort === sortName);
  const sortStatus: DataTableSortStatus<Row> = {
    columnAccessor: sorted?.key ?? '',
    direction: minus === '-' ? 'desc' : 'asc',
  };
  const linksTo = (row: Row): string | undefined =>
    noun.item || noun.actsPath ? `/console/${orgId}/${noun.slug}/${encodeURIComponent(idOf(noun, row))}` : undefined;
  const visible = noun.columns.filter(({ key }) => !hidden.includes(key) && !(key in fixed));
  const columns: DataTableColumn<Row>[] = visible.map((column, at) => ({
    accessor: column.key,
    title: column.title,
    width: column.width,
    textAlign: column.align,
    sortable: column.sort !== undefined && sortable.includes(column.sort),
    ellipsis: true,
    render: (row) => {
      const to = at === 0 ? linksTo(row) : undefined;
      if (to === undefined) return <Cell column={column} row={row} />;
      return (
        <Anchor
          component={Link}
          to={to as string}
          state={{ row } as never}
          fw={600}
          c="var(--mantine-color-text)"
          inherit
        >
          {noun.name(row) || <Cell column={column} row={row} />}
        </Anchor>
      );
    },
  }));
  const rows = data?.rows ?? [];
  const isFiltered = Object.keys(search).some((name) => !(name in fixed) && name !== 'page' && name !== 'sort');
  const total = data?.total;
  const page = Number(search.page ?? '1');
  const known = total ?? (page - 1) * pageSize + rows.length + (data?.hasNext ? 1 : 0);

  const download = async (): Promise<void> => {
    const all: Row[] = [];
    for (let at = 1; all.length < most; at += 1) {
      const answer = await ask(noun.list, {
        path: { orgId },
        query: listRequest(noun, { ...search, page: String(at) }, 100),
        body: bodyFor(noun, search),
      });
      const read = pageFrom(answer);
      all.push(...read.rows);
      if (read.rows.length === 0 || !(read.total === undefined ? read.hasNext : all.length < read.total)) break;
    }
    saveCsv(`${noun.slug}.csv`, visible, all);
  };

  if (refused) return <Empty title="Not for your role" text={refused} />;
  return (
    <Stack gap="sm" style={{ minHeight: 0, flex: isInner ? undefined : 1 }}>
      <Group gap="xs" wrap="wrap" role="search" aria-label={`Filter ${noun.many.toLowerCase()}`}>
        {noun.search && (
          <TextInput
            ref={searchBox}
            key={`${noun.slug}-${isFiltered}`}
            aria-label={`Search ${noun.many.toLowerCase()}`}
            placeholder="Search"
            leftSection={<IconSearch size={16} />}
            defaultValue={search.text ?? ''}
            onChange={({ currentTarget }) => type(currentTarget.value)}
            w={200}
          />
        )}
        {shownFilters.map(({ name }) => (
          <Select
            key={name}
            aria-label={labelOf(name)}
            placeholder={labelOf(name)}
            data={enumOf(noun, name).map((word) => ({ value: word, label: wordOf(word) }))}
            value={search[name] ?? null}
            onChange={(value) => change({ [name]: value ?? undefined })}
            clearable
            searchable
            w={170}
          />
        ))}
        {moreFilters.length > 0 && (
          <Menu withinPortal width={260}>
            <Menu.Target>
              <Button variant="subtle" color="gray" leftSection={<IconFilter size={16} />}>
                Filter
              </Button>
            </Menu.Target>
            <Menu.Dropdown mah={400} style={{ overflowY: 'auto' }}>
              {moreFilters.map(({ name }) => (
                <Menu.Sub key={name}>
                  <Menu.Sub.Target>
                    <Menu.Sub.Item>{labelOf(name)}</Menu.Sub.Item>
                  </Menu.Sub.Target>
                  <Menu.Sub.Dropdown mah={320} style={{ overflowY: 'auto' }}>
                    {enumOf(noun, name).map((word) => (
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
            Clear
          </Button>
        )}
        <Group gap={4} ml="auto">
          {!isInner && (
            <Menu withinPortal>
              <Menu.Target>
                <Tooltip label="Saved views">
                  <ActionIcon variant="subtle" color="gray" size="lg" aria-label="Saved views">
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
                    const name = window.prompt('Name of this view');
                    if (name) setViews({ ...views, [name]: search });
                  }}
                >
                  Save this view…
                </Menu.Item>
              </Menu.Dropdown>
            </Menu>
          )}
          <Menu closeOnItemClick={false} withinPortal>
            <Menu.Target>
              <Tooltip label="Columns">
                <ActionIcon variant="subtle" color="gray" size="lg" aria-label="Columns">
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
          <Tooltip label="Download as CSV">
            <ActionIcon
              variant="subtle"
              color="gray"
              size="lg"
              aria-label="Download as CSV"
              onClick={() => void download()}
            >
              <IconDownload size={18} />
            </ActionIcon>
          </Tooltip>
        </Group>
      </Group>
      {selected.length > 0 && <BulkActs noun={noun} rows={selected} onDone={() => setSelected([])} />}
      {error ? (
        <Fault error={error} retry={() => void refetch()} />
      ) : rows.length === 0 && !isLoading ? (
        <Paper withBorder>
          {isFiltered ? (
            <Empty title="Nothing fits these filters" text="Remove a filter, or search for another word." />
          ) : (
            <Empty title={`No ${noun.many.toLowerCase()} yet`} text={noun.empty} action={create} />
          )}
        </Paper>
      ) : (
        <DataTable<Row>
          withTableBorder
          borderRadius="md"
          highlightOnHover
          minHeight={220}
          height={isInner ? undefined : 'calc(100dvh - 215px)'}
          fetching={isLoading || (isFetching && rows.length === 0)}
          records={rows}
          idAccessor={(row) => idOf(noun, row)}
          columns={columns}
          sortStatus={sortStatus}
          onSortStatusChange={({ columnAccessor, direction }) => {
            const column = noun.columns.find(({ key }) => key === columnAccessor);
            if (column?.sort) change({ sort: `${direction === 'desc' ? '-' : ''}${column.sort}` });
          }}
          page={page}
          onPageChange={(next) => change({ page: String(next) })}
          totalRecords={Math.max(known, 1)}
          recordsPerPage={pageSize}
          paginationText={({ from, to }) =>
            total === undefined
              ? `${from}–${Math.min(to, from + rows.length - 1)}`
              : `${from}–${to} of ${counted(total, noun.one, noun.plural)}`
          }
          getPaginationControlProps={(control) => ({
            'aria-label': control === 'next' ? 'Next page' : 'Previous page',
          })}
          paginationActiveBackgroundColor="brand.8"
          {...(noun.bulk && !isInner
            ? {
                selectedRecords: selected,
                onSelectedRecordsChange: setSelected,
                selectionColumnWidth: 44,
                allRecordsSelectionCheckboxProps: { 'aria-label': 'Select all on this page' },
                getRecordSelectionCheckboxProps: (row: Row) => ({ 'aria-label': `Select ${noun.name(row)}` }),
              }
            : {})}
        />
      )}
      {rows.length > 0 && total === undefined && !noun.fixed && (
        <Text size="xs" c="dimmed">
          {counted(rows.length, noun.one, noun.plural)} on this page
        </Text>
      )}
    </Stack>
  );
};

/** The page of a list: its title, what can be made, and the table. */
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
        <Title order={1} size="h3">
          {noun.many}
        </Title>
        <Group gap="xs">{make}</Group>
      </Group>
      <ResourceTable key={noun.slug} noun={noun} create={make} />
    </Stack>
  );
};
