import { Card, Group, Stack, Text, Title } from '@mantine/core';
import { whyNotPermitted } from '../api/can.ts';
import { operationOf } from '../api/document.ts';
import type { Row } from '../api/list.ts';
import { useMe } from '../api/me.ts';
import { problemOf } from '../api/problem.ts';
import { useOrgId } from '../api/session.ts';
import { ActButton, ActMenu } from '../forms/acts.tsx';
import { type Noun, textAt } from '../nouns/noun.ts';
import { nounOfId } from '../nouns/nouns.tsx';
import { EditOfferButton } from '../offers/edit-button.tsx';
import { operationSubjectTexts as texts } from '../texts/operation-subject.ts';
import { actsOf, useItem } from '../ui/resource-page.tsx';
import { Lines } from '../ui/states.tsx';
import { Reference, Status } from '../ui/value.tsx';

/** `CancelOffer` → CANCEL. */
const verbOf = (operation: string): string => (/^[A-Z][a-z]+/.exec(operation)?.[0] ?? '').toUpperCase();

const buttonsShown = 3;

/** The current state of the operation's subject, with the acts that repeat, retry or cancel the operation. */
const Subject = ({ noun, id, action }: { noun: Noun; id: string; action: string }) => {
  const orgId = useOrgId();
  const { data, error } = useItem(noun, id);
  if (error)
    return (
      <Text size="sm" c="dimmed">
        {problemOf(error).message}
      </Text>
    );
  if (!data) return <Lines count={2} />;
  const { row, etag } = data;
  const subject = { status: textAt(row, 'status') || undefined, partner: textAt(row, 'partner') || undefined };
  const acts = actsOf(noun, orgId, row, etag);
  const wanted = [action, 'RETRY', 'RESEND', 'CANCEL', 'WITHDRAW'];
  const first = acts.filter(({ operation }) => wanted.includes(verbOf(operation))).slice(0, buttonsShown);
  return (
    <Stack gap="sm">
      <Group gap="sm">
        <Reference id={id} />
        {subject.status && <Status value={subject.status} />}
      </Group>
      <Text size="sm" c="dimmed">
        {texts.actsOn(noun.one)}
      </Text>
      <Group gap="xs">
        {noun.slug === 'offers' && <EditOfferButton row={row} />}
        {first.map((act) => (
          <ActButton key={act.operation} act={act} subject={subject} />
        ))}
        <ActMenu acts={acts} subject={subject} />
      </Group>
    </Stack>
  );
};

export const OperationSubject = ({ operation }: { operation: Row }) => {
  const me = useMe();
  const id = textAt(operation, 'memo.entityId');
  const noun = nounOfId(id);
  if (!noun?.item) return null;
  const refused = whyNotPermitted(operationOf(noun.item.get), me);
  return (
    <Card withBorder component="section" aria-label={texts.title}>
      <Title order={2} size="h5" mb="xs">
        {texts.title}
      </Title>
      {refused === undefined ? (
        <Subject noun={noun} id={id} action={textAt(operation, 'memo.action')} />
      ) : (
        <Text size="sm" c="dimmed">
          {refused}
        </Text>
      )}
    </Card>
  );
};
