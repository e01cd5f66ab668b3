import { z } from 'zod';
import { sessionLifetimeSeconds } from '../auth/session-store.ts';
import { forgetPassword, resetPassword } from './change-password.ts';
import { cookieHeader, type PersonEndpoint, serves, shapes } from './endpoint.ts';
import { acceptInvitationLink } from './invitation.ts';
import { beginOidc, endOidc } from './oidc.ts';
import { signUp, verifyEmail } from './sign-up.ts';

const names = { firstName: shapes.name.default(''), lastName: shapes.name.default('') };

/** The endpoints for people without a session. */
export const entryEndpoints: readonly PersonEndpoint[] = [
  serves({
    id: 'signUp',
    method: 'POST',
    path: '/sign-up',
    summary: 'Requests an account. A mail with a link follows, except for the first account of an installation.',
    signedIn: false,
    body: z.object({ email: shapes.email, password: shapes.password, ...names }),
    status: 202,
    reply: z.strictObject({ verified: z.boolean() }),
    serve: async ({ people, from }, { body }) => ({ body: await signUp(people, body, from) }),
  }),
  serves({
    id: 'verifyEmail',
    method: 'POST',
    path: '/email/verify',
    summary:
      'Creates the account of a sign-up, with the token of the link in the mail and the password of the sign-up.',
    signedIn: false,
    body: z.object({ token: shapes.token, password: shapes.password }),
    serve: async ({ people, from }, { body }) => {
      await verifyEmail(people, body, from);
      return {};
    },
  }),
  serves({
    id: 'forgetPassword',
    method: 'POST',
    path: '/password/forgot',
    summary: 'Requests a mail with a link to set a new password. The response is the same for every address.',
    signedIn: false,
    body: z.object({ email: shapes.email }),
    serve: async ({ people, from }, { body }) => {
      await forgetPassword(people, body.email, from);
      return {};
    },
  }),
  serves({
    id: 'resetPassword',
    method: 'POST',
    path: '/password/reset',
    summary: 'Sets a new password with the token of the link in the mail, and ends all sessions.',
    signedIn: false,
    body: z.object({ token: shapes.token, password: shapes.password }),
    serve: async ({ people, from }, { body }) => {
      await resetPassword(people, body, from);
      return {};
    },
  }),
  serves({
    id: 'acceptInvitation',
    method: 'POST',
    path: '/invitation/accept',
    summary: 'Joins an organization with the token of the link in the mail; creates an account if there is none.',
    signedIn: false,
    body: z.object({
      token: shapes.token,
      password: shapes.password.optional(),
      code: shapes.code.optional().meta({ description: 'A code of the app, if the account has a second factor.' }),
      recoveryCode: shapes.label.optional(),
      firstName: shapes.name.optional(),
      lastName: shapes.name.optional(),
    }),
    reply: z.strictObject({
      organizationID: z.string(),
      userID: z.string(),
      email: z.string().meta({ description: 'The address that was invited, with which its owner signs in.' }),
    }),
    serve: async ({ people, caller, from }, { body }) => {
      const { orgId, userId, email } = await acceptInvitationLink(people, body, caller, from);
      return { body: { organizationID: orgId, userID: userId, email } };
    },
  }),
  serves({
    id: 'beginOidc',
    method: 'GET',
    path: '/signIn/oidc',
    summary: 'Redirects a browser to the identity provider and afterwards back to `returnTo`, a path of this service.',
    signedIn: false,
    status: 302,
    query: z.object({ returnTo: z.string().optional() }),
    serve: async ({ people, from, url }, { query }) => {
      const { location, cookies } = await beginOidc(people, query.returnTo ?? '/', url, from);
      return { location, cookies };
    },
  }),
  serves({
    id: 'endOidc',
    method: 'GET',
    path: '/signIn/oidc/callback',
    summary: 'Receives the browser back from the identity provider.',
    signedIn: false,
    status: 302,
    query: z.object({
      code: z.string().optional(),
      state: z.string().optional(),
      error: z.string().optional(),
      iss: z.string().optional(),
    }),
    ignoresOtherQuery: true,
    serve: async ({ people, source, from }, { query }) => {
      const cookie = cookieHeader(source);
      const { location, cookies, begun } = await endOidc(people, { query, cookie }, from);
      const session = begun ? [people.auth.sessionCookie.write(begun.token, sessionLifetimeSeconds)] : [];
      return { location, cookies: [...cookies, ...session] };
    },
  }),
];
