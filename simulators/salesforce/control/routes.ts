import { createPublicKey } from 'node:crypto';
import { z } from 'zod';
import { type ControlRoutes, controlError, faultRoutes, readControlBody, settingRoutes } from '../../kit/control.ts';
import { newKeyPair } from '../../kit/rsa-keys.ts';
import { change } from '../../kit/simulation.ts';
import { salesforceFaults } from '../faults.ts';
import { loginHosts } from '../oauth/token.ts';
import { newId } from '../objects/ids.ts';
import {
  type App,
  type Json,
  type Org,
  readSettings,
  recordsOf,
  type SalesforceChange,
  type SalesforceReader,
  type SalesforceTables,
  sfTime,
} from '../state.ts';
import { addUser } from './edit.ts';
import { findOrg, findUser } from './find.ts';
import { recordRoutes } from './record-routes.ts';
import { schemaRoutes } from './schema-routes.ts';

const domain = z.string().regex(/^[a-z][a-z0-9-]{1,38}[a-z0-9]$/, 'must be small letters, digits and hyphens');

const accountBody = z.looseObject({
  domain: domain.optional(),
  name: z.string().min(1).optional(),
  sandbox: z.boolean().optional(),
  multiCurrency: z.boolean().optional(),
  currency: z.string().length(3).optional(),
  hidesCurrency: z.boolean().optional(),
  dailyApiRequests: z.int().min(1).optional(),
  clientId: z.string().min(8).optional(),
  clientSecret: z.string().min(8).optional(),
  username: z.string().includes('@').optional(),
  certificate: z.string().startsWith('-----BEGIN').optional(),
});

const userBody = z.looseObject({
  username: z.string().includes('@'),
  lastName: z.string().min(1),
  firstName: z.string().optional(),
  email: z.string().includes('@').optional(),
});

const appBody = z.strictObject({
  runAs: z.string().nullable().optional(),
  approved: z.array(z.string()).optional(),
  certificate: z.string().startsWith('-----BEGIN').optional(),
  clientSecret: z.string().min(8).optional(),
  dailyApiRequests: z.int().min(1).optional(),
});

const settingsBody = z.strictObject({
  sessionMinutes: z.int().min(1).optional(),
  queryPageMax: z.int().min(1).max(2000).optional(),
});

/** Organizations with their connected app and users. */
const accountRoutes: ControlRoutes<SalesforceTables> = {
  'GET /account': ({ simulation: { store } }) => ({
    value: { accounts: store.list('orgs').map((org) => orgView(store, org)) },
  }),

  'GET /account/:id': ({ simulation: { store }, params }) => ({ value: orgView(store, findOrg(store, params.id)) }),

  // Creating an existing org returns it: a service may do so at every start.
  'POST /account': ({ simulation, body }) => {
    const wanted = readControlBody(accountBody, body);
    return change(simulation, (tx) => {
      const known = tx.list('orgs').find((org) => org.domain === wanted.domain);
      const org = known ?? createOrg(tx, wanted);
      return { value: orgView(tx, org), created: !known };
    });
  },

  'POST /account/:id/user': ({ simulation, params, body }) => {
    const { username, lastName, firstName, email = username } = readControlBody(userBody, body);
    return change(simulation, (tx) => {
      const org = findOrg(tx, params.id);
      const fields = { Username: username, LastName: lastName, FirstName: firstName, Email: email };
      return { value: addUser(tx, org, fields).fields, created: true };
    });
  },

  'POST /account/:id/app': ({ simulation, params, body }) => {
    const { runAs, approved, certificate, clientSecret, dailyApiRequests } = readControlBody(appBody, body);
    return change(simulation, (tx) => {
      const org = findOrg(tx, params.id);
      const app = appOf(tx, org);
      const changed: App = {
        ...app,
        runAsUserId: runAs === undefined ? app.runAsUserId : runAs && findUser(tx, org, runAs),
        approvedUserIds: approved?.map((one) => findUser(tx, org, one)) ?? app.approvedUserIds,
        clientSecret: clientSecret ?? app.clientSecret,
        ...(certificate === undefined ? {} : { publicKey: publicKeyOf(certificate), privateKey: null }),
      };
      tx.put('apps', changed);
      tx.put('orgs', { ...org, dailyApiRequests: dailyApiRequests ?? org.dailyApiRequests });
      return { value: orgView(tx, findOrg(tx, org.id)) };
    });
  },

  'POST /account/:id/expire-sessions': ({ simulation, params }) =>
    change(simulation, (tx) => {
      const org = findOrg(tx, params.id);
      const mine = tx.list('sessions').filter(({ orgId }) => orgId === org.id);
      for (const { id } of mine) tx.remove('sessions', id);
      return { value: { expired: mine.length } };
    }),

  'POST /account/:id/move': ({ simulation, params, body }) => {
    const wanted = readControlBody(z.looseObject({ domain }), body);
    return change(simulation, (tx) => {
      const org = findOrg(tx, params.id);
      if (isTaken(tx, wanted.domain)) throw controlError(409, `the domain ${wanted.domain} is taken`);
      const moved: Org = { ...org, domain: wanted.domain };
      tx.put('orgs', moved);
      return { value: orgView(tx, moved) };
    });
  },
  ...settingRoutes<SalesforceTables>(settingsBody, readSettings),
};

const isTaken = (reader: SalesforceReader, name: string): boolean =>
  name in loginHosts || reader.list('orgs').some((org) => org.domain === name);

const createOrg = (tx: SalesforceChange, wanted: z.output<typeof accountBody>): Org => {
  const name = wanted.domain ?? `org-${tx.ids.text(8)}`;
  if (isTaken(tx, name)) throw controlError(409, `the domain ${name} is taken`);
  const id = newId(tx.ids, '00D');
  const org: Org = {
    id,
    name: wanted.name ?? name,
    domain: name,
    sandbox: wanted.sandbox ?? false,
    multiCurrency: wanted.multiCurrency ?? false,
    currency: wanted.currency ?? 'USD',
    hidesCurrency: wanted.hidesCurrency ?? false,
    dailyApiRequests: wanted.dailyApiRequests ?? 100_000,
    apiUserId: '',
    createdAt: tx.at,
  };
  tx.put('orgs', org);
  const fields = { Id: id, Name: org.name, DefaultCurrencyIsoCode: org.currency, SystemModstamp: sfTime(tx.at) };
  tx.put('records', { id, orgId: id, type: 'Organization', fields, isDeleted: false });
  const username = wanted.username ?? `integration@${name}.example`;
  const api = addUser(tx, org, { Username: username, LastName: 'Integration', Email: username });
  addUser(tx, org, {
    Username: `sales@${name}.example`,
    FirstName: 'Pat',
    LastName: 'Sales',
    Email: `sales@${name}.example`,
  });
  const created: Org = { ...org, apiUserId: api.id };
  tx.put('orgs', created);
  tx.put('apps', newApp(tx, created, wanted));
  return created;
};

const newApp = (tx: SalesforceChange, org: Org, wanted: z.output<typeof accountBody>): App => {
  const id = wanted.clientId ?? `3MVG9${tx.ids.text(40)}${tx.ids.text(40)}`;
  if (tx.get('apps', id)) throw controlError(409, `the client id ${id} is taken`);
  return {
    id,
    orgId: org.id,
    clientSecret: wanted.clientSecret ?? tx.ids.hex(64).toUpperCase(),
    ...(wanted.certificate === undefined
      ? newKeyPair()
      : { publicKey: publicKeyOf(wanted.certificate), privateKey: null }),
    runAsUserId: org.apiUserId,
    approvedUserIds: [org.apiUserId],
  };
};

const publicKeyOf = (certificate: string): string => {
  try {
    return createPublicKey(certificate).export({ type: 'spki', format: 'pem' }).toString();
  } catch {
    throw controlError(400, 'certificate is neither a certificate nor a public key in PEM');
  }
};

const appOf = (reader: SalesforceReader, org: Org): App => {
  const app = reader.list('apps').find(({ orgId }) => orgId === org.id);
  if (!app) throw controlError(404, `account ${org.id} has no connected app`);
  return app;
};

const orgView = (reader: SalesforceReader, org: Org): Json => {
  const { id: clientId, clientSecret, privateKey, runAsUserId, approvedUserIds } = appOf(reader, org);
  const users = recordsOf(reader, org.id, 'User').map(({ fields }) => fields);
  return {
    ...org,
    clientId,
    clientSecret,
    privateKey,
    runAsUserId,
    approvedUserIds,
    username: users.find((user) => user.Id === org.apiUserId)?.Username,
    loginPath: `/salesforce/${org.sandbox ? 'test' : 'login'}`,
    domainPath: `/salesforce/${org.domain}`,
    users: users.map(({ Id, Username, Name }) => ({ id: Id, username: Username, name: Name })),
  };
};

export const controlRoutes: ControlRoutes<SalesforceTables> = {
  ...accountRoutes,
  ...schemaRoutes,
  ...recordRoutes,
  ...faultRoutes<SalesforceTables>(salesforceFaults),
};
