import { Alert, Button, FileInput, Group, Stack, Text } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, Suspense, useMemo, useState } from 'react';
import { ask, isReplayed } from '../api/ask.ts';
import { loadSchemas, type Operation, operationOf, type Schema } from '../api/document.ts';
import { keepAmong } from '../api/keep.ts';
import { type Problem, problemOf } from '../api/problem.ts';
import { useOrgId } from '../api/session.ts';
import { actFormTexts as texts } from '../texts/act-form.ts';
import { Fault, Lines, Waiting } from '../ui/states.tsx';
import { createFormKeys } from './call-keys.ts';
import { changedOf, presentOf } from './changed.ts';
import { Consequences } from './consequences.tsx';
import { effectOf } from './effects.ts';
import { extras } from './extras.ts';
import { Field, Fields } from './field.tsx';
import { isFileTried } from './file.ts';
import { optionsTogether, resolve, type Schemas } from './schema.ts';

export type Act = {
  operation: string;
  path: Record<string, string>;
  /** The current state of the subject. */
  subject?: Record<string, unknown>;
  /** The version that the person has seen. */
  etag?: string;
  /** The current values, if the act changes them: the form starts with these and sends the differences. */
  before?: Record<string, unknown>;
  /** Further initial values of the form. */
  initial?: Record<string, unknown>;
  /** The part of the body that the form shows, if not all. */
  narrow?: (body: Schema) => Schema;
};

/** An act whose form is open, and the callback for its completion. */
export type Opened = Act & { onDone?: (body: unknown) => void };

type Values = Record<string, unknown>;

const typingMs = 450;

/** The key under which the values of a form hold a body that is a list. */
const listName = 'items';

/** The query and the body of a call, from the values of its form. */
const requestOf = ({ query, body, isList }: Operation, values: Values) => {
  const names = new Set(query.map(({ name }) => name));
  const given = Object.entries(values);
  const ofBody = Object.fromEntries(given.filter(([name]) => !names.has(name)));
  return {
    query: Object.fromEntries(given.filter(([name]) => names.has(name))) as Record<string, string>,
    body: body === undefined ? undefined : isList ? values[listName] : ofBody,
  };
};

/** The body of a call that sends a file; undefined for any other call. */
const fileBodyOf = ({ media, takesCsv }: Operation, file: unknown): Blob | FormData | undefined => {
  if (takesCsv) return new Blob(file instanceof File ? [file] : [], { type: 'text/csv' });
  if (media !== 'multipart/form-data') return undefined;
  const form = new FormData();
  if (file instanceof File) form.append('file', file);
  return form;
};

/** The value in the path that a field of the body would only repeat. */
const repeatedOf = (name: string, path: Record<string, string>): string | undefined =>
  Object.entries({ ...path, organizationId: path.orgId ?? '' }).find(
    ([given]) => given.toLowerCase() === name.toLowerCase(),
  )?.[1];

/** Does the act. Each call has its own key, so that a lost answer can be asked for again. */
export const carryOut = (
  { operation: id, path, etag }: Act,
  values: Values,
  { isTry = false, key }: { isTry?: boolean; key?: string } = {},
) => {
  const operation = operationOf(id);
  const { query, body } = requestOf(operation, values);
  return ask(id, {
    path,
    query: isTry ? { ...query, dryRun: true } : query,
    body: fileBodyOf(operation, values.file) ?? body,
    headers: {
      ...(!isTry && operation.hasKey && key ? { 'idempotency-key': key } : {}),
      ...(!isTry && operation.hasVersion && etag ? { 'if-match': etag } : {}),
    },
  });
};

/** The API's verdict on the values while the person types. */
export const useTry = (act: Act, values: Values, isEnabled: boolean) => {
  const orgId = useOrgId();
  const [settled] = useDebouncedValue(values, typingMs);
  const { canTry } = operationOf(act.operation);
  const among = ['try', orgId, act.operation, act.path];
  const asked = useQuery({
    // A key is text: in it, all files would be the same.
    queryKey: [
      ...among,
      settled,
      settled.file instanceof File ? `${settled.file.name} ${settled.file.size} ${settled.file.lastModified}` : '',
    ],
    // The file that was chosen before may still be the settled one.
    enabled: canTry && isEnabled && isFileTried(settled.file),
    placeholderData: keepAmong(among),
    retry: false,
    staleTime: 0,
    gcTime: 0,
    queryFn: async (): Promise<{ problem?: Problem; body?: unknown }> => {
      try {
        const { body } = await carryOut(act, settled, { isTry: true });
        return { body };
      } catch (error) {
        return { problem: problemOf(error) };
      }
    },
  });
  // What is not tried has no verdict, not even that on earlier values.
  return { ...(isEnabled ? asked.data : undefined), isChecking: asked.isFetching || settled !== values };
};

type Callbacks = {
  /** `wasDoneBefore`: by an attempt whose answer was lost; nothing was done now. */
  onDone: (body: unknown, wasDoneBefore: boolean) => void;
  onCancel: () => void;
  /** Called when the person changes a value. */
  onTouch?: () => void;
  onSending?: (isSending: boolean) => void;
};

/** The form of an act, generated from the API's document: its fields, the consequences, and the button that performs it. */
export const ActForm = ({
  act,
  ...callbacks
}: {
  act: Act;
} & Callbacks) => {
  const { data: schemas } = useQuery({
    queryKey: ['schemas'],
    queryFn: loadSchemas,
    staleTime: Number.POSITIVE_INFINITY,
  });
  if (!schemas) return <Waiting />;
  return <Form act={act} schemas={schemas} {...callbacks} />;
};

const Form = ({
  act,
  schemas,
  onDone,
  onCancel,
  onTouch,
  onSending,
}: {
  act: Act;
  schemas: Schemas;
} & Callbacks) => {
  const orgId = useOrgId();
  const queries = useQueryClient();
  const operation = operationOf(act.operation);
  const [isTouched, setTouched] = useState(false);
  const [isSure, setSure] = useState(false);
  const [isSending, setSending] = useState(false);
  const [refused, setRefused] = useState<unknown>();
  const [keys] = useState(createFormKeys);
  const whole = operation.body && resolve(operation.body, schemas);
  const narrowed = whole && act.narrow ? act.narrow(whole) : whole;
  const isFile = operation.media === 'multipart/form-data' || operation.takesCsv === true;
  const body = isFile ? undefined : narrowed && optionsTogether(narrowed, schemas);
  const fields = Object.entries(body?.properties ?? {});
  const shown = fields.filter(([name]) => repeatedOf(name, act.path) === undefined);
  const repeated = fields.flatMap(([name]) =>
    body?.required?.includes(name) && repeatedOf(name, act.path) ? [[name, repeatedOf(name, act.path)]] : [],
  );
  const before = act.before && presentOf(act.before, body?.properties ?? {});
  const [values, setValues] = useState<Values>({ ...before, ...Object.fromEntries(repeated), ...act.initial });
  const Extra = extras[act.operation];
  const items = (values[listName] ?? []) as unknown[];
  const hasFields = operation.query.length > 0 || shown.length > 0 || isFile;
  /** If there are no required fields, or the console has filled them in, the API is asked immediately. */
  const isPrepared =
    act.narrow !== undefined && body !== undefined && (body.required ?? []).every((name) => values[name] !== undefined);
  const isTried = isFileTried(values.file);
  const isAsked =
    (isTouched && isTried && (!isFile || values.file instanceof File)) ||
    isPrepared ||
    (body?.properties === undefined && !isFile && operation.query.every(({ required }) => !required));
  // The form keeps the version that the person saw: if the thing changes meanwhile, the API refuses the act.
  const [seen] = useState(before);
  const sent = useMemo(
    () => (seen === undefined ? values : changedOf(seen, values, body?.required ?? [])),
    [seen, values, body?.required],
  );
  const { problem, body: foreseen, isChecking } = useTry(act, sent, isAsked);
  const faults = [...(refused ? problemOf(refused).faults : []), ...(problem?.faults ?? [])];
  const change = (next: Values): void => {
    setTouched(true);
    onTouch?.();
    setRefused(undefined);
    keys.renew();
    setValues(next);
  };
  const isFinal = operation.method === 'DELETE';
  const send = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    if (isFinal && !isSure) return setSure(true);
    setSending(true);
    onSending?.(true);
    try {
      const answer = await keys.send(act, sent, (key) => carryOut(act, sent, { key }));
      await queries.invalidateQueries({ queryKey: ['org', orgId] });
      onDone(answer.body, isReplayed(answer));
    } catch (error) {
      setRefused(error);
      // It was refused because of what others have changed: the page shows that from now on.
      if ([409, 412].includes(problemOf(error).status)) void queries.invalidateQueries({ queryKey: ['org', orgId] });
    } finally {
      setSending(false);
      onSending?.(false);
    }
  };
  const isDangerous = isFinal || /cancel|disconnect|remove/i.test(act.operation);
  return (
    <form onSubmit={send}>
      <Stack>
        {operation.description && (
          <Text size="sm" c="dimmed">
            {operation.description}
          </Text>
        )}
        {operation.query.map((parameter) => (
          <Field
            key={parameter.name}
            name={parameter.name}
            path={parameter.name}
            schema={{ ...parameter.schema, description: parameter.description }}
            schemas={schemas}
            value={values[parameter.name]}
            isRequired={parameter.required}
            faults={faults}
            onChange={(next) => change({ ...values, [parameter.name]: next })}
          />
        ))}
        {isFile && (
          <FileInput
            label={operation.takesCsv ? texts.csv : texts.file}
            accept={operation.takesCsv ? '.csv,text/csv' : undefined}
            withAsterisk
            description={operation.canTry && !isTried ? texts.notTried : undefined}
            value={values.file instanceof File ? values.file : null}
            onChange={(file) => change({ ...values, file: file ?? undefined })}
          />
        )}
        {shown.length > 0 && body && (
          <Fields
            path=""
            properties={Object.fromEntries(shown)}
            required={body.required ?? []}
            schemas={schemas}
            value={values}
            faults={faults}
            onChange={(next) => change(next as Values)}
          />
        )}
        {Extra ? (
          <Suspense fallback={<Lines />}>
            <Extra
              subject={act.subject}
              values={values}
              items={items}
              onChange={(next) => change({ ...values, [listName]: next })}
            />
          </Suspense>
        ) : (
          operation.isList &&
          whole && (
            <Field
              name={listName}
              path=""
              schema={whole}
              schemas={schemas}
              value={values[listName]}
              faults={faults}
              onChange={(next) => change({ ...values, [listName]: next })}
            />
          )
        )}
        {refused !== undefined ? (
          <Fault error={refused} />
        ) : (
          <Consequences
            operation={operation}
            subject={act.subject}
            problem={problem}
            foreseen={foreseen}
            effect={effectOf(act.operation, act.subject ?? {}, values)}
            isChecking={isChecking && operation.canTry && isAsked}
          />
        )}
        {isFinal && (
          <Alert color="orange" variant="light" role={isSure ? 'alert' : undefined}>
            {isSure ? texts.areYouSure : texts.final}
          </Alert>
        )}
        <Group justify="flex-end">
          <Button variant="default" onClick={onCancel} disabled={isSending}>
            {texts.close}
          </Button>
          <Button type="submit" loading={isSending} color={isDangerous ? 'red' : undefined} data-autofocus={!hasFields}>
            {isFinal && isSure ? texts.confirm(operation.summary) : operation.summary}
          </Button>
        </Group>
      </Stack>
    </form>
  );
};
