import { Alert, Anchor, Button, Group, PasswordInput, Stack, TextInput } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { type FormEvent, type ReactNode, useEffect, useState } from 'react';
import { contentOf, people } from '../api/client.ts';
import { problemOf } from '../api/problem.ts';
import { accountQuery } from '../api/session.ts';
import { useEnter } from '../lib/enter.ts';
import { Entrance } from '../ui/entrance.tsx';

const BackToSignIn = () => (
  <Anchor component={Link} to={'/console/sign-in' as string} size="sm">
    Back to sign-in
  </Anchor>
);

/** A form of the way in: it sends, says what was wrong, or what happens next. */
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

const passwordAdvice = 'At least twelve characters that are not easy to guess.';

/** Makes an account. The first one of an installation is signed in at once; others follow a link in a mail. */
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
      button="Make the account"
      done={isFirst ? undefined : 'A mail with a link is on its way. Open it to confirm your address.'}
      send={send}
      hasWayBack={!isFirst}
    >
      <Group grow>
        <TextInput label="First name" autoComplete="given-name" value={person.firstName} onChange={set('firstName')} />
        <TextInput label="Last name" autoComplete="family-name" value={person.lastName} onChange={set('lastName')} />
      </Group>
      <TextInput
        label="Email address"
        type="email"
        required
        autoComplete="username"
        value={person.email}
        onChange={set('email')}
      />
      <PasswordInput
        label="Password"
        description={passwordAdvice}
        required
        autoComplete="new-password"
        value={person.password}
        onChange={set('password')}
      />
    </EntryForm>
  );
};

export const SignUp = () => (
  <Entrance title="Sign up">
    <SignUpForm isFirst={false} />
  </Entrance>
);

/** Takes the token of a mail out of the address, so that it is in no history. */
const useToken = (): string | undefined => {
  const search = useSearch({ strict: false }) as { token?: string };
  const [token] = useState(search.token);
  if (search.token !== undefined) window.history.replaceState(null, '', window.location.pathname);
  return token;
};

/** Asks for a link to set a new password, and sets it with the link. */
export const Password = () => {
  const token = useToken();
  const [text, setText] = useState('');
  return token === undefined ? (
    <Entrance title="Set a new password" text="We send a link by mail, if there is an account with this address.">
      <EntryForm
        button="Send the link"
        done="If there is an account with this address, a mail is on its way."
        send={() => contentOf(people.POST('/password/forgot', { body: { email: text } }))}
      >
        <TextInput
          label="Email address"
          type="email"
          required
          autoComplete="username"
          value={text}
          onChange={({ currentTarget }) => setText(currentTarget.value)}
        />
      </EntryForm>
    </Entrance>
  ) : (
    <Entrance title="Set a new password" text="All devices that are signed in to your account are signed out.">
      <EntryForm
        button="Set the password"
        done="Your password is set. You can sign in now."
        send={() => contentOf(people.POST('/password/reset', { body: { token, password: text } }))}
      >
        <PasswordInput
          label="New password"
          description={passwordAdvice}
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
    <Entrance
      title="Confirm your email address"
      text="Confirm only if you have just signed up yourself, with the password that you chose then."
    >
      <EntryForm
        button="Confirm"
        done="Your account is ready. You can sign in now."
        send={() => contentOf(people.POST('/email/verify', { body: { token: token ?? '', password } }))}
      >
        <PasswordInput
          label="Password"
          required
          autoComplete="current-password"
          value={password}
          onChange={({ currentTarget }) => setPassword(currentTarget.value)}
        />
      </EntryForm>
    </Entrance>
  );
};

/** Kept while a person signs in first, which may lead over the page of an identity provider; it ends with the tab. */
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
  const { data: account } = useQuery(accountQuery);
  const [person, setPerson] = useState({ firstName: '', lastName: '', password: '' });
  const set = (name: keyof typeof person) => (event: { currentTarget: { value: string } }) =>
    setPerson({ ...person, [name]: event.currentTarget.value });
  const send = async (): Promise<void> => {
    const given = Object.fromEntries(Object.entries(person).filter(([, value]) => value !== ''));
    const { organizationID: orgId, email } = await contentOf(
      people.POST('/invitation/accept', { body: { token, ...given } }),
    );
    sessionStorage.removeItem(invitationKey);
    if (!account) {
      const body = { email, password: person.password, transport: 'cookie' } as const;
      const { response } = await people.POST('/session', { body });
      // An account with a second factor: its owner signs in as always.
      if (!response.ok) return;
    }
    queries.clear();
    await navigate({ to: '/console/$orgId/today', params: { orgId } });
  };
  const signOut = async (): Promise<void> => {
    await people.DELETE('/session');
    await queries.resetQueries(accountQuery);
  };
  return (
    <Entrance
      title="Accept the invitation"
      text={
        account
          ? `You join as ${account.email}.`
          : 'Enter the password of your account. If you have none, choose a password of at least twelve characters.'
      }
    >
      <EntryForm button="Accept" done="You are a member now and can sign in." send={send} hasWayBack={false}>
        {!account && (
          <>
            <PasswordInput
              label="Password"
              autoComplete="current-password"
              value={person.password}
              onChange={set('password')}
            />
            <Group grow>
              <TextInput label="First name (new accounts)" value={person.firstName} onChange={set('firstName')} />
              <TextInput label="Last name (new accounts)" value={person.lastName} onChange={set('lastName')} />
            </Group>
          </>
        )}
      </EntryForm>
      {account ? (
        <Anchor component="button" type="button" size="sm" onClick={() => void signOut()}>
          Sign out, to join with another account
        </Anchor>
      ) : (
        <Anchor component={Link} to={'/console/sign-in?returnTo=/console/invitation' as string} size="sm">
          Sign in first, in another way
        </Anchor>
      )}
    </Entrance>
  );
};
