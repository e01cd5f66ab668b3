import { z } from 'zod';
import {
  type ControlRoutes,
  controlError,
  faultRoutes,
  messageRoutes,
  readControlBody,
  settingRoutes,
} from '../../kit/control.ts';
import { sendWaiting } from '../../kit/deliveries.ts';
import { change } from '../../kit/simulation.ts';
import { findProperty } from '../crm/properties.ts';
import { newProperty, propertyTypes } from '../crm/property.ts';
import { hubspotFaults } from '../faults.ts';
import {
  type App,
  type HubspotChange,
  type HubspotReader,
  type HubspotTables,
  type Json,
  nextId,
  type Owner,
  type Portal,
  readSettings,
  type Stage,
} from '../state.ts';
import { appOf, findObject, findPortal } from './find.ts';
import { recordRoutes } from './record-routes.ts';

const objects = ['contacts', 'companies', 'deals', 'line_items'];
/** The scopes that an app for deals requests. */
const defaultScopes = [
  'oauth',
  'crm.objects.owners.read',
  ...objects.flatMap((name) => [`crm.objects.${name}.read`, `crm.objects.${name}.write`]),
  'crm.schemas.deals.read',
  'crm.schemas.deals.write',
];
const defaultSubscriptions = [
  'deal.creation',
  'deal.deletion',
  ...['dealname', 'amount', 'closedate', 'dealstage', 'pipeline'].map((name) => `deal.propertyChange.${name}`),
];
const subscription = z
  .string()
  .regex(
    /^(contact|company|deal|line_item)\.(creation|deletion|propertyChange\.[a-z][a-z0-9_]*)$/,
    'must be like deal.creation, deal.deletion or deal.propertyChange.amount',
  );

const accountBody = z.looseObject({
  id: z
    .string()
    .regex(/^[1-9]\d{4,11}$/, 'must be a number of five to twelve digits')
    .optional(),
  name: z.string().min(1).optional(),
  currency: z
    .string()
    .regex(/^[A-Z]{3}$/)
    .optional(),
  timeZone: z.string().optional(),
  tenSecondlyLimit: z.int().min(1).optional(),
  searchLimit: z.int().min(1).optional(),
  clientId: z.string().min(8).optional(),
  clientSecret: z.string().min(8).optional(),
  privateToken: z.string().min(8).optional(),
  scopes: z.array(z.string()).optional(),
});
const appBody = z.strictObject({
  scopes: z.array(z.string()).optional(),
  tenSecondlyLimit: z.int().min(1).optional(),
  searchLimit: z.int().min(1).optional(),
});
const targetBody = z.looseObject({ url: z.url(), subscriptions: z.array(subscription).default(defaultSubscriptions) });
const ownerBody = z.looseObject({ email: z.string().includes('@'), firstName: z.string(), lastName: z.string() });
const propertyBody = z.looseObject({
  object: z.string(),
  name: z.string().regex(/^[a-z][a-z0-9_]{0,99}$/, 'must be small letters, digits and underscores'),
  label: z.string().optional(),
  type: z.enum(propertyTypes).default('string'),
  fieldType: z.string().optional(),
  options: z.array(z.string()).default([]),
  hasUniqueValue: z.boolean().default(false),
});
const pipelineBody = z.looseObject({
  id: z.string().min(1),
  label: z.string().min(1),
  stages: z
    .array(
      z.strictObject({
        id: z.string().min(1),
        label: z.string().min(1),
        probability: z.string().regex(/^(0(\.\d+)?|1(\.0+)?)$/, 'must be a decimal text from 0 to 1'),
        isClosed: z.boolean().default(false),
      }),
    )
    .min(1),
});
const settingsBody = z.strictObject({
  searchDelayMs: z.int().min(0).optional(),
  retryPauseMs: z.int().min(1).optional(),
  batchFollowsMerges: z.boolean().optional(),
});

/** The pipeline stages of a new portal (HubSpot knowledge base, Set up deal pipelines). */
const defaultStages: Stage[] = [
  ['appointmentscheduled', 'Appointment Scheduled', '0.2'],
  ['qualifiedtobuy', 'Qualified To Buy', '0.4'],
  ['presentationscheduled', 'Presentation Scheduled', '0.6'],
  ['decisionmakerboughtin', 'Decision Maker Bought-In', '0.8'],
  ['contractsent', 'Contract Sent', '0.9'],
  ['closedwon', 'Closed Won', '1.0'],
  ['closedlost', 'Closed Lost', '0.0'],
].map(([id = '', label = '', probability = ''], displayOrder) => ({
  ...{ id, label, probability, displayOrder },
  isClosed: id.startsWith('closed'),
}));

/** Portals with their app, schema and people. */
const accountRoutes: ControlRoutes<HubspotTables> = {
  'GET /account': ({ simulation: { store } }) => ({
    value: { accounts: store.list('portals').map((portal) => portalView(store, portal)) },
  }),

  'GET /account/:id': ({ simulation: { store }, params }) => ({
    value: portalView(store, findPortal(store, params.id)),
  }),

  // Creating an existing portal returns it: a service may do so at every start.
  'POST /account': ({ simulation, body }) => {
    const wanted = readControlBody(accountBody, body);
    return change(simulation, (tx) => {
      const known = wanted.id === undefined ? undefined : tx.get('portals', wanted.id);
      return { value: portalView(tx, known ?? createPortal(tx, wanted)), created: !known };
    });
  },

  'POST /account/:id/app': ({ simulation, params, body }) => {
    const { scopes, ...limits } = readControlBody(appBody, body);
    return change(simulation, (tx) => {
      const portal = findPortal(tx, params.id);
      const app = appOf(tx, portal.id);
      tx.put('apps', { ...app, scopes: scopes ?? app.scopes });
      const given = Object.entries(limits).filter(([, value]) => value !== undefined);
      const changed: Portal = { ...portal, ...Object.fromEntries(given) };
      tx.put('portals', changed);
      return { value: portalView(tx, changed) };
    });
  },

  'PUT /account/:id/message-target': ({ simulation, params, body }) => {
    const { url, subscriptions } = readControlBody(targetBody, body);
    return change(simulation, (tx) => {
      const app: App = { ...appOf(tx, findPortal(tx, params.id).id), target: { url, subscriptions } };
      tx.put('apps', app);
      sendWaiting(tx, app.id);
      return { value: app.target };
    });
  },

  'DELETE /account/:id/message-target': ({ simulation, params }) =>
    change(simulation, (tx) => {
      tx.put('apps', { ...appOf(tx, findPortal(tx, params.id).id), target: null });
      return { value: {} };
    }),

  'POST /account/:id/expire-tokens': ({ simulation, params }) =>
    change(simulation, (tx) => {
      const { id: clientId } = appOf(tx, findPortal(tx, params.id).id);
      const mine = tx.list('tokens').filter((token) => token.clientId === clientId && token.expiresAt > tx.wall);
      for (const token of mine) tx.put('tokens', { ...token, expiresAt: tx.wall });
      return { value: { expired: mine.length } };
    }),

  // Somebody installs the app: the code of the redirect.
  'POST /account/:id/authorize': ({ simulation, params, body }) => {
    const { redirectUri } = readControlBody(z.looseObject({ redirectUri: z.url() }), body);
    return change(simulation, (tx) => {
      const { id: clientId } = appOf(tx, findPortal(tx, params.id).id);
      const code = tx.ids.uuid();
      tx.put('codes', { id: code, clientId, redirectUri });
      return { value: { code, location: `${redirectUri}?code=${code}` }, created: true };
    });
  },

  'POST /account/:id/owner': ({ simulation, params, body }) => {
    const wanted = readControlBody(ownerBody, body);
    return change(simulation, (tx) => ({ value: addOwner(tx, findPortal(tx, params.id), wanted), created: true }));
  },

  'POST /account/:id/property': ({ simulation, params, body }) => {
    const { object, name, label, type, fieldType, options, hasUniqueValue } = readControlBody(propertyBody, body);
    return change(simulation, (tx) => {
      const portal = findPortal(tx, params.id);
      const of = findObject(object);
      if (findProperty(tx, portal.id, of, name)?.hubspotDefined) {
        throw controlError(409, `${name} is one of HubSpot's own properties`);
      }
      const property = newProperty({
        ...{ name, type, hasUniqueValue },
        options: options.map((value) => ({ value, label: value })),
        ...(label === undefined ? {} : { label }),
        ...(fieldType === undefined ? {} : { fieldType }),
      });
      tx.put('customProperties', { id: `${portal.id}/${of}.${name}`, portalId: portal.id, type: of, property });
      return { value: property, created: true };
    });
  },

  'POST /account/:id/pipeline': ({ simulation, params, body }) => {
    const { id, label, stages } = readControlBody(pipelineBody, body);
    return change(simulation, (tx) => {
      const portal = findPortal(tx, params.id);
      const ordered = stages.map((stage, displayOrder) => ({ ...stage, displayOrder }));
      return { value: putPipeline(tx, portal, { id, label, stages: ordered }), created: true };
    });
  },
  ...settingRoutes<HubspotTables>(settingsBody, readSettings),
};

const putPipeline = (tx: HubspotChange, portal: Portal, given: { id: string; label: string; stages: Stage[] }) => {
  const row = {
    id: `${portal.id}/${given.id}`,
    portalId: portal.id,
    pipelineId: given.id,
    label: given.label,
    displayOrder: tx.list('pipelines').filter(({ portalId }) => portalId === portal.id).length,
    stages: given.stages,
    createdAt: tx.at,
  };
  tx.put('pipelines', row);
  return row;
};

const addOwner = (
  tx: HubspotChange,
  portal: Portal,
  { email, firstName, lastName }: Pick<Owner, 'email' | 'firstName' | 'lastName'>,
): Owner => {
  const id = nextId(tx);
  const owner = {
    id,
    portalId: portal.id,
    email,
    firstName,
    lastName,
    userId: Number(tx.ids.digits(7)),
    createdAt: tx.at,
  };
  tx.put('owners', owner);
  return owner;
};

const createPortal = (tx: HubspotChange, wanted: z.output<typeof accountBody>): Portal => {
  const id = wanted.id ?? tx.ids.digits(8);
  const portal: Portal = {
    id,
    name: wanted.name ?? `Portal ${id}`,
    currency: wanted.currency ?? 'USD',
    timeZone: wanted.timeZone ?? 'UTC',
    tenSecondlyLimit: wanted.tenSecondlyLimit ?? 190,
    searchLimit: wanted.searchLimit ?? 5,
    createdAt: tx.at,
  };
  const clientId = wanted.clientId ?? tx.ids.uuid();
  if (tx.get('apps', clientId)) throw controlError(409, `the client id ${clientId} is taken`);
  tx.put('portals', portal);
  putPipeline(tx, portal, { id: 'default', label: 'Sales Pipeline', stages: defaultStages });
  const { userId } = addOwner(tx, portal, { email: `sales@${id}.example`, firstName: 'Pat', lastName: 'Sales' });
  tx.put('apps', {
    id: clientId,
    portalId: id,
    appId: Number(tx.ids.digits(6)),
    clientSecret: wanted.clientSecret ?? tx.ids.uuid(),
    privateToken: wanted.privateToken ?? `pat-na1-${tx.ids.uuid()}`,
    refreshToken: tx.ids.uuid(),
    scopes: wanted.scopes ?? defaultScopes,
    userId,
    target: null,
  });
  return portal;
};

const portalView = (reader: HubspotReader, portal: Portal): Json => {
  const { id: clientId, portalId: _, ...app } = appOf(reader, portal.id);
  const owners = reader.list('owners').filter(({ portalId }) => portalId === portal.id);
  return { ...portal, clientId, ...app, owners, path: '/hubspot' };
};

export const controlRoutes: ControlRoutes<HubspotTables> = {
  ...accountRoutes,
  ...recordRoutes,
  ...messageRoutes<HubspotTables>(),
  ...faultRoutes<HubspotTables>(hubspotFaults),
};
