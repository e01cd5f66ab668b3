import { ActionIcon, Alert, Anchor, Badge, Card, Group, Menu, Stack, Text, Tooltip } from '@mantine/core';
import { IconArrowsExchange, IconLock } from '@tabler/icons-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type DragEvent, useState } from 'react';
import { ask } from '../api/ask.ts';
import { whyNot } from '../api/can.ts';
import { operationOf } from '../api/document.ts';
import { pageFrom, type Row } from '../api/list.ts';
import { useMe } from '../api/me.ts';
import { problemOf } from '../api/problem.ts';
import { useOrgId } from '../api/session.ts';
import { carryOut } from '../forms/act-form.tsx';
import { useOpenAct } from '../forms/open-act.tsx';
import { money } from '../lib/format.ts';
import { sumWords } from '../lib/sums.ts';
import { wordOf } from '../lib/words.ts';
import { textAt } from '../nouns/noun.ts';
import { boardTexts as texts } from '../texts/board.ts';
import { Empty, Fault, Lines } from '../ui/states.tsx';
import { Status } from '../ui/value.tsx';

const act = 'UpdateReferral';
const most = 500;

/** The stages of a deal, in the order of the API's document. */
const stages = (operationOf('ListReferrals').query.find(({ name }) => name === 'stage')?.schema?.enum ?? []).filter(
  (word): word is string => word !== null,
);

type Move = { row: Row; stage: string };

/** Moves a deal to another stage. A refusal that another field can fix opens the form; any other is shown. */
const useMove = (tell: (words: string) => void) => {
  const orgId = useOrgId();
  const queries = useQueryClient();
  const openAct = useOpenAct();
  const pathOf = ({ row }: Move) => ({ orgId, referralId: textAt(row, 'id') });
  return useMutation({
    mutationFn: (move: Move) =>
      carryOut({ operation: act, path: pathOf(move) }, { stage: move.stage }, { key: crypto.randomUUID() }),
    onSuccess: () => queries.invalidateQueries({ queryKey: ['org', orgId] }),
    onError: (error, move) => {
      const { faults, message } = problemOf(error);
      if (faults.length > 0)
        openAct({ operation: act, path: pathOf(move), subject: move.row, initial: { stage: move.stage } });
      else tell(texts.staysIn(textAt(move.row, 'name'), wordOf(textAt(move.row, 'stage')), message));
    },
  });
};

const DealCard = ({ row, move, isMoving }: { row: Row; move: (stage: string) => void; isMoving: boolean }) => {
  const orgId = useOrgId();
  const name = textAt(row, 'name');
  const subject = { status: textAt(row, 'status'), partner: textAt(row, 'partner') };
  const reason = whyNot(operationOf(act), useMe(), subject);
  return (
    <Card
      withBorder
      padding="xs"
      draggable={reason === undefined}
      opacity={isMoving ? 0.5 : 1}
      style={{ cursor: reason === undefined ? 'grab' : undefined }}
      onDragStart={(event: DragEvent) => event.dataTransfer.setData('text/plain', textAt(row, 'id'))}
    >
      <Group justify="space-between" wrap="nowrap" align="flex-start" gap={4}>
        <Anchor
          component={Link}
          to={`/console/${orgId}/referrals/${row.id}` as string}
          size="sm"
          fw={600}
          c="var(--mantine-color-text)"
          draggable={false}
        >
          {name}
        </Anchor>
        {reason === undefined ? (
          <Menu withinPortal position="bottom-end">
            <Menu.Target>
              <ActionIcon variant="subtle" color="gray" size="sm" aria-label={texts.move(name)}>
                <IconArrowsExchange size={16} />
              </ActionIcon>
            </Menu.Target>
            <Menu.Dropdown>
              <Menu.Label>{texts.moveTo}</Menu.Label>
              {stages
                .filter((stage) => stage !== row.stage)
                .map((stage) => (
                  <Menu.Item key={stage} onClick={() => move(stage)}>
                    {wordOf(stage)}
                  </Menu.Item>
                ))}
            </Menu.Dropdown>
          </Menu>
        ) : (
          <Tooltip label={reason} multiline maw={280}>
            <ActionIcon variant="subtle" color="gray" size="sm" aria-label={texts.cannotMove(name, reason)}>
              <IconLock size={16} />
            </ActionIcon>
          </Tooltip>
        )}
      </Group>
      <Text size="xs" c="dimmed">
        {[textAt(row, 'buyerCompany.name'), wordOf(textAt(row, 'partner'))].filter(Boolean).join(' · ')}
      </Text>
      <Group gap={6} mt={4}>
        <Status value={textAt(row, 'status')} />
        {row.dealValue !== undefined && (
          <Text size="xs" className="number">
            {money(Number(row.dealValue), textAt(row, 'currency') || undefined)}
          </Text>
        )}
        {textAt(row, 'sync.status') === 'FAILED' && (
          <Badge color="red" variant="light" tt="none" className="status">
            {texts.notInSync}
          </Badge>
        )}
      </Group>
    </Card>
  );
};

/** The pipeline: a column for each stage, and a card for each deal. */
export const Board = () => {
  const orgId = useOrgId();
  const [refusal, setRefusal] = useState<string>();
  const [over, setOver] = useState<string>();
  const mover = useMove(setRefusal);
  const { data, error, refetch } = useQuery({
    queryKey: ['org', orgId, 'list', 'referrals', 'board'],
    queryFn: async ({ signal }) =>
      pageFrom(await ask('ListReferrals', { path: { orgId }, query: { page_size: most }, signal })),
  });
  if (error) return <Fault error={error} retry={() => void refetch()} />;
  if (!data) return <Lines count={6} />;
  if (data.rows.length === 0) return <Empty title={texts.noDeals} text={texts.whatDealsAre} />;
  const move = (id: string, stage: string): void => {
    const row = data.rows.find((one) => one.id === id);
    setRefusal(undefined);
    if (row && row.stage !== stage) mover.mutate({ row, stage });
  };
  return (
    <Stack gap="sm">
      {refusal !== undefined && (
        <Alert
          role="alert"
          color="orange"
          title={texts.notMoved}
          withCloseButton
          closeButtonLabel={texts.close}
          onClose={() => setRefusal(undefined)}
        >
          {refusal}
        </Alert>
      )}
      {data.hasNext && (
        <Text size="sm" c="dimmed">
          {texts.notAll(data.rows.length)}
        </Text>
      )}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard */}
      <section aria-label={texts.label} tabIndex={0} style={{ overflowX: 'auto' }}>
        <Group align="stretch" wrap="nowrap" gap="sm" miw="max-content">
          {stages.map((stage) => {
            const rows = data.rows.filter((row) => row.stage === stage);
            return (
              <Card
                key={stage}
                component="section"
                aria-label={wordOf(stage)}
                w={230}
                padding="sm"
                bg={over === stage ? 'var(--mantine-color-brand-light)' : 'var(--mantine-color-default-hover)'}
                onDragOver={(event) => {
                  event.preventDefault();
                  setOver(stage);
                }}
                onDragLeave={() => setOver(undefined)}
                onDrop={(event) => {
                  event.preventDefault();
                  setOver(undefined);
                  move(event.dataTransfer.getData('text/plain'), stage);
                }}
              >
                <Text fw={650} size="sm">
                  {wordOf(stage)} <span className="number">{rows.length}</span>
                </Text>
                <Text size="xs" mih={18} mb="xs" className="number">
                  {sumWords(rows, 'dealValue')}
                </Text>
                <Stack gap="xs">
                  {rows.map((row) => (
                    <DealCard
                      key={textAt(row, 'id')}
                      row={row}
                      isMoving={mover.isPending && mover.variables.row.id === row.id}
                      move={(next) => move(textAt(row, 'id'), next)}
                    />
                  ))}
                </Stack>
              </Card>
            );
          })}
        </Group>
      </section>
    </Stack>
  );
};
