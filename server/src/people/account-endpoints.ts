import { z } from 'zod';
import { notFound } from '../kit/errors.ts';
import { encodeId } from '../kit/ids.ts';
import { findAccount, updateNames } from './account-store.ts';
import { changePassword } from './change-password.ts';
import { type PersonCall, type PersonEndpoint, serves, shapes } from './endpoint.ts';
import type { SignedIn } from './engine-call.ts';
import { addPasskey, askForNewPasskey, listPasskeys, removePasskey } from './passkeys.ts';
import { confirmSecondFactor, enrolSecondFactor, removeSecondFactor, renewSecondFactorCodes } from './second-factor.ts';

const AccountView = z.strictObject({
  id: z.string(),
  email: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  password: z
    .boolean()
    .meta({ description: 'Whether a password is set; people who sign in through a provider may have none.' }),
  secondFactor: z.boolean(),
  creationTime: z.iso.datetime(),
});

const viewAccount = async ({ people, caller: { account_id: id } }: PersonCall<SignedIn>) => {
  const row = await people.auth.database.system((system) => findAccount(system, id));
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
const Proof = z.object({
  password: shapes.password.optional(),
  code: shapes.code.optional().meta({ description: 'A code of the app.' }),
  recoveryCode: shapes.label
    .optional()
    .meta({ description: 'A recovery code in its place, for people who have lost their device.' }),
});
const RecoveryCodes = z.strictObject({
  recoveryCodes: z
    .array(z.string())
    .meta({ description: 'Shown once. Each can be used once instead of a code of the second factor.' }),
});
const PasskeyView = z.strictObject({
  id: z.string(),
  name: z.string(),
  backedUp: z.boolean(),
  creationTime: z.iso.datetime(),
});

const person: readonly PersonEndpoint[] = [
  serves({
    id: 'getAccount',
    method: 'GET',
    path: '/account',
    summary: 'The account of the caller.',
    signedIn: true,
    reply: AccountView,
    serve: async (call) => ({ body: await viewAccount(call) }),
  }),
  serves({
    id: 'updateAccount',
    method: 'PATCH',
    path: '/account',
    summary: "Changes the caller's names. The names of the caller's users in organizations do not change.",
    signedIn: true,
    body: z.object({ firstName: shapes.name.optional(), lastName: shapes.name.optional() }),
    reply: AccountView,
    serve: async (call, { body }) => {
      await call.people.auth.database.system((system) => updateNames(system, call.caller.account_id, body));
      return { body: await viewAccount(call) };
    },
  }),
  serves({
    id: 'changePassword',
    method: 'POST',
    path: '/account/password',
    summary: 'Changes the password and ends the other sessions.',
    signedIn: true,
    body: z.object({ current: shapes.password, new: shapes.password }),
    serve: async ({ people, caller, from }, { body: { current, new: next } }) => {
      await changePassword(people, { current, next }, caller, from);
      return {};
    },
  }),
];

const secondFactor: readonly PersonEndpoint[] = [
  serves({
    id: 'enrolSecondFactor',
    method: 'POST',
    path: '/account/secondFactor',
    summary:
      'Starts the setup of a second factor (TOTP) and returns the secret for an app. It takes effect once confirmed.',
    signedIn: true,
    body: Password,
    reply: z.strictObject({ secret: z.string(), uri: z.string() }),
    serve: async ({ people, caller, from }, { body }) => ({
      body: await enrolSecondFactor(people, body, caller, from),
    }),
  }),
  serves({
    id: 'confirmSecondFactor',
    method: 'POST',
    path: '/account/secondFactor/confirm',
    summary: 'Turns the second factor on, with a code that the app shows, and ends the other sessions.',
    signedIn: true,
    body: z.object({ code: shapes.code }),
    reply: RecoveryCodes,
    serve: async ({ people, caller, from }, { body }) => ({
      body: await confirmSecondFactor(people, body, caller, from),
    }),
  }),
  serves({
    id: 'removeSecondFactor',
    method: 'DELETE',
    path: '/account/secondFactor',
    summary: 'Turns the second factor off.',
    signedIn: true,
    body: Proof,
    serve: async ({ people, caller, from }, { body }) => {
      await removeSecondFactor(people, body, caller, from);
      return {};
    },
  }),
  serves({
    id: 'renewRecoveryCodes',
    method: 'POST',
    path: '/account/recoveryCodes',
    summary: 'Generates new recovery codes; the previous ones become invalid.',
    signedIn: true,
    body: Proof,
    reply: RecoveryCodes,
    serve: async ({ people, caller, from }, { body }) => ({
      body: await renewSecondFactorCodes(people, body, caller, from),
    }),
  }),
];

const passkeys: readonly PersonEndpoint[] = [
  serves({
    id: 'askForNewPasskey',
    method: 'POST',
    path: '/account/passkey/options',
    summary: "Returns the options with which the caller's device creates a passkey.",
    signedIn: true,
    reply: z.strictObject({ options: z.record(z.string(), z.unknown()), challenge: z.string() }),
    serve: async ({ people, caller, from }) => ({ body: await askForNewPasskey(people, caller, from) }),
  }),
  serves({
    id: 'addPasskey',
    method: 'POST',
    path: '/account/passkey',
    summary: 'Adds the passkey that the device has created.',
    signedIn: true,
    body: z.object({
      challenge: z.string().max(2000),
      response: z.record(z.string(), z.unknown()),
      name: shapes.label.optional(),
    }),
    reply: PasskeyView,
    serve: async ({ people, caller, from }, { body }) => ({ body: await addPasskey(people, body, caller, from) }),
  }),
  serves({
    id: 'listPasskeys',
    method: 'GET',
    path: '/account/passkey',
    summary: 'Lists the passkeys of the caller.',
    signedIn: true,
    reply: z.array(PasskeyView),
    serve: async ({ people, caller }) => ({ body: await listPasskeys(people, caller) }),
  }),
  serves({
    id: 'removePasskey',
    method: 'DELETE',
    path: '/account/passkey/{passkeyId}',
    summary: 'Removes a passkey, with the password or within 15 minutes after the sign-in.',
    signedIn: true,
    params: { passkeyId: { id: 'passkey', noun: 'passkey' } },
    body: Password,
    serve: async ({ people, caller, from }, { params, body: { password } }) => {
      await removePasskey(people, { id: params.passkeyId, password }, caller, from);
      return {};
    },
  }),
];

const organizations: readonly PersonEndpoint[] = [
  serves({
    id: 'leaveOrganization',
    method: 'POST',
    path: '/account/organizations/{organizationID}/leave',
    summary: "Leaves an organization, whatever the caller's role; its last active OWNER cannot leave (409).",
    signedIn: true,
    params: { organizationID: { id: 'org', noun: 'organization' } },
    serve: async ({ people, caller: { account_id: accountId }, from }, { params: { organizationID: orgId } }) => {
      const { requestId, address: sourceIp } = from;
      if (!(await people.leaveOrganization({ orgId, accountId, requestId, sourceIp }))) throw notFound('organization');
      return {};
    },
  }),
];

export const accountEndpoints: readonly PersonEndpoint[] = [...person, ...secondFactor, ...passkeys, ...organizations];
