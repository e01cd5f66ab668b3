import { Alert, Anchor, Button, Group, PasswordInput, Stack, TextInput } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { type FormEvent, type ReactNode, useEffect, useState } from 'react';
import { contentOf, people } from '../api/client.ts';
import { problemOf, wantsCode } from '../api/problem.ts';
import { accountQuery } from '../api/session.ts';
import { useEnter } from '../lib/enter.ts';
import { entryTexts as texts } from '../texts/entry.ts';
import { Entrance } from '../ui/entrance.tsx';
import { Waiting } from '../ui/states.tsx';

const BackToSignIn = () => (
  <Anchor component={Link} to={'/console/sign-in' as string} size="sm">
    {texts.backToSignIn}
  </Anchor>
);

/** A form before sign-in: it submits, and shows the error or the next step. */
const EntryForm = ({
  button,
  done,
  send,
  hasWayBack = true,
  children,
}: {
  button: string;
  done?: string;
  hasWayBack?: boolean;
  send: () => Promise<unknown>;
  children: ReactNode;
}) => {
  const [isSending, setSending] = useState(false);
  const [isDone, setDone] = useState(false);
  const [fault, setFault] = useState<string[]>([]);
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    setSending(true);
    setFault([]);
    try {
      await send();
      setDone(true);
    } catch (error) {
      const { faults, message } = problemOf(error);
      setFault(faults.length > 0 ? faults.map((one) => one.message) : [message]);
    } finally {
      setSending(false);
    }
  };
  if (isDone && done !== undefined)
    return (
      <Stack>
        <Alert color="teal" role="status">
          {done}
        </Alert>
        <BackToSignIn />
      </Stack>
    );
  return (
    <form onSubmit={submit}>
      <Stack>
        {fault.length > 0 && (
          <Alert color="red" role="alert" variant="light">
            {fault.map((line) => (
              <div key={line}>{line}</div>
            ))}
          </Alert>
        )}
        {children}
        <Button type="submit" loading={isSending} fullWidth>
          {button}
        </Button>
        {hasWayBack && <BackToSignIn />}
      </Stack>
    </form>
  );
};

/** Creates an account. The first one of an installation is signed in immediately; others follow a link in a mail. */
export const SignUpForm = ({ isFirst }: { isFirst: boolean }) => {
  const enter = useEnter();
  const [person, setPerson] = useState({ firstName: '', lastName: '', email: '', password: '' });
  const set = (name: keyof typeof person) => (event: { currentTarget: { value: string } }) =>
    setPerson({ ...person, [name]: event.currentTarget.value });
  const send = async (): Promise<void> => {
    await contentOf(people.POST('/sign-up', { body: person }));
    if (!isFirst) return;
    const { email, password } = person;
    await contentOf(people.POST('/session', { body: { email, password, transport: 'cookie' } }));
    await enter();
  };
  return (
    <EntryForm
      button={texts.signUp.button}
      done={isFirst ? undefined : texts.signUp.done}
      send={send}
      hasWayBack={!isFirst}
    >
      <Group grow>
        <TextInput
          label={texts.signUp.firstName}
          autoComplete="given-name"
          value={person.firstName}
          onChange={set('firstName')}
        />
        <TextInput
          label={texts.signUp.lastName}
          autoComplete="family-name"
          value={person.lastName}
          onChange={set('lastName')}
        />
      </Group>
      <TextInput
        label={texts.email}
        type="email"
        required
        autoComplete="username"
        value={person.email}
        onChange={set('email')}
      />
      <PasswordInput
        label={texts.password}
        description={texts.passwordAdvice}
        required
        autoComplete="new-password"
        value={person.password}
        onChange={set('password')}
      />
    </EntryForm>
  );
};

export const SignUp = () => (
  <Entrance title={texts.signUp.title}>
    <SignUpForm isFirst={false} />
  </Entrance>
);

/** Removes the token of a mail from the address, so that it is not in the browser's history. */
const useToken = (): string | undefined => {
  const search = useSearch({ strict: false }) as { token?: string };
  const navigate = useNavigate();
  const [token] = useState(search.token);
  useEffect(() => {
    if (token !== undefined) void navigate({ to: '.', search: {} as never, replace: true });
  }, [token, navigate]);
  return token;
};

/** Requests a link for a new password, and sets the password with the link. */
export const Password = () => {
  const token = useToken();
  const [text, setText] = useState('');
  return token === undefined ? (
    <Entrance title={texts.newPassword.title} text={texts.newPassword.howTo}>
      <EntryForm
        button={texts.newPassword.sendLink}
        done={texts.newPassword.sent}
        send={() => contentOf(people.POST('/password/forgot', { body: { email: text } }))}
      >
        <TextInput
          label={texts.email}
          type="email"
          required
          autoComplete="username"
          value={text}
          onChange={({ currentTarget }) => setText(currentTarget.value)}
        />
      </EntryForm>
    </Entrance>
  ) : (
    <Entrance title={texts.newPassword.title} text={texts.newPassword.consequence}>
      <EntryForm
        button={texts.newPassword.set}
        done={texts.newPassword.done}
        send={() => contentOf(people.POST('/password/reset', { body: { token, password: text } }))}
      >
        <PasswordInput
          label={texts.newPassword.label}
          description={texts.passwordAdvice}
          required
          autoComplete="new-password"
          value={text}
          onChange={({ currentTarget }) => setText(currentTarget.value)}
        />
      </EntryForm>
    </Entrance>
  );
};

/** Confirms the address of a new account with the link of a mail. */
export const Email = () => {
  const token = useToken();
  const [password, setPassword] = useState('');
  return (
    <Entrance title={texts.confirmation.title} text={texts.confirmation.caution}>
      <EntryForm
        button={texts.confirmation.button}
        done={texts.confirmation.done}
        send={() => contentOf(people.POST('/email/verify', { body: { token: token ?? '', password } }))}
      >
        <PasswordInput
          label={texts.password}
          required
          autoComplete="current-password"
          value={password}
          onChange={({ currentTarget }) => setPassword(currentTarget.value)}
        />
      </EntryForm>
    </Entrance>
  );
};

/** Kept while a person signs in first, possibly at an identity provider; it is discarded with the tab. */
const invitationKey = 'console.invitation';

/** Joins an organization with the link of an invitation. */
export const Invitation = () => {
  const fresh = useToken();
  const token = fresh ?? sessionStorage.getItem(invitationKey) ?? '';
  useEffect(() => {
    if (fresh !== undefined) sessionStorage.setItem(invitationKey, fresh);
  }, [fresh]);
  const navigate = useNavigate();
  const queries = useQueryClient();
  const { data: account, isLoading } = useQuery(accountQuery);
  const [person, setPerson] = useState({ firstName: '', lastName: '', password: '' });
  const set = (name: keyof typeof person) => (event: { currentTarget: { value: string } }) =>
    setPerson({ ...person, [name]: event.currentTarget.value });
  const send = async (): Promise<void> => {
    const given = Object.fromEntries(Object.entries(person).filter(([, value]) => value !== ''));
    const accepted = await contentOf(people.POST('/invitation/accept', { body: { token, ...given } })).catch(
      async (error: unknown) => {
        if (!wantsCode(error)) throw error;
        await navigate({ to: '/console/sign-in' as string, search: { returnTo: '/console/invitation' } as never });
      },
    );
    // An account with a second factor: its owner signs in first, and returns.
    if (!accepted) return;
    const { organizationID: orgId, email } = accepted;
    sessionStorage.removeItem(invitationKey);
    if (!account) {
      const body = { email, password: person.password, transport: 'cookie' } as const;
      const { response } = await people.POST('/session', { body });
      if (!response.ok) return;
    }
    queries.clear();
    await navigate({ to: '/console/$orgId/today', params: { orgId } });
  };
  const signOut = async (): Promise<void> => {
    await people.DELETE('/session');
    await queries.resetQueries(accountQuery);
  };
  // Whether a password is needed depends on who is signed in.
  if (isLoading) return <Waiting />;
  return (
    <Entrance
      title={texts.invitation.title}
      text={account ? texts.invitation.joinAs(account.email) : texts.invitation.howTo}
    >
      <EntryForm button={texts.invitation.button} done={texts.invitation.done} send={send} hasWayBack={false}>
        {!account && (
          <>
            <PasswordInput
              label={texts.password}
              autoComplete="current-password"
              value={person.password}
              onChange={set('password')}
            />
            <Group grow>
              <TextInput label={texts.invitation.firstName} value={person.firstName} onChange={set('firstName')} />
              <TextInput label={texts.invitation.lastName} value={person.lastName} onChange={set('lastName')} />
            </Group>
          </>
        )}
      </EntryForm>
      {account ? (
        <Anchor component="button" type="button" size="sm" onClick={() => void signOut()}>
          {texts.invitation.signOut}
        </Anchor>
      ) : (
        <Anchor component={Link} to={'/console/sign-in?returnTo=/console/invitation' as string} size="sm">
          {texts.invitation.signIn}
        </Anchor>
      )}
    </Entrance>
  );
};
