import {
  Alert,
  Autocomplete,
  Badge,
  Button,
  Card,
  Grid,
  Group,
  List,
  Select,
  Stack,
  Table,
  Text,
  Title,
} from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { notifications } from '@mantine/notifications';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { ask } from '../api/ask.ts';
import { whyNot } from '../api/can.ts';
import { loadSchemas, operationOf } from '../api/document.ts';
import { keepAmong } from '../api/keep.ts';
import { pageFrom, type Row } from '../api/list.ts';
import { useMe } from '../api/me.ts';
import { type FieldFault, problemOf } from '../api/problem.ts';
import { useOrgId } from '../api/session.ts';
import { useTry } from '../forms/act-form.tsx';
import { Consequences } from '../forms/consequences.tsx';
import { Field } from '../forms/field.tsx';
import { type LineColumn, Lines } from '../forms/lines.tsx';
import { resolve, type Schemas, schemaAt } from '../forms/schema.ts';
import { flatten } from '../lib/flatten.ts';
import { wordOf } from '../lib/words.ts';
import { textAt } from '../nouns/noun.ts';
import { fieldMappingsTexts as texts } from '../texts/field-mappings.ts';
import { PageHeading } from '../ui/page-heading.tsx';
import { Fault, Lines as Waiting } from '../ui/states.tsx';

const columns: readonly LineColumn[] = [
  { name: 'target', label: texts.columns.target },
  { name: 'source', label: texts.columns.source },
  { name: 'expression', label: texts.columns.expression },
  { name: 'form', label: texts.columns.form, width: 120 },
  { name: 'direction', label: texts.columns.direction, width: 135 },
  { name: 'isPaused', label: texts.columns.isPaused, width: 70 },
];

type Mapping = { conflictRule?: string; fields: Row[] };
type Previewed = { draft?: { info: Row }; errors: FieldFault[] };

const pairSchema = (schemas: Schemas, name: string): string[] =>
  (resolve(schemaAt(operationOf('BatchPreviewReferrals').body ?? {}, name, schemas), schemas).enum ?? []).filter(
    (word): word is string => word !== null,
  );

/** Preview of a CRM record under the mapping rows being edited. */
const Preview = ({ crm, partner, fields }: { crm: string; partner: string; fields: Row[] }) => {
  const orgId = useOrgId();
  const [recordId, setRecordId] = useState('');
  const [tried] = useDebouncedValue({ recordId: recordId.trim(), fields }, 500);
  const { data: known = [] } = useQuery({
    queryKey: ['org', orgId, 'crm-records', crm],
    queryFn: async ({ signal }) => {
      const { rows } = pageFrom(await ask('ListReferrals', { path: { orgId }, query: { page_size: 100 }, signal }));
      return [
        ...new Set(rows.filter((row) => textAt(row, 'crm.system') === crm).map((row) => textAt(row, 'crm.recordId'))),
      ];
    },
  });
  const among = ['try', orgId, 'preview', crm, partner];
  const { data, error, isFetching } = useQuery({
    queryKey: [...among, tried],
    enabled: tried.recordId !== '',
    placeholderData: keepAmong(among),
    retry: false,
    queryFn: async ({ signal }) => {
      const body = { crm, partner, recordIds: [tried.recordId], fields: tried.fields };
      const [first] = (await ask('BatchPreviewReferrals', { path: { orgId }, body, signal })).body as Previewed[];
      return first;
    },
  });
  const [document] = Object.values(data?.draft?.info ?? {});
  return (
    <Card withBorder component="section" aria-label={texts.preview.title}>
      <Stack>
        <Title order={2} size="h5">
          {texts.preview.title}
        </Title>
        <Autocomplete
          label={texts.preview.record(wordOf(crm))}
          description={texts.preview.howTo}
          data={known}
          value={recordId}
          onChange={setRecordId}
        />
        {error && <Fault error={error} />}
        {data && (
          <div role="status" aria-busy={isFetching}>
            {data.errors.length > 0 ? (
              <Alert color="orange" title={texts.preview.wouldRefuse(wordOf(partner))}>
                <List size="sm">
                  {data.errors.map(({ path, message }) => (
                    <List.Item key={path + message}>
                      {path.replace(/^info\.\w+\./, '')}: {message}
                    </List.Item>
                  ))}
                </List>
              </Alert>
            ) : (
              <Badge color="teal" variant="light" tt="none" className="status">
                {texts.preview.wouldTake(wordOf(partner))}
              </Badge>
            )}
          </div>
        )}
        {document !== undefined && (
          <Table.ScrollContainer minWidth={300} scrollAreaProps={{ viewportProps: { tabIndex: 0 } }}>
            <Table fz="xs">
              <Table.Tbody>
                {flatten(document).map(([path, value]) => (
                  <Table.Tr key={path}>
                    <Table.Th scope="row" fw={500}>
                      {path}
                    </Table.Th>
                    <Table.Td style={{ overflowWrap: 'anywhere' }}>{String(value)}</Table.Td>
                  </Table.Tr>
                ))}
              </Table.Tbody>
            </Table>
          </Table.ScrollContainer>
        )}
      </Stack>
    </Card>
  );
};

/** The rows of one mapping, checked while they are edited. */
const Editor = ({
  crm,
  partner,
  saved,
  etag,
  schemas,
}: {
  crm: string;
  partner: string;
  saved: Mapping;
  etag?: string;
  schemas: Schemas;
}) => {
  const orgId = useOrgId();
  const queries = useQueryClient();
  const [mapping, setMapping] = useState<Mapping>({ conflictRule: saved.conflictRule, fields: saved.fields });
  const [isTouched, setTouched] = useState(false);
  const [isSending, setSending] = useState(false);
  const [refused, setRefused] = useState<unknown>();
  const operation = operationOf('ReplaceCosellMapping');
  const root = resolve(operation.body ?? {}, schemas);
  const act = { operation: 'ReplaceCosellMapping', path: { orgId, crm, partner }, etag };
  const { problem, body: foreseen, isChecking } = useTry(act, mapping, isTouched);
  const faults = [...(refused ? problemOf(refused).faults : []), ...(problem?.faults ?? [])];
  const reason = whyNot(operation, useMe());
  const change = (next: Partial<Mapping>): void => {
    setTouched(true);
    setRefused(undefined);
    setMapping({ ...mapping, ...next });
  };
  const save = async (): Promise<void> => {
    setSending(true);
    try {
      await ask('ReplaceCosellMapping', {
        path: act.path,
        body: mapping,
        headers: { 'idempotency-key': crypto.randomUUID(), ...(etag ? { 'if-match': etag } : {}) },
      });
      setTouched(false);
      notifications.show({ message: texts.saved });
      await queries.invalidateQueries({ queryKey: ['org', orgId] });
    } catch (error) {
      setRefused(error);
    } finally {
      setSending(false);
    }
  };
  return (
    <Grid gap="lg">
      <Grid.Col span={{ base: 12, xl: 8 }} order={{ base: 2, xl: 1 }}>
        <Card withBorder>
          <Stack>
            <Lines
              title={texts.rows}
              add={texts.addRow}
              one={texts.row}
              path="fields"
              item={resolve(schemaAt(root, 'fields', schemas), schemas).items ?? {}}
              schemas={schemas}
              lines={mapping.fields}
              columns={columns}
              faults={faults}
              minWidth={1000}
              fresh={() => ({ target: '' })}
              onChange={(next) => change({ fields: next ?? [] })}
            />
            <Field
              name="conflictRule"
              label={texts.conflictRule}
              path="conflictRule"
              schema={schemaAt(root, 'conflictRule', schemas)}
              schemas={schemas}
              value={mapping.conflictRule}
              faults={faults}
              onChange={(next) => change({ conflictRule: next as string | undefined })}
            />
            {refused !== undefined ? (
              <Fault error={refused} />
            ) : (
              isTouched && (
                <Consequences operation={operation} problem={problem} foreseen={foreseen} isChecking={isChecking} />
              )
            )}
            <Group justify="flex-end">
              <Button
                loading={isSending}
                aria-disabled={reason !== undefined || !isTouched}
                data-disabled={reason !== undefined || !isTouched || undefined}
                title={reason ?? (isTouched ? undefined : texts.unchanged)}
                onClick={() => reason === undefined && isTouched && void save()}
              >
                {texts.save}
              </Button>
            </Group>
          </Stack>
        </Card>
      </Grid.Col>
      <Grid.Col span={{ base: 12, xl: 4 }} order={{ base: 1, xl: 2 }}>
        <Preview crm={crm} partner={partner} fields={mapping.fields} />
      </Grid.Col>
    </Grid>
  );
};

/** How records of a CRM become deals of a partner, and back. */
export const FieldMappings = () => {
  const orgId = useOrgId();
  const navigate = useNavigate();
  const search = useSearch({ strict: false }) as { crm?: string; partner?: string };
  const { data: schemas } = useQuery({
    queryKey: ['schemas'],
    queryFn: loadSchemas,
    staleTime: Number.POSITIVE_INFINITY,
  });
  const [crms, partners] = ['crm', 'partner'].map((name) => pairSchema(schemas ?? {}, name)) as [string[], string[]];
  const [crm, partner] = [search.crm ?? crms[0] ?? '', search.partner ?? partners[0] ?? ''];
  const { data, error } = useQuery({
    queryKey: ['org', orgId, 'mapping', crm, partner],
    enabled: crm !== '',
    queryFn: async ({ signal }) => {
      const { body, headers } = await ask('GetCosellMapping', { path: { orgId, crm, partner }, signal });
      return { mapping: body as Mapping & { isDefault: boolean }, etag: headers.get('etag') ?? undefined };
    },
  });
  const set = (next: object): void =>
    void navigate({ to: '.', search: ((before: object) => ({ ...before, ...next })) as never, replace: true });
  const choice = (name: 'crm' | 'partner', label: string, words: string[], value: string) => (
    <Select
      label={label}
      data={words.map((word) => ({ value: word, label: wordOf(word) }))}
      value={value || null}
      allowDeselect={false}
      onChange={(next) => next && set({ [name]: next })}
    />
  );
  return (
    <Stack>
      <PageHeading>{texts.title}</PageHeading>
      <Group align="flex-end">
        {choice('crm', texts.crm, crms, crm)}
        {choice('partner', texts.partner, partners, partner)}
        {data?.mapping.isDefault && (
          <Text size="sm" c="dimmed" pb={8}>
            {texts.isDefault}
          </Text>
        )}
      </Group>
      {error ? (
        <Fault error={error} />
      ) : data && schemas ? (
        <Editor
          key={`${crm} ${partner} ${data.etag}`}
          crm={crm}
          partner={partner}
          saved={data.mapping}
          etag={data.etag}
          schemas={schemas}
        />
      ) : (
        <Waiting count={6} />
      )}
    </Stack>
  );
};
