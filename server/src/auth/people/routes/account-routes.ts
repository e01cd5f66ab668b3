import { z } from 'zod';
import { notFound } from '../../../kit/errors.ts';
import { encodeId } from '../../../kit/ids.ts';
import { findAccount, updateNames } from '../account-store.ts';
import { changePassword } from '../change-password.ts';
import { addPasskey, askForNewPasskey, listPasskeys, removePasskey } from '../passkeys.ts';
import { callerOf, type Route, type RouteCall, route, shapes } from '../route.ts';
import {
  confirmSecondFactor,
  enrolSecondFactor,
  removeSecondFactor,
  renewSecondFactorCodes,
} from '../second-factor.ts';

const AccountView = z.strictObject({
  id: z.string(),
  email: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  password: z.boolean().meta({ description: 'Whether there is one; people who come by a provider may have none.' }),
  secondFactor: z.boolean(),
  creationTime: z.iso.datetime(),
});

const viewAccount = async (call: RouteCall<never>) => {
  const { account_id: id } = callerOf(call);
  const row = await call.people.auth.database.system((system) => findAccount(system, id));
  if (!row) throw new Error('the account of a session is gone');
  return {
    id: encodeId('account', id),
    email: row.email,
    firstName: row.first_name,
    lastName: row.last_name,
    password: row.password_hash !== null,
    secondFactor: row.second_factor,
    creationTime: row.creation_time.toISOString(),
  };
};

const Password = z.object({ password: shapes.password.optional() });
const Proof = z.object({ password: shapes.password.optional(), code: shapes.code });
const RecoveryCodes = z.strictObject({
  recoveryCodes: z
    .array(z.string())
    .meta({ description: 'Shown once. Each stands for one code of the second factor.' }),
});
const PasskeyView = z.strictObject({
  id: z.string(),
  name: z.string(),
  backedUp: z.boolean(),
  creationTime: z.iso.datetime(),
});

const person: readonly Route[] = [
  route({
    id: 'getAccount',
    method: 'GET',
    path: '/account',
    summary: 'The account of the caller.',
    signedIn: true,
    reply: AccountView,
    does: async (call) => ({ body: await viewAccount(call) }),
  }),
  route({
    id: 'updateAccount',
    method: 'PATCH',
    path: '/account',
    summary: 'Changes the names of the caller. The users of its organizations keep theirs.',
    signedIn: true,
    body: z.object({ firstName: shapes.name.optional(), lastName: shapes.name.optional() }),
    reply: AccountView,
    does: async (call) => {
      const { account_id: id } = callerOf(call);
      await call.people.auth.database.system((system) => updateNames(system, id, call.body));
      return { body: await viewAccount(call as unknown as RouteCall<never>) };
    },
  }),
  route({
    id: 'changePassword',
    method: 'POST',
    path: '/account/password',
    summary: 'Changes the password and ends the other sessions.',
    signedIn: true,
    body: z.object({ current: shapes.password, new: shapes.password }),
    does: async (call) => {
      const { current, new: next } = call.body;
      await changePassword(call.people, { current, next }, callerOf(call), call.from);
      return {};
    },
  }),
];

const secondFactor: readonly Route[] = [
  route({
    id: 'enrolSecondFactor',
    method: 'POST',
    path: '/account/secondFactor',
    summary: 'Begins with a second factor (TOTP): the secret for an app. It counts once it is confirmed.',
    signedIn: true,
    body: Password,
    reply: z.strictObject({ secret: z.string(), uri: z.string() }),
    does: async (call) => ({ body: await enrolSecondFactor(call.people, call.body, callerOf(call), call.from) }),
  }),
  route({
    id: 'confirmSecondFactor',
    method: 'POST',
    path: '/account/secondFactor/confirm',
    summary: 'Turns the second factor on, with a code that the app shows.',
    signedIn: true,
    body: z.object({ code: shapes.code }),
    reply: RecoveryCodes,
    does: async (call) => ({ body: await confirmSecondFactor(call.people, call.body, callerOf(call), call.from) }),
  }),
  route({
    id: 'removeSecondFactor',
    method: 'DELETE',
    path: '/account/secondFactor',
    summary: 'Turns the second factor off.',
    signedIn: true,
    body: Proof,
    does: async (call) => {
      await removeSecondFactor(call.people, call.body, callerOf(call), call.from);
      return {};
    },
  }),
  route({
    id: 'renewRecoveryCodes',
    method: 'POST',
    path: '/account/recoveryCodes',
    summary: 'Makes new recovery codes; the ones before are good no more.',
    signedIn: true,
    body: Proof,
    reply: RecoveryCodes,
    does: async (call) => ({ body: await renewSecondFactorCodes(call.people, call.body, callerOf(call), call.from) }),
  }),
];

const passkeys: readonly Route[] = [
  route({
    id: 'askForNewPasskey',
    method: 'POST',
    path: '/account/passkey/options',
    summary: 'What to ask the device of the caller, to make a passkey.',
    signedIn: true,
    reply: z.strictObject({ options: z.record(z.string(), z.unknown()), challenge: z.string() }),
    does: async (call) => ({ body: await askForNewPasskey(call.people, callerOf(call)) }),
  }),
  route({
    id: 'addPasskey',
    method: 'POST',
    path: '/account/passkey',
    summary: 'Adds the passkey that the device has made.',
    signedIn: true,
    body: z.object({
      challenge: z.string().max(2000),
      response: z.record(z.string(), z.unknown()),
      name: shapes.label.optional(),
    }),
    reply: PasskeyView,
    does: async (call) => ({ body: await addPasskey(call.people, call.body, callerOf(call), call.from) }),
  }),
  route({
    id: 'listPasskeys',
    method: 'GET',
    path: '/account/passkey',
    summary: 'Lists the passkeys of the caller.',
    signedIn: true,
    reply: z.array(PasskeyView),
    does: async (call) => ({ body: await listPasskeys(call.people, callerOf(call)) }),
  }),
  route({
    id: 'removePasskey',
    method: 'DELETE',
    path: '/account/passkey/{passkeyId}',
    summary: 'Removes a passkey, with the password or within a quarter of an hour after the sign-in.',
    signedIn: true,
    body: Password,
    does: async (call) => {
      const { password } = call.body;
      await removePasskey(call.people, { id: call.params.passkeyId ?? '', password }, callerOf(call), call.from);
      return {};
    },
  }),
];

const organizations: readonly Route[] = [
  route({
    id: 'leaveOrganization',
    method: 'POST',
    path: '/account/organizations/{organizationID}/leave',
    summary: 'Leaves an organization, whatever the role there; its last active OWNER stays (409).',
    signedIn: true,
    does: async (call) => {
      const { people, params, from } = call;
      const { account_id: accountId } = callerOf(call);
      const { requestId, address: sourceIp } = from;
      const orgId = params.organizationID ?? '';
      if (!(await people.leaveOrganization({ orgId, accountId, requestId, sourceIp }))) throw notFound('organization');
      return {};
    },
  }),
];

export const accountRoutes: readonly Route[] = [...person, ...secondFactor, ...passkeys, ...organizations];
