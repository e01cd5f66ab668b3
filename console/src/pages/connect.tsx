import { Alert, Anchor, Breadcrumbs, Button, Card, SimpleGrid, Stack, Text, Timeline } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { whyNot } from '../api/can.ts';
import { operationOf, type Schema } from '../api/document.ts';
import type { Row } from '../api/list.ts';
import { useMe } from '../api/me.ts';
import { useOrgId } from '../api/session.ts';
import { ActForm } from '../forms/act-form.tsx';
import { useShowSecret } from '../forms/open-act.tsx';
import { labelOf, wordOf } from '../lib/words.ts';
import { textAt } from '../nouns/noun.ts';
import { connectTexts as texts } from '../texts/connect.ts';
import { PageHeading } from '../ui/page-heading.tsx';
import { Prose } from '../ui/prose.tsx';
import { type Guided, guided, guideOf } from './connection-guides.ts';

/** A private key has several lines, so it needs a multi-line field. */
const keyLength = 8000;

/** The API's credential fields for one service. */
const fieldsFor =
  ({ partner, service }: Guided) =>
  (body: Schema): Schema => {
    const { credentials, accountId, meteringRegion, endpoint } = body.properties ?? {};
    const fields = credentials?.['x-credentials']?.[`${partner} ${service}`] ?? [];
    const named = fields.map(({ name, rule }): [string, Schema] => [
      name,
      {
        type: 'string',
        description: texts.rule(labelOf(name), rule),
        ...(name === 'privateKey' ? { maxLength: keyLength } : {}),
      },
    ]);
    const required = fields.filter((field) => field.required).map(({ name }) => name);
    return {
      type: 'object',
      required: ['credentials'],
      properties: {
        ...(accountId ? { accountId } : {}),
        ...(partner === 'AWS' && meteringRegion ? { meteringRegion } : {}),
        credentials: { type: 'object', properties: Object.fromEntries(named), required },
        ...(endpoint ? { endpoint } : {}),
      },
    };
  };

const Choice = () => {
  const orgId = useOrgId();
  return (
    <SimpleGrid cols={{ base: 1, sm: 2, lg: 3 }}>
      {guided.map(({ partner, service }) => (
        <Card
          key={`${partner} ${service}`}
          withBorder
          component={Link}
          to={`/console/${orgId}/connections/new` as string}
          search={{ partner, service } as never}
        >
          <Text fw={600}>{wordOf(partner)}</Text>
          <Text size="sm" c="dimmed">
            {wordOf(service)}
          </Text>
        </Card>
      ))}
    </SimpleGrid>
  );
};

const Steps = ({ partner, service }: Guided) => {
  const orgId = useOrgId();
  const navigate = useNavigate();
  const showSecret = useShowSecret();
  const [step, setStep] = useState(0);
  const [first, ...later] = guideOf({ partner, service });
  const isMarketplace = service === 'MARKETPLACE';
  const bullet = (at: number): ReactNode => (step > at ? <IconCheck size={14} /> : <Text size="xs">{at + 1}</Text>);
  return (
    <Timeline active={step} bulletSize={28} lineWidth={2}>
      <Timeline.Item bullet={bullet(0)} title={texts.steps.prepare(wordOf(partner))}>
        {step === 0 && (
          <Stack align="flex-start" pt="xs">
            <Prose blocks={first?.blocks ?? []} />
            <Button onClick={() => setStep(1)}>{texts.steps.next}</Button>
          </Stack>
        )}
        {step > 0 && (
          <Button variant="subtle" size="compact-sm" onClick={() => setStep(0)}>
            {texts.steps.readAgain}
          </Button>
        )}
      </Timeline.Item>
      <Timeline.Item bullet={bullet(1)} title={texts.connect}>
        {isMarketplace && (
          <Text size="sm" c="dimmed" pb="xs">
            {texts.steps.inShadow}
          </Text>
        )}
        {step === 1 && (
          <ActForm
            act={{
              operation: 'ConnectIntegration',
              path: { orgId },
              initial: { partner, service, ...(isMarketplace ? { mode: 'SHADOW' } : {}) },
              narrow: fieldsFor({ partner, service }),
            }}
            onCancel={() => setStep(0)}
            onDone={(body) => {
              showSecret(body);
              void navigate({ to: `/console/${orgId}/connections/${textAt(body as Row, 'id')}` as string });
            }}
          />
        )}
      </Timeline.Item>
      <Timeline.Item bullet={bullet(2)} title={texts.steps.verify}>
        <Text size="sm" c="dimmed">
          {texts.steps.howToVerify}
        </Text>
      </Timeline.Item>
      {later.map(({ title }, at) => (
        <Timeline.Item key={title} bullet={bullet(at + 3)} title={title} />
      ))}
      {isMarketplace && (
        <Timeline.Item bullet={bullet(later.length + 3)} title={texts.steps.goLive}>
          <Text size="sm" c="dimmed">
            {texts.steps.whenToGoLive}
          </Text>
        </Timeline.Item>
      )}
    </Timeline>
  );
};

/** Connects an account of a partner, step by step. */
export const Connect = () => {
  const orgId = useOrgId();
  const { partner, service } = useSearch({ strict: false }) as Partial<Guided>;
  const reason = whyNot(operationOf('ConnectIntegration'), useMe());
  const isChosen = partner !== undefined && service !== undefined;
  return (
    <Stack maw={820}>
      <Breadcrumbs>
        <Anchor component={Link} to={`/console/${orgId}/connections` as string} size="sm">
          {texts.connections}
        </Anchor>
        {isChosen && (
          <Anchor component={Link} to={`/console/${orgId}/connections/new` as string} size="sm">
            {texts.connect}
          </Anchor>
        )}
      </Breadcrumbs>
      <PageHeading>{isChosen ? texts.connectService(wordOf(partner), wordOf(service)) : texts.choose}</PageHeading>
      {reason !== undefined && <Alert color="gray">{texts.readOnly(reason)}</Alert>}
      {isChosen ? <Steps key={partner} partner={partner} service={service} /> : <Choice />}
    </Stack>
  );
};
