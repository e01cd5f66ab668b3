import {
  Alert,
  Anchor,
  Button,
  Card,
  Code,
  Container,
  Group,
  List,
  PasswordInput,
  Stack,
  Table,
  Text,
  TextInput,
  Title,
} from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { contentOf, people } from '../api/client.ts';
import { problemOf } from '../api/problem.ts';
import { entryQuery } from '../api/sandbox.ts';
import { accountQuery } from '../api/session.ts';
import { browserOf } from '../lib/browsers.ts';
import { canUsePasskeys, makePasskey } from '../lib/passkey.ts';
import { accountTexts as texts } from '../texts/account.tsx';
import { PageHeading } from '../ui/page-heading.tsx';
import { Fault, Lines, Waiting } from '../ui/states.tsx';
import { Time } from '../ui/value.tsx';

/** Loaded when a second factor is set up, with the code that computes it. */
const QrCode = lazy(() => import('../ui/qr-code.tsx').then((module) => ({ default: module.QrCode })));

const Part = ({ title, children }: { title: string; children: ReactNode }) => (
  <Card withBorder>
    <Stack gap="sm">
      <Title order={2} size="h4">
        {title}
      </Title>
      {children}
    </Stack>
  </Card>
);

/** Runs one act of the account, and keeps its errors: at the visible fields, or above them. */
const useAct = (...fields: string[]) => {
  const queries = useQueryClient();
  const [error, setError] = useState<unknown>();
  const run = async (work: () => Promise<unknown>): Promise<void> => {
    setError(undefined);
    try {
      await work();
      await queries.invalidateQueries();
    } catch (refused) {
      setError(refused);
    }
  };
  const { faults } = problemOf(error);
  const isAtFields = faults.length > 0 && faults.every(({ path }) => fields.includes(path));
  return {
    fault: error === undefined || isAtFields ? null : <Fault error={error} />,
    faultAt: (field: string) => faults.find(({ path }) => path === field)?.message,
    run,
  };
};

const ChangePassword = () => {
  const { fault, faultAt, run } = useAct('current', 'new');
  const [current, setCurrent] = useState('');
  const [next, setNext] = useState('');
  const [isDone, setDone] = useState(false);
  return (
    <Part title={texts.password.title}>
      {fault}
      {isDone && <Alert color="teal">{texts.password.changed}</Alert>}
      <PasswordInput
        label={texts.password.current}
        value={current}
        error={faultAt('current')}
        onChange={({ currentTarget }) => setCurrent(currentTarget.value)}
      />
      <PasswordInput
        label={texts.password.new}
        value={next}
        error={faultAt('new')}
        onChange={({ currentTarget }) => setNext(currentTarget.value)}
      />
      <Button
        style={{ alignSelf: 'flex-start' }}
        onClick={() =>
          void run(async () => {
            await contentOf(people.POST('/account/password', { body: { current, new: next } }));
            setDone(true);
          })
        }
      >
        {texts.password.change}
      </Button>
    </Part>
  );
};

const RecoveryCodes = ({ codes }: { codes: readonly string[] }) => (
  <Alert color="teal" title={texts.recoveryCodes.keep}>
    <Text size="sm">{texts.recoveryCodes.howTheyWork}</Text>
    <List size="sm">
      {codes.map((one) => (
        <List.Item key={one}>
          <Code>{one}</Code>
        </List.Item>
      ))}
    </List>
  </Alert>
);

const SecondFactor = ({ isOn, hasPassword }: { isOn: boolean; hasPassword: boolean }) => {
  const { fault, faultAt, run } = useAct('password', 'code', 'recoveryCode');
  const [password, setPassword] = useState('');
  const [code, setCode] = useState('');
  const [isRecovery, setRecovery] = useState(false);
  const [enrolment, setEnrolment] = useState<{ secret: string; uri: string }>();
  const [codes, setCodes] = useState<string[]>();
  const given = hasPassword ? { password } : {};
  const proof = { ...given, ...(isRecovery ? { recoveryCode: code } : { code }) };
  /** Clears the fields, because a code works only once. */
  const done = (next?: string[]): void => {
    setPassword('');
    setCode('');
    setRecovery(false);
    setEnrolment(undefined);
    setCodes(next);
  };
  const enrol = async (): Promise<void> =>
    setEnrolment(await contentOf(people.POST('/account/secondFactor', { body: given })));
  const confirm = async (): Promise<void> =>
    done((await contentOf(people.POST('/account/secondFactor/confirm', { body: { code } }))).recoveryCodes);
  const renew = async (): Promise<void> =>
    done((await contentOf(people.POST('/account/recoveryCodes', { body: proof }))).recoveryCodes);
  const turnOff = async (): Promise<void> => {
    await contentOf(people.DELETE('/account/secondFactor', { body: proof }));
    done();
  };
  return (
    <Part title={texts.secondFactor.title}>
      {fault}
      <Text size="sm">{isOn ? texts.secondFactor.isOn : texts.secondFactor.isOff}</Text>
      {codes && <RecoveryCodes codes={codes} />}
      {!isOn && enrolment && (
        <>
          <Text size="sm">{texts.secondFactor.scan}</Text>
          <Suspense fallback={<Waiting />}>
            <QrCode text={enrolment.uri} label={texts.secondFactor.qrCode} />
          </Suspense>
          <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
            {texts.secondFactor.addSecret(
              <Anchor href={enrolment.uri} inherit underline="always">
                {texts.secondFactor.openApp}
              </Anchor>,
              <Code>{enrolment.secret}</Code>,
            )}
          </Text>
        </>
      )}
      {hasPassword && !enrolment && (
        <PasswordInput
          label={texts.secondFactor.password}
          value={password}
          error={faultAt('password')}
          onChange={({ currentTarget }) => setPassword(currentTarget.value)}
        />
      )}
      {(isOn || enrolment) && (
        <TextInput
          label={isRecovery ? texts.secondFactor.recoveryCode : texts.secondFactor.code}
          inputMode={isRecovery ? 'text' : 'numeric'}
          autoComplete="one-time-code"
          value={code}
          error={faultAt('code') ?? faultAt('recoveryCode')}
          onChange={({ currentTarget }) => setCode(currentTarget.value)}
        />
      )}
      {isOn && (
        <Anchor
          component="button"
          type="button"
          size="sm"
          style={{ alignSelf: 'flex-start' }}
          onClick={() => {
            setRecovery(!isRecovery);
            setCode('');
          }}
        >
          {isRecovery ? texts.secondFactor.useApp : texts.secondFactor.useRecoveryCode}
        </Anchor>
      )}
      <Group>
        {!isOn && !enrolment && <Button onClick={() => void run(enrol)}>{texts.secondFactor.turnOn}</Button>}
        {!isOn && enrolment && <Button onClick={() => void run(confirm)}>{texts.secondFactor.confirm}</Button>}
        {isOn && (
          <>
            <Button variant="default" onClick={() => void run(renew)}>
              {texts.secondFactor.newRecoveryCodes}
            </Button>
            <Button variant="default" onClick={() => void run(turnOff)}>
              {texts.secondFactor.turnOff}
            </Button>
          </>
        )}
      </Group>
    </Part>
  );
};

const Passkeys = () => {
  const { fault, run } = useAct();
  const [name, setName] = useState('');
  const { data: methods } = useQuery(entryQuery);
  const { data = [] } = useQuery({ queryKey: ['passkeys'], queryFn: () => contentOf(people.GET('/account/passkey')) });
  const add = (): Promise<void> =>
    run(async () => {
      const { options, challenge } = await contentOf(people.POST('/account/passkey/options'));
      const response = await makePasskey(options);
      const named = name === '' ? {} : { name };
      await contentOf(people.POST('/account/passkey', { body: { challenge, response, ...named } }));
      setName('');
    });
  const isPossible = methods?.passkeys === true && canUsePasskeys();
  return (
    <Part title={texts.passkeys.title}>
      {fault}
      {data.length === 0 && <Text size="sm">{texts.passkeys.none}</Text>}
      {data.map(({ id, name: title, creationTime }) => (
        <Group key={id} justify="space-between">
          <Text size="sm">{texts.passkeys.made(title, <Time value={creationTime} />)}</Text>
          <Button
            size="xs"
            variant="default"
            aria-label={texts.passkeys.removeNamed(title)}
            onClick={() =>
              void run(() =>
                contentOf(
                  people.DELETE('/account/passkey/{passkeyId}', { params: { path: { passkeyId: id } }, body: {} }),
                ),
              )
            }
          >
            {texts.passkeys.remove}
          </Button>
        </Group>
      ))}
      {isPossible && (
        <Group align="flex-end">
          <TextInput
            label={texts.passkeys.name}
            description={texts.passkeys.nameAdvice}
            flex={1}
            value={name}
            onChange={({ currentTarget }) => setName(currentTarget.value)}
          />
          <Button variant="default" onClick={() => void add()}>
            {texts.passkeys.add}
          </Button>
        </Group>
      )}
      {methods && !isPossible && (
        <Text size="sm" c="dimmed">
          {methods.passkeys ? texts.passkeys.notInBrowser : texts.passkeys.notAtAddress}
        </Text>
      )}
    </Part>
  );
};

type Session = { id: string; userAgent: string; network: string };

/** A session that has ended in the meantime counts as success. */
const endSession = async (sessionId: string): Promise<void> => {
  try {
    await contentOf(people.DELETE('/session/{sessionId}', { params: { path: { sessionId } } }));
  } catch (error) {
    if (problemOf(error).status !== 404) throw error;
  }
};

const Sessions = () => {
  const { fault, run } = useAct();
  const [isEnding, setEnding] = useState(false);
  const { data } = useQuery({ queryKey: ['sessions'], queryFn: () => contentOf(people.GET('/session')) });
  if (!data) return <Lines />;
  const nameOf = ({ userAgent }: Session): string => {
    const { browser, system } = browserOf(userAgent);
    return texts.sessions.browserOn(browser, system);
  };
  const end = async (ended: string, work: () => Promise<unknown>): Promise<void> => {
    setEnding(true);
    await run(async () => {
      await work();
      notifications.show({ message: ended });
    });
    setEnding(false);
  };
  return (
    <Part title={texts.sessions.title}>
      {fault}
      <Table.ScrollContainer minWidth={560} scrollAreaProps={{ viewportProps: { tabIndex: 0 } }}>
        <Table>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{texts.sessions.browser}</Table.Th>
              <Table.Th>{texts.sessions.network}</Table.Th>
              <Table.Th>{texts.sessions.signedIn}</Table.Th>
              <Table.Th>{texts.sessions.lastUsed}</Table.Th>
              <Table.Th aria-label={texts.sessions.acts} />
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {data.map((session) => (
              <Table.Tr key={session.id}>
                <Table.Td title={session.userAgent}>
                  {nameOf(session)}
                  {session.current && (
                    <Text size="xs" c="dimmed">
                      {texts.sessions.thisBrowser}
                    </Text>
                  )}
                </Table.Td>
                <Table.Td>{session.network}</Table.Td>
                <Table.Td>
                  <Time value={session.creationTime} />
                </Table.Td>
                <Table.Td>
                  <Time value={session.lastUseTime} />
                </Table.Td>
                <Table.Td ta="right">
                  {!session.current && (
                    <Button
                      size="xs"
                      variant="default"
                      disabled={isEnding}
                      aria-label={texts.sessions.endOne(nameOf(session), session.network)}
                      onClick={() => void end(texts.sessions.ended, () => endSession(session.id))}
                    >
                      {texts.sessions.end}
                    </Button>
                  )}
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
      <Button
        variant="default"
        style={{ alignSelf: 'flex-start' }}
        disabled={isEnding}
        onClick={() => void end(texts.sessions.endedOthers, () => contentOf(people.DELETE('/session/others')))}
      >
        {texts.sessions.endOthers}
      </Button>
    </Part>
  );
};

/** Settings of the person, independent of any organization. */
export const Account = () => {
  const { data } = useQuery(accountQuery);
  if (!data) return <Lines />;
  return (
    <Container size="sm" py="xl" component="main">
      <Stack>
        <Anchor component={Link} to={'/' as string} size="sm">
          {texts.backToWork}
        </Anchor>
        <div>
          <PageHeading size="h2">{texts.title}</PageHeading>
          <Text c="dimmed">{data.email}</Text>
        </div>
        {data.password && <ChangePassword />}
        <SecondFactor isOn={data.secondFactor} hasPassword={data.password} />
        <Passkeys />
        <Sessions />
      </Stack>
    </Container>
  );
};
