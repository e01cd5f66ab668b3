import { z } from 'zod';
import { forgetPassword, resetPassword } from '../change-password.ts';
import { acceptInvitationLink } from '../invitation.ts';
import { beginOidc, endOidc } from '../oidc.ts';
import { type Route, route, shapes } from '../route.ts';
import { sessionLifetimeSeconds } from '../session-store.ts';
import { signUp, verifyEmail } from '../sign-up.ts';

const names = { firstName: shapes.name.default(''), lastName: shapes.name.default('') };

const cookieHeader = (rawHeaders: readonly string[]): string =>
  rawHeaders
    .flatMap((raw, index) => (index % 2 === 0 && raw.toLowerCase() === 'cookie' ? [rawHeaders[index + 1] ?? ''] : []))
    .join('; ');

/** How people without a session come in. */
export const entryRoutes: readonly Route[] = [
  route({
    id: 'signUp',
    method: 'POST',
    path: '/sign-up',
    summary: 'Asks for an account. A mail with a link follows; the first account of an installation needs none.',
    signedIn: false,
    body: z.object({ email: shapes.email, password: shapes.password, ...names }),
    reply: z.strictObject({ verified: z.boolean() }),
    does: async ({ people, body, from }) => ({ status: 202, body: await signUp(people, body, from) }),
  }),
  route({
    id: 'verifyEmail',
    method: 'POST',
    path: '/email/verify',
    summary: 'Makes the account of a sign-up, with what the link in the mail holds and the password of the sign-up.',
    signedIn: false,
    body: z.object({ token: shapes.token, password: shapes.password }),
    does: async ({ people, body, from }) => {
      await verifyEmail(people, body, from);
      return {};
    },
  }),
  route({
    id: 'forgetPassword',
    method: 'POST',
    path: '/password/forgot',
    summary: 'Asks for a mail with a link to set a new password. The answer is the same for every address.',
    signedIn: false,
    body: z.object({ email: shapes.email }),
    does: async ({ people, body, from }) => {
      await forgetPassword(people, body.email, from);
      return {};
    },
  }),
  route({
    id: 'resetPassword',
    method: 'POST',
    path: '/password/reset',
    summary: 'Sets a new password with what the link in the mail holds, and ends all sessions.',
    signedIn: false,
    body: z.object({ token: shapes.token, password: shapes.password }),
    does: async ({ people, body, from }) => {
      await resetPassword(people, body, from);
      return {};
    },
  }),
  route({
    id: 'acceptInvitation',
    method: 'POST',
    path: '/invitation/accept',
    summary: 'Joins an organization with what the link in the mail holds; makes an account where there is none.',
    signedIn: false,
    body: z.object({
      token: shapes.token,
      password: shapes.password.optional(),
      firstName: shapes.name.optional(),
      lastName: shapes.name.optional(),
    }),
    reply: z.strictObject({ organizationID: z.string(), userID: z.string() }),
    does: async ({ people, body, caller, from }) => {
      const { orgId, userId } = await acceptInvitationLink(people, body, caller, from);
      return { body: { organizationID: orgId, userID: userId } };
    },
  }),
  route({
    id: 'beginOidc',
    method: 'GET',
    path: '/signIn/oidc',
    summary: 'Leads a browser to the identity provider and afterwards back to `returnTo`, a path of this service.',
    signedIn: false,
    query: ['returnTo'],
    does: async ({ people, query, from }) => {
      const { location, cookies } = await beginOidc(people, query.returnTo ?? '/', from);
      return { status: 302, location, cookies };
    },
  }),
  route({
    id: 'endOidc',
    method: 'GET',
    path: '/signIn/oidc/callback',
    summary: 'Where the identity provider leads the browser back to.',
    signedIn: false,
    query: ['code', 'state', 'error', 'iss'],
    ignoresOtherQuery: true,
    does: async ({ people, query, source, from }) => {
      const cookie = cookieHeader(source.rawHeaders);
      const { location, cookies, begun } = await endOidc(people, { query, cookie }, from);
      const session = begun ? [people.auth.sessionCookie.write(begun.token, sessionLifetimeSeconds)] : [];
      return { status: 302, location, cookies: [...cookies, ...session] };
    },
  }),
];
