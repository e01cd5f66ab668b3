import { Button, Group, List, Modal, Paper, Progress, Stack, Text, ThemeIcon } from '@mantine/core';
import { IconCheck, IconX } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { whyNot } from '../api/can.ts';
import { loadSchemas, operationOf } from '../api/document.ts';
import type { Row } from '../api/list.ts';
import { useMe } from '../api/me.ts';
import { problemOf } from '../api/problem.ts';
import { useOrgId } from '../api/session.ts';
import { carryOut } from '../forms/act-form.tsx';
import { withKey } from '../forms/call-keys.ts';
import { Field, Fields } from '../forms/field.tsx';
import { resolve } from '../forms/schema.ts';
import { counted } from '../lib/words.ts';
import { idOf, type Noun, textAt } from '../nouns/noun.ts';
import { bulkActsTexts as texts } from '../texts/bulk-acts.ts';

type Outcome = { row: Row; message: string; isGood: boolean };
type Values = Record<string, unknown>;

/** One act for each of many things, with a result for each. */
export const BulkActs = ({ noun, rows, onDone }: { noun: Noun; rows: readonly Row[]; onDone: () => void }) => {
  const [chosen, setChosen] = useState<string>();
  return (
    <Paper withBorder p="xs">
      <Group gap="xs">
        <Text size="sm" fw={600} px="xs">
          {texts.selected(counted(rows.length, noun.one, noun.plural))}
        </Text>
        {(noun.bulk ?? []).map((id) => (
          <BulkButton key={id} id={id} rows={rows} onClick={() => setChosen(id)} />
        ))}
        <Button variant="subtle" color="gray" onClick={onDone}>
          {texts.clearSelection}
        </Button>
      </Group>
      {chosen && <BulkForm noun={noun} id={chosen} rows={rows} onClose={() => setChosen(undefined)} onDone={onDone} />}
    </Paper>
  );
};

const subjectOf = (row: Row) => ({
  status: textAt(row, 'status') || undefined,
  partner: textAt(row, 'partner') || undefined,
});

const BulkButton = ({ id, rows, onClick }: { id: string; rows: readonly Row[]; onClick: () => void }) => {
  const me = useMe();
  const reasons = rows.map((row) => whyNot(operationOf(id), me, subjectOf(row)));
  const possible = reasons.filter((reason) => reason === undefined).length;
  return (
    <Button
      variant="default"
      title={possible === 0 ? reasons[0] : undefined}
      data-disabled={possible === 0 || undefined}
      aria-disabled={possible === 0}
      onClick={() => possible > 0 && onClick()}
    >
      {operationOf(id).summary} {possible < rows.length ? `(${possible})` : ''}
    </Button>
  );
};

const BulkForm = ({
  noun,
  id,
  rows,
  onClose,
  onDone,
}: {
  noun: Noun;
  id: string;
  rows: readonly Row[];
  onClose: () => void;
  onDone: () => void;
}) => {
  const orgId = useOrgId();
  const me = useMe();
  const queries = useQueryClient();
  const operation = operationOf(id);
  const [values, setValues] = useState<Values>({});
  const [outcomes, setOutcomes] = useState<Outcome[]>([]);
  const [isRunning, setRunning] = useState(false);
  const [isStopped, setStopped] = useState(false);
  const wantsStop = useRef(false);
  const { data: schemas = {} } = useQuery({
    queryKey: ['schemas'],
    queryFn: loadSchemas,
    staleTime: Number.POSITIVE_INFINITY,
  });
  const body = operation.body && resolve(operation.body, schemas);
  const parameter = noun.item?.parameter ?? noun.actsPath?.parameter ?? 'id';
  const run = async (): Promise<void> => {
    setRunning(true);
    for (const row of rows) {
      if (wantsStop.current) break;
      const reason = whyNot(operation, me, subjectOf(row));
      let outcome: Outcome = { row, message: reason ?? texts.done, isGood: reason === undefined };
      if (reason === undefined) {
        try {
          const path = { orgId, [parameter]: idOf(noun, row) };
          const act = { operation: id, path };
          await withKey(act, values, (key) => carryOut(act, values, { key }));
        } catch (error) {
          outcome = { row, message: problemOf(error).message, isGood: false };
        }
      }
      setOutcomes((before) => [...before, outcome]);
    }
    setRunning(false);
    setStopped(wantsStop.current);
    await queries.invalidateQueries({ queryKey: ['org', orgId] });
  };
  const stop = (): void => {
    wantsStop.current = true;
  };
  const isOver = outcomes.length === rows.length || isStopped;
  return (
    <Modal
      opened
      // A dialog that is closed would hide what goes on, and what was refused.
      onClose={isRunning ? stop : isOver ? onDone : onClose}
      closeOnClickOutside={!isRunning && outcomes.length === 0 && Object.keys(values).length === 0}
      title={`${operation.summary}: ${counted(rows.length, noun.one, noun.plural)}`}
      size="lg"
      closeButtonProps={{ 'aria-label': texts.close }}
    >
      <Stack>
        {outcomes.length === 0 && (
          <>
            {operation.query.map(({ name, schema, description, required }) => (
              <Field
                key={name}
                name={name}
                path={name}
                schema={{ ...schema, description }}
                schemas={schemas}
                value={values[name]}
                isRequired={required}
                faults={[]}
                onChange={(next) => setValues({ ...values, [name]: next })}
              />
            ))}
            {body?.properties && (
              <Fields
                path=""
                properties={body.properties}
                required={body.required ?? []}
                schemas={schemas}
                value={values}
                faults={[]}
                onChange={(next) => setValues(next as Values)}
              />
            )}
          </>
        )}
        {outcomes.length > 0 && (
          <>
            <Progress value={(100 * outcomes.length) / rows.length} aria-label={texts.howManyAreDone} />
            <List spacing="xs" size="sm" center role="status">
              {outcomes.map(({ row, message, isGood }) => (
                <List.Item
                  key={idOf(noun, row)}
                  icon={
                    <ThemeIcon size={20} radius="xl" color={isGood ? 'teal.8' : 'red.8'}>
                      {isGood ? <IconCheck size={14} /> : <IconX size={14} />}
                    </ThemeIcon>
                  }
                >
                  <b>{noun.name(row)}</b>: {message}
                </List.Item>
              ))}
            </List>
          </>
        )}
        {isStopped && <Text size="sm">{texts.stopped(outcomes.length, rows.length)}</Text>}
        <Group justify="flex-end">
          {isOver ? (
            <Button onClick={onDone}>{texts.close}</Button>
          ) : (
            <>
              <Button variant="default" onClick={isRunning ? stop : onClose}>
                {isRunning ? texts.stop : texts.close}
              </Button>
              <Button
                onClick={() => void run()}
                loading={isRunning}
                color={operation.method === 'DELETE' ? 'red' : undefined}
              >
                {operation.summary}
              </Button>
            </>
          )}
        </Group>
      </Stack>
    </Modal>
  );
};
