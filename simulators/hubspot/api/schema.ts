import { z } from 'zod';
import type { HttpAnswer } from '../../kit/http.ts';
import { findObjectType } from '../crm/object-types.ts';
import { findProperty, propertiesOf } from '../crm/properties.ts';
import { newProperty, type Property, propertyTypes } from '../crm/property.ts';
import { hubAnswer, invalid, notFound, refusal } from '../errors.ts';
import type { Json, Owner, Pipeline, Stage } from '../state.ts';
import { type ApiCall, bodyOf, objectOf, pageOf, type Route } from './call.ts';

const schemaScopes =
  (right: 'read' | 'write') =>
  (params: Record<string, string>): string[] => {
    const type = findObjectType(params.object ?? '');
    if (!type) return [];
    const schema = `crm.schemas.${type.name}.${right}`;
    return right === 'read' ? [schema, `crm.objects.${type.name}.read`] : [schema];
  };
const toReadSchema = schemaScopes('read');
const toWriteSchema = schemaScopes('write');

const propertyView = ({ hubspotDefined, readOnlyValue, ...property }: Property): Json => ({
  ...property,
  options: property.options.map((option, displayOrder) => ({ ...option, displayOrder, hidden: false })),
  description: '',
  displayOrder: -1,
  calculated: false,
  externalOptions: ['pipeline', 'dealstage'].includes(property.name),
  archived: false,
  hidden: false,
  formField: !readOnlyValue,
  hubspotDefined,
  modificationMetadata: { archivable: !hubspotDefined, readOnlyDefinition: hubspotDefined, readOnlyValue },
});

const listProperties = (call: ApiCall): HttpAnswer =>
  hubAnswer(200, { results: propertiesOf(call.reader, call.portal.id, objectOf(call)).map(propertyView) });

const getProperty = (call: ApiCall): HttpAnswer => {
  const { name = '' } = call.params;
  const property = findProperty(call.reader, call.portal.id, objectOf(call), name);
  if (!property) throw notFound(`Property "${name}" does not exist`);
  return hubAnswer(200, propertyView(property));
};

const wanted = z.looseObject({
  name: z.string().regex(/^[a-z][a-z0-9_]{0,99}$/),
  label: z.string().min(1),
  type: z.enum(propertyTypes),
  fieldType: z.string().min(1),
  groupName: z.string().min(1),
  options: z.array(z.looseObject({ label: z.string(), value: z.string() })).default([]),
  hasUniqueValue: z.boolean().default(false),
});

const createProperty = (call: ApiCall): HttpAnswer => {
  const given = wanted.safeParse(bodyOf(call));
  if (!given.success) {
    const [issue] = given.error.issues;
    throw invalid(`Invalid input JSON: ${issue?.path.join('.')}: ${issue?.message}`);
  }
  const type = objectOf(call);
  const { name, label, type: kind, fieldType, groupName, options, hasUniqueValue } = given.data;
  if (findProperty(call.reader, call.portal.id, type, name)) {
    throw refusal({
      status: 409,
      category: 'OBJECT_ALREADY_EXISTS',
      message: `A property named '${name}' already exists.`,
    });
  }
  const property = newProperty({
    ...{ name, label, type: kind, fieldType, groupName, hasUniqueValue },
    options: options.map((option) => ({ label: option.label, value: option.value })),
  });
  const portalId = call.portal.id;
  call.write(({ tx }) => tx.put('customProperties', { id: `${portalId}/${type}.${name}`, portalId, type, property }));
  return hubAnswer(201, propertyView(property));
};

const iso = (time: number): string => new Date(time).toISOString();

const stageView = ({ id, label, displayOrder, probability, isClosed }: Stage, time: string): Json => ({
  id,
  label,
  displayOrder,
  metadata: { isClosed: String(isClosed), probability },
  createdAt: time,
  updatedAt: time,
  archived: false,
});

const pipelineView = ({ pipelineId, label, displayOrder, stages, createdAt }: Pipeline): Json => ({
  id: pipelineId,
  label,
  displayOrder,
  stages: stages.map((stage) => stageView(stage, iso(createdAt))),
  createdAt: iso(createdAt),
  updatedAt: iso(createdAt),
  archived: false,
});

/** Only deals have pipelines in the simulator. */
const pipelinesOf = (call: ApiCall): Pipeline[] => {
  if (objectOf(call) !== 'deals') return [];
  return call.reader.list('pipelines').filter(({ portalId }) => portalId === call.portal.id);
};

const pipelineOf = (call: ApiCall): Pipeline => {
  const found = pipelinesOf(call).find(({ pipelineId }) => pipelineId === call.params.id);
  if (!found) throw notFound(`No pipeline ${call.params.id}`);
  return found;
};

const ownerView = ({ portalId: _, createdAt, ...owner }: Owner): Json => ({
  ...owner,
  type: 'PERSON',
  createdAt: iso(createdAt),
  updatedAt: iso(createdAt),
  archived: false,
});

const ownersOf = ({ reader, portal }: ApiCall): Owner[] =>
  reader.list('owners').filter(({ portalId }) => portalId === portal.id);

const listOwners = (call: ApiCall): HttpAnswer => {
  const email = call.query.get('email');
  const rows = ownersOf(call).filter((owner) => email === null || owner.email === email);
  const { page, paging } = pageOf(call, rows, { limitMax: 500, limitDefault: 100 });
  return hubAnswer(200, { results: page.map(ownerView), ...paging });
};

const getOwner = (call: ApiCall): HttpAnswer => {
  const isByUser = call.query.get('idProperty') === 'userId';
  const owner = ownersOf(call).find(({ id, userId }) => (isByUser ? String(userId) : id) === call.params.id);
  if (!owner) throw notFound(`No owner ${call.params.id}`);
  return hubAnswer(200, ownerView(owner));
};

/** A zone's offset from UTC: `-05:00`. */
const offsetIn = (zone: string, now: number): string => {
  const parts = new Intl.DateTimeFormat('en-US', { timeZone: zone, timeZoneName: 'longOffset' }).formatToParts(now);
  return parts.find(({ type }) => type === 'timeZoneName')?.value.replace('GMT', '') || '+00:00';
};

const offsetMs = (offset: string): number => {
  const [hours, minutes] = offset.slice(1).split(':').map(Number);
  return (offset.startsWith('-') ? -1 : 1) * ((hours ?? 0) * 60 + (minutes ?? 0)) * 60_000;
};

const accountDetails = ({ portal, now }: ApiCall): HttpAnswer => {
  const { timeZone = 'UTC' } = portal;
  const utcOffset = offsetIn(timeZone, now);
  return hubAnswer(200, {
    portalId: Number(portal.id),
    accountType: 'STANDARD',
    timeZone,
    utcOffset,
    utcOffsetMilliseconds: offsetMs(utcOffset),
    companyCurrency: portal.currency,
    additionalCurrencies: [],
    uiDomain: 'app.hubspot.com',
    dataHostingLocation: 'na1',
  });
};

const owners = () => ['crm.objects.owners.read'];

export const schemaRoutes: Route[] = [
  {
    name: 'ListProperties',
    method: 'GET',
    path: '/crm/v3/properties/:object',
    scopes: toReadSchema,
    run: listProperties,
  },
  {
    name: 'CreateProperty',
    method: 'POST',
    path: '/crm/v3/properties/:object',
    scopes: toWriteSchema,
    run: createProperty,
  },
  {
    name: 'GetProperty',
    method: 'GET',
    path: '/crm/v3/properties/:object/:name',
    scopes: toReadSchema,
    run: getProperty,
  },
  {
    name: 'ListPipelines',
    method: 'GET',
    path: '/crm/v3/pipelines/:object',
    scopes: toReadSchema,
    run: (call) => hubAnswer(200, { results: pipelinesOf(call).map(pipelineView) }),
  },
  {
    name: 'GetPipeline',
    method: 'GET',
    path: '/crm/v3/pipelines/:object/:id',
    scopes: toReadSchema,
    run: (call) => hubAnswer(200, pipelineView(pipelineOf(call))),
  },
  {
    name: 'ListStages',
    method: 'GET',
    path: '/crm/v3/pipelines/:object/:id/stages',
    scopes: toReadSchema,
    run: (call) => {
      const { stages, createdAt } = pipelineOf(call);
      return hubAnswer(200, { results: stages.map((stage) => stageView(stage, iso(createdAt))) });
    },
  },
  { name: 'ListOwners', method: 'GET', path: '/crm/v3/owners', scopes: owners, run: listOwners },
  { name: 'GetOwner', method: 'GET', path: '/crm/v3/owners/:id', scopes: owners, run: getOwner },
  { name: 'AccountDetails', method: 'GET', path: '/account-info/v3/details', scopes: () => [], run: accountDetails },
];
