import { z } from 'zod';
import { deleteSessions, selectSessions, sessionLifetimeSeconds } from '../auth/session-store.ts';
import { notFound } from '../kit/errors.ts';
import { encodeId } from '../kit/ids.ts';
import { anyAccount } from './account-store.ts';
import { type Begun, viewBegun } from './begin-session.ts';
import { cookieHeader, type PersonAnswer, type PersonEndpoint, serves, shapes } from './endpoint.ts';
import { oidcAddress } from './oidc-address.ts';
import { passkeyHost } from './passkey-host.ts';
import { askForPasskey, signInByPasskey } from './passkeys.ts';
import type { People } from './people.ts';
import { signInAfterProvider } from './provider-factor.ts';
import { signIn } from './sign-in.ts';
import { signInByLink } from './sign-in-link.ts';

const transport = z.enum(['token', 'cookie']).default('token').meta({
  description: 'How the session comes back: as a bearer token for programs, or as a cookie for browsers.',
});

const SignInReply = z.strictObject({
  token: z.string().optional().meta({ description: 'Send it as `Authorization: Bearer …`. Absent with a cookie.' }),
  expiresTime: z.iso.datetime(),
  user: z.strictObject({ id: z.string(), email: z.string(), firstName: z.string(), lastName: z.string() }),
  organizations: z.array(z.strictObject({ organizationID: z.string(), name: z.string(), role: z.string() })),
});

const SessionView = z.strictObject({
  id: z.string(),
  creationTime: z.iso.datetime(),
  lastUseTime: z.iso.datetime(),
  expiresTime: z.iso.datetime(),
  network: z.string(),
  userAgent: z.string(),
  current: z.boolean(),
});

const answerBegun = async (people: People, begun: Begun, how: 'token' | 'cookie'): Promise<PersonAnswer> => {
  const view = await viewBegun(people, begun);
  if (how === 'token') return { body: { token: begun.token, ...view } };
  return { body: view, cookies: [people.auth.sessionCookie.write(begun.token, sessionLifetimeSeconds)] };
};

export const sessionEndpoints: readonly PersonEndpoint[] = [
  serves({
    id: 'getSignInMethods',
    method: 'GET',
    path: '/signIn',
    summary: 'Returns the available sign-in methods, for a sign-in page.',
    signedIn: false,
    reply: z.strictObject({
      firstAccount: z.boolean().meta({ description: 'There is no account yet: a sign-up creates the first one.' }),
      signUp: z.boolean().meta({ description: 'Everybody can sign up.' }),
      sandbox: z.boolean().meta({ description: 'The partners are simulated: the console shows its sandbox bar.' }),
      passkeys: z.boolean().meta({
        description: 'Whether browsers can create passkeys for this address: it has a host name, not an IP address.',
      }),
      provider: z
        .strictObject({ name: z.string(), url: z.string() })
        .nullable()
        .meta({ description: 'The identity provider, and where a browser begins to sign in with it.' }),
    }),
    serve: async ({ people: { signUp, simulated, oidc, reads, auth } }) => ({
      body: {
        firstAccount: signUp !== 'off' && !(await anyAccount(reads)),
        signUp: signUp === 'open',
        sandbox: simulated,
        passkeys: passkeyHost(auth.audience) !== undefined,
        provider: oidc && { name: oidc.name, url: oidcAddress(auth.issuer, auth.audience) },
      },
    }),
  }),
  serves({
    id: 'signIn',
    method: 'POST',
    path: '/session',
    summary: 'Signs in with email address and password, and with a code if there is a second factor.',
    signedIn: false,
    body: z.object({
      email: shapes.email,
      password: shapes.password,
      code: shapes.code.optional(),
      recoveryCode: shapes.label.optional(),
      transport,
    }),
    reply: SignInReply,
    serve: async ({ people, from }, { body }) => answerBegun(people, await signIn(people, body, from), body.transport),
  }),
  serves({
    id: 'listSessions',
    method: 'GET',
    path: '/session',
    summary: 'Lists the sessions of the caller.',
    signedIn: true,
    reply: z.array(SessionView),
    serve: async ({ people, caller }) => {
      const rows = await selectSessions(people.reads, caller.account_id);
      return {
        body: rows.map((row) => ({
          id: encodeId('session', row.id),
          creationTime: row.creation_time.toISOString(),
          lastUseTime: row.last_use_time.toISOString(),
          expiresTime: row.expire_time.toISOString(),
          network: row.network ?? '',
          userAgent: row.user_agent ?? '',
          current: row.id === caller.id,
        })),
      };
    },
  }),
  serves({
    id: 'signOut',
    method: 'DELETE',
    path: '/session',
    summary: 'Signs out: ends the session of the caller.',
    signedIn: true,
    serve: async ({ people: { auth }, caller: { id, account_id: accountId } }) => {
      await auth.database.system((system) => deleteSessions(system, accountId, { only: id }));
      return { cookies: [auth.sessionCookie.erase()] };
    },
  }),
  serves({
    id: 'endOtherSessions',
    method: 'DELETE',
    path: '/session/others',
    summary: 'Ends all sessions of the caller except this one.',
    signedIn: true,
    serve: async ({ people, caller: { id, account_id: accountId } }) => {
      await people.auth.database.system((system) => deleteSessions(system, accountId, { except: id }));
      return {};
    },
  }),
  serves({
    id: 'endSession',
    method: 'DELETE',
    path: '/session/{sessionId}',
    summary: 'Ends one session of the caller.',
    signedIn: true,
    params: { sessionId: { id: 'session', noun: 'session' } },
    serve: async ({ people, caller: { account_id: accountId } }, { params: { sessionId: only } }) => {
      const ended = await people.auth.database.system((system) => deleteSessions(system, accountId, { only }));
      if (ended === 0) throw notFound('session');
      return {};
    },
  }),
  serves({
    id: 'askForPasskey',
    method: 'POST',
    path: '/session/passkey/options',
    summary: "Returns the options with which the person's device signs in with a passkey.",
    signedIn: false,
    reply: z.strictObject({ options: z.record(z.string(), z.unknown()), challenge: z.string() }),
    serve: async ({ people, from }) => ({ body: await askForPasskey(people, from) }),
  }),
  serves({
    id: 'signInByPasskey',
    method: 'POST',
    path: '/session/passkey',
    summary: 'Signs in with a passkey; no second factor is required.',
    signedIn: false,
    body: z.object({
      challenge: z.string().max(2000),
      response: z.record(z.string(), z.unknown()),
      transport,
    }),
    reply: SignInReply,
    serve: async ({ people, from }, { body }) =>
      answerBegun(people, await signInByPasskey(people, body, from), body.transport),
  }),
  serves({
    id: 'passSecondFactor',
    method: 'POST',
    path: '/session/secondFactor',
    summary: 'Ends a sign-in by the identity provider with a code, in the browser that came back with `?secondFactor`.',
    signedIn: false,
    body: z.object({ code: shapes.code.optional(), recoveryCode: shapes.label.optional(), transport }),
    reply: SignInReply,
    serve: async ({ people, source, from }, { body: { transport: how, ...factor } }) =>
      answerBegun(people, await signInAfterProvider(people, { ...factor, cookie: cookieHeader(source) }, from), how),
  }),
  serves({
    id: 'signInByLink',
    method: 'POST',
    path: '/session/link',
    summary: 'Signs in with the token of the link that the start of a demo prints. A token works once, within an hour.',
    signedIn: false,
    body: z.object({ token: shapes.token, transport }),
    reply: SignInReply,
    serve: async ({ people, from }, { body }) =>
      answerBegun(people, await signInByLink(people, body.token, from), body.transport),
  }),
];
