import { Alert, Anchor, Button, Divider, Group, PasswordInput, PinInput, Stack, Text, TextInput } from '@mantine/core';
import { IconFingerprint } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link, useSearch } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { contentOf, people } from '../api/client.ts';
import { problemOf } from '../api/problem.ts';
import { entryQuery } from '../api/sandbox.ts';
import { pathAfter, useEnter } from '../lib/enter.ts';
import { askPasskey, canUsePasskeys } from '../lib/passkey.ts';
import { Entrance } from '../ui/entrance.tsx';
import { Waiting } from '../ui/states.tsx';
import { SignUpForm } from './entry.tsx';

/** A wrong password and a missing code are both 401; the answer names the second factor where one is asked for. */
const wantsCode = (error: unknown): boolean =>
  (problemOf(error).info as { secondFactor?: string } | undefined)?.secondFactor !== undefined;

/** Why another way in has led back here. */
const faults: Readonly<Record<string, string>> = {
  link: 'This link was used, or is too old. Sign in with the password, or start the demo again for a new one.',
  access_denied: 'The sign-in was cancelled at the identity provider, or refused there.',
  account_not_linked:
    'There is an account with your email address already, and the identity provider does not open it. Sign in as you did before.',
  unable_to_get_user_info:
    'The identity provider signed you in, but there is no account for you here. Ask an organization to invite you.',
};
const faultOf = (error: string | undefined): string =>
  error === undefined ? '' : (faults[error] ?? 'The identity provider did not sign you in. Try again.');

export const SignIn = () => {
  const { returnTo, error: cameWith } = useSearch({ strict: false }) as { returnTo?: string; error?: string };
  const enter = useEnter(returnTo);
  const [email, setEmail] = useState('');
  const [password, setPassword] = useState('');
  const [code, setCode] = useState('');
  const [isRecovery, setRecovery] = useState(false);
  const [needsCode, setNeedsCode] = useState(false);
  const [isSending, setSending] = useState(false);
  const [fault, setFault] = useState(faultOf(cameWith));
  const { data: methods, isLoading } = useQuery(entryQuery);

  const send = async (work: () => Promise<unknown>): Promise<void> => {
    setSending(true);
    setFault('');
    try {
      await work();
      await enter();
    } catch (error) {
      setCode('');
      if (wantsCode(error) && !needsCode) setNeedsCode(true);
      else setFault(problemOf(error).message);
    } finally {
      setSending(false);
    }
  };
  const byPassword = (event: FormEvent): void => {
    event.preventDefault();
    const factor = needsCode && code !== '' ? (isRecovery ? { recoveryCode: code } : { code }) : {};
    void send(() => contentOf(people.POST('/session', { body: { email, password, transport: 'cookie', ...factor } })));
  };
  const byPasskey = (): void =>
    void send(async () => {
      const { options, challenge } = await contentOf(people.POST('/session/passkey/options'));
      const response = await askPasskey(options);
      await contentOf(people.POST('/session/passkey', { body: { challenge, response, transport: 'cookie' } }));
    });

  const hasPasskeys = methods?.passkeys === true && canUsePasskeys();
  if (isLoading) return <Waiting />;
  if (methods?.firstAccount)
    return (
      <Entrance
        title="Make the first account"
        text="Nobody has an account here yet. The first one needs no confirmation by mail, and makes the first organization."
      >
        <SignUpForm isFirst />
      </Entrance>
    );
  return (
    <Entrance title="Sign in">
      <form onSubmit={byPassword}>
        <Stack>
          {fault !== '' && (
            <Alert color="red" role="alert" variant="light">
              {fault}
            </Alert>
          )}
          <TextInput
            label="Email address"
            type="email"
            autoComplete="username"
            required
            value={email}
            onChange={({ currentTarget }) => setEmail(currentTarget.value)}
            disabled={needsCode}
            data-autofocus
          />
          <PasswordInput
            label="Password"
            autoComplete="current-password"
            required
            value={password}
            onChange={({ currentTarget }) => setPassword(currentTarget.value)}
            disabled={needsCode}
          />
          {needsCode && !isRecovery && (
            <Stack gap={6}>
              <Text size="sm" id="code-label">
                Enter the code that your authenticator app shows.
              </Text>
              <PinInput
                length={6}
                type="number"
                oneTimeCode
                autoFocus
                value={code}
                onChange={setCode}
                aria-label="Code"
                getInputProps={(at) => ({ 'aria-label': `Digit ${at + 1}` })}
              />
            </Stack>
          )}
          {needsCode && isRecovery && (
            <TextInput
              label="Recovery code"
              required
              value={code}
              onChange={({ currentTarget }) => setCode(currentTarget.value)}
            />
          )}
          {needsCode && (
            <Anchor
              component="button"
              type="button"
              size="sm"
              onClick={() => {
                setRecovery(!isRecovery);
                setCode('');
              }}
            >
              {isRecovery ? 'Use the app instead' : 'Use a recovery code'}
            </Anchor>
          )}
          <Button type="submit" loading={isSending} fullWidth>
            Sign in
          </Button>
          <Group justify="space-between">
            <Anchor component={Link} to={'/console/password' as string} size="sm">
              Forgot the password?
            </Anchor>
            {methods?.signUp && (
              <Anchor component={Link} to={'/console/sign-up' as string} size="sm">
                Sign up
              </Anchor>
            )}
          </Group>
        </Stack>
      </form>
      {(hasPasskeys || methods?.provider) && <Divider label="or" />}
      {hasPasskeys && (
        <Button variant="default" leftSection={<IconFingerprint size={18} />} onClick={byPasskey}>
          Sign in with a passkey
        </Button>
      )}
      {methods?.provider && (
        <Button
          variant="default"
          component="a"
          href={`${methods.provider.url}?returnTo=${encodeURIComponent(pathAfter(returnTo))}`}
        >
          {methods.provider.name}
        </Button>
      )}
    </Entrance>
  );
};
