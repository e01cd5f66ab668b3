import { Alert, Anchor, Button, Divider, Group, PasswordInput, PinInput, Stack, Text, TextInput } from '@mantine/core';
import { IconFingerprint } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link, useSearch } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { contentOf, people } from '../api/client.ts';
import { problemOf, wantsCode } from '../api/problem.ts';
import { entryQuery } from '../api/sandbox.ts';
import { pathAfter, useEnter } from '../lib/enter.ts';
import { askPasskey, canUsePasskeys } from '../lib/passkey.ts';
import { signInTexts as texts } from '../texts/sign-in.ts';
import { Entrance } from '../ui/entrance.tsx';
import { Waiting } from '../ui/states.tsx';
import { SignUpForm } from './entry.tsx';

/** Why another sign-in method has returned to this page. */
const faultOf = (error: string | undefined): string =>
  error === undefined ? '' : (texts.faults[error] ?? texts.otherFault);

export const SignIn = () => {
  const search = useSearch({ strict: false }) as { returnTo?: string; error?: string; secondFactor?: string };
  const { returnTo, error: cameWith } = search;
  // The browser has come back from the identity provider, and the account has a second factor.
  const isHalfIn = search.secondFactor !== undefined;
  const enter = useEnter(returnTo);
  const [email, setEmail] = useState('');
  const [password, setPassword] = useState('');
  const [code, setCode] = useState('');
  const [isRecovery, setRecovery] = useState(false);
  const [needsCode, setNeedsCode] = useState(isHalfIn);
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
    const body = { transport: 'cookie', ...factor } as const;
    void send(() =>
      contentOf(
        isHalfIn
          ? people.POST('/session/secondFactor', { body })
          : people.POST('/session', { body: { email, password, ...body } }),
      ),
    );
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
      <Entrance title={texts.firstAccount.title} text={texts.firstAccount.text}>
        <SignUpForm isFirst />
      </Entrance>
    );
  return (
    <Entrance title={texts.title}>
      <form onSubmit={byPassword}>
        <Stack>
          {fault !== '' && (
            <Alert color="red" role="alert" variant="light">
              {fault}
            </Alert>
          )}
          {!isHalfIn && (
            <>
              <TextInput
                label={texts.email}
                type="email"
                autoComplete="username"
                required
                value={email}
                onChange={({ currentTarget }) => setEmail(currentTarget.value)}
                disabled={needsCode}
                data-autofocus
              />
              <PasswordInput
                label={texts.password}
                autoComplete="current-password"
                required
                value={password}
                onChange={({ currentTarget }) => setPassword(currentTarget.value)}
                disabled={needsCode}
              />
            </>
          )}
          {needsCode && !isRecovery && (
            <Stack gap={6}>
              <Text size="sm" id="code-label">
                {texts.secondFactor.enterCode}
              </Text>
              <PinInput
                length={6}
                type="number"
                oneTimeCode
                autoFocus
                value={code}
                onChange={setCode}
                aria-label={texts.secondFactor.code}
                getInputProps={(at) => ({ 'aria-label': texts.secondFactor.digit(at + 1) })}
              />
            </Stack>
          )}
          {needsCode && isRecovery && (
            <TextInput
              label={texts.secondFactor.recoveryCode}
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
              {isRecovery ? texts.secondFactor.useApp : texts.secondFactor.useRecoveryCode}
            </Anchor>
          )}
          <Button type="submit" loading={isSending} fullWidth>
            {texts.signIn}
          </Button>
          <Group justify="space-between">
            {isHalfIn ? (
              <Anchor href={`/console/sign-in?returnTo=${encodeURIComponent(pathAfter(returnTo))}`} size="sm">
                {texts.beginAgain}
              </Anchor>
            ) : (
              <Anchor component={Link} to={'/console/password' as string} size="sm">
                {texts.forgotPassword}
              </Anchor>
            )}
            {methods?.signUp && !isHalfIn && (
              <Anchor component={Link} to={'/console/sign-up' as string} size="sm">
                {texts.signUp}
              </Anchor>
            )}
          </Group>
        </Stack>
      </form>
      {!isHalfIn && (hasPasskeys || methods?.provider) && <Divider label={texts.or} />}
      {!isHalfIn && hasPasskeys && (
        <Button variant="default" leftSection={<IconFingerprint size={18} />} onClick={byPasskey}>
          {texts.passkey}
        </Button>
      )}
      {!isHalfIn && methods?.provider && (
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
