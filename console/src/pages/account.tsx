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
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { contentOf, people } from '../api/client.ts';
import { accountQuery } from '../api/session.ts';
import { canUsePasskeys, makePasskey } from '../lib/passkey.ts';
import { Fault, Lines } from '../ui/states.tsx';
import { Time } from '../ui/value.tsx';

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

/** Runs one act of the account, and keeps what went wrong. */
const useAct = () => {
  const queries = useQueryClient();
  const [fault, setFault] = useState<unknown>();
  const run = async (work: () => Promise<unknown>): Promise<void> => {
    setFault(undefined);
    try {
      await work();
      await queries.invalidateQueries();
    } catch (error) {
      setFault(error);
    }
  };
  return { fault: fault === undefined ? null : <Fault error={fault} />, run };
};

const ChangePassword = () => {
  const { fault, run } = useAct();
  const [current, setCurrent] = useState('');
  const [next, setNext] = useState('');
  const [isDone, setDone] = useState(false);
  return (
    <Part title="Password">
      {fault}
      {isDone && <Alert color="teal">Your password is changed, and other sessions were ended.</Alert>}
      <PasswordInput
        label="Current password"
        value={current}
        onChange={({ currentTarget }) => setCurrent(currentTarget.value)}
      />
      <PasswordInput label="New password" value={next} onChange={({ currentTarget }) => setNext(currentTarget.value)} />
      <Button
        style={{ alignSelf: 'flex-start' }}
        onClick={() =>
          void run(async () => {
            await contentOf(people.POST('/account/password', { body: { current, new: next } }));
            setDone(true);
          })
        }
      >
        Change the password
      </Button>
    </Part>
  );
};

const SecondFactor = ({ isOn }: { isOn: boolean }) => {
  const { fault, run } = useAct();
  const [password, setPassword] = useState('');
  const [code, setCode] = useState('');
  const [secret, setSecret] = useState<string>();
  const [codes, setCodes] = useState<string[]>();
  return (
    <Part title="Second factor">
      {fault}
      <Text size="sm">
        {isOn
          ? 'On: signing in with the password also needs a code of your authenticator app.'
          : 'Off. With it, a stolen password alone is of no use.'}
      </Text>
      {codes && (
        <Alert color="teal" title="Keep these recovery codes">
          <Text size="sm">Each stands for one code, once. They are not shown again.</Text>
          <List size="sm">
            {codes.map((one) => (
              <List.Item key={one}>
                <Code>{one}</Code>
              </List.Item>
            ))}
          </List>
        </Alert>
      )}
      {secret && !isOn && (
        <Text size="sm">
          Add this secret to your app: <Code>{secret}</Code>
        </Text>
      )}
      <PasswordInput
        label="Password"
        value={password}
        onChange={({ currentTarget }) => setPassword(currentTarget.value)}
      />
      {(isOn || secret) && (
        <TextInput
          label="Code"
          inputMode="numeric"
          value={code}
          onChange={({ currentTarget }) => setCode(currentTarget.value)}
        />
      )}
      <Group>
        {!isOn && !secret && (
          <Button
            onClick={() =>
              void run(async () =>
                setSecret((await contentOf(people.POST('/account/secondFactor', { body: { password } }))).secret),
              )
            }
          >
            Turn it on
          </Button>
        )}
        {!isOn && secret && (
          <Button
            onClick={() =>
              void run(async () =>
                setCodes(
                  (await contentOf(people.POST('/account/secondFactor/confirm', { body: { code } }))).recoveryCodes,
                ),
              )
            }
          >
            Confirm the code
          </Button>
        )}
        {isOn && (
          <Button
            variant="default"
            onClick={() =>
              void run(() => contentOf(people.DELETE('/account/secondFactor', { body: { password, code } })))
            }
          >
            Turn it off
          </Button>
        )}
      </Group>
    </Part>
  );
};

const Passkeys = () => {
  const { fault, run } = useAct();
  const { data = [] } = useQuery({ queryKey: ['passkeys'], queryFn: () => contentOf(people.GET('/account/passkey')) });
  const add = (): Promise<void> =>
    run(async () => {
      const { options, challenge } = await contentOf(people.POST('/account/passkey/options'));
      const response = await makePasskey(options);
      await contentOf(people.POST('/account/passkey', { body: { challenge, response } }));
    });
  return (
    <Part title="Passkeys">
      {fault}
      {data.length === 0 && <Text size="sm">None. A passkey signs you in with your device, without a password.</Text>}
      {data.map(({ id, name, creationTime }) => (
        <Group key={id} justify="space-between">
          <Text size="sm">
            {name || 'Passkey'}, made <Time value={creationTime} />
          </Text>
          <Button
            size="xs"
            variant="default"
            onClick={() =>
              void run(() =>
                contentOf(
                  people.DELETE('/account/passkey/{passkeyId}', { params: { path: { passkeyId: id } }, body: {} }),
                ),
              )
            }
          >
            Remove
          </Button>
        </Group>
      ))}
      {canUsePasskeys() && (
        <Button variant="default" style={{ alignSelf: 'flex-start' }} onClick={() => void add()}>
          Add a passkey
        </Button>
      )}
    </Part>
  );
};

const Sessions = () => {
  const { fault, run } = useAct();
  const { data } = useQuery({ queryKey: ['sessions'], queryFn: () => contentOf(people.GET('/session')) });
  if (!data) return <Lines />;
  return (
    <Part title="Where you are signed in">
      {fault}
      <Table.ScrollContainer minWidth={480} scrollAreaProps={{ viewportProps: { tabIndex: 0 } }}>
        <Table>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>Browser</Table.Th>
              <Table.Th>Network</Table.Th>
              <Table.Th>Last used</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {data.map(({ id, userAgent, network, lastUseTime, current }) => (
              <Table.Tr key={id}>
                <Table.Td>{current ? 'This browser' : userAgent.slice(0, 60)}</Table.Td>
                <Table.Td>{network}</Table.Td>
                <Table.Td>
                  <Time value={lastUseTime} />
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
      <Button
        variant="default"
        style={{ alignSelf: 'flex-start' }}
        onClick={() => void run(() => contentOf(people.DELETE('/session/others')))}
      >
        End all others
      </Button>
    </Part>
  );
};

/** What belongs to the person and to no organization. */
export const Account = () => {
  const { data } = useQuery(accountQuery);
  if (!data) return <Lines />;
  return (
    <Container size="sm" py="xl" component="main">
      <Stack>
        <Anchor component={Link} to={'/' as string} size="sm">
          Back to work
        </Anchor>
        <div>
          <Title order={1} size="h2">
            Your account
          </Title>
          <Text c="dimmed">{data.email}</Text>
        </div>
        {data.password && <ChangePassword />}
        <SecondFactor isOn={data.secondFactor} />
        <Passkeys />
        <Sessions />
      </Stack>
    </Container>
  );
};
