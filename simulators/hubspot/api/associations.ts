import type { HttpAnswer } from '../../kit/http.ts';
import { associate, associationTypes, dissociate, linksOf, needType, typesBetween } from '../crm/associations.ts';
import { objectType } from '../crm/object-types.ts';
import { hubAnswer, invalid } from '../errors.ts';
import type { Association, Json } from '../state.ts';
import { type ApiCall, inputsOf, objectOf, pageOf, type Route, toRead, toWrite } from './call.ts';
import { lookUp, recordOf } from './records.ts';

/** Ids are texts (HubSpot's OpenAPI of associations v4, MultiAssociatedObjectWithLabel); an unlabelled type has the label null (Associations guide). */
const linkView = ({ to, typeIds }: Association): Json => ({
  toObjectId: to,
  associationTypes: typeIds.map((typeId) => ({
    category: 'HUBSPOT_DEFINED',
    typeId,
    label: associationTypes.find(({ id }) => id === typeId)?.label ?? null,
  })),
});

const byTarget = (links: Association[]): (Association & { id: string })[] =>
  links.map((link) => ({ ...link, id: link.to })).sort((a, b) => (BigInt(a.id) < BigInt(b.id) ? -1 : 1));

const list = (call: ApiCall): HttpAnswer => {
  const links = byTarget(linksOf(call.reader, recordOf(call), objectOf(call, 'to')));
  const { page, paging } = pageOf(call, links, { limitMax: 500, limitDefault: 500 });
  return hubAnswer(200, { results: page.map(linkView), ...paging });
};

/** Both ends of an association that a path names. */
const endsOf = (call: ApiCall) => ({
  from: recordOf(call),
  to: recordOf(call, call.params.toId ?? '', objectOf(call, 'to')),
});

const put = (call: ApiCall): HttpAnswer => {
  const { from, to } = endsOf(call);
  const given = Array.isArray(call.body) ? (call.body as Json[]) : [];
  if (given.length === 0) throw invalid('the body must be a list of association types');
  const types = given.map((one) => needType(from.type, to.type, one.associationCategory, one.associationTypeId));
  call.write(({ tx }) => {
    for (const type of types) associate(tx, from, to, type);
  });
  return hubAnswer(201, {
    fromObjectTypeId: objectType(from.type).typeId,
    fromObjectId: from.id,
    toObjectTypeId: objectType(to.type).typeId,
    toObjectId: to.id,
    labels: types.flatMap(({ label }) => label ?? []),
  });
};

const putDefault = (call: ApiCall): HttpAnswer => {
  const { from, to } = endsOf(call);
  const [type] = typesBetween(from.type, to.type);
  if (!type) throw invalid(`There is no association from ${from.type} to ${to.type}`);
  call.write(({ tx }) => associate(tx, from, to, type));
  const time = new Date(call.now).toISOString();
  const spec = (associationTypeId: number) => ({ associationCategory: 'HUBSPOT_DEFINED', associationTypeId });
  return hubAnswer(200, {
    status: 'COMPLETE',
    results: [
      { from: { id: from.id }, to: { id: to.id }, associationSpec: spec(type.id) },
      { from: { id: to.id }, to: { id: from.id }, associationSpec: spec(type.inverse) },
    ],
    startedAt: time,
    completedAt: time,
  });
};

const remove = (call: ApiCall): HttpAnswer => {
  const { from, to } = endsOf(call);
  call.write(({ tx }) => dissociate(tx, from.id, to.id));
  return hubAnswer(204);
};

/** HubSpot changelog of January 2025, batch read limit of the associations API. */
const readMax = 1000;

const readAll = (call: ApiCall): HttpAnswer => {
  const [from, to] = [objectOf(call), objectOf(call, 'to')];
  const results = inputsOf(call, readMax).flatMap(({ id }) => {
    const record = lookUp(call.reader, call.portal.id, from, String(id));
    const links = record ? byTarget(linksOf(call.reader, record, to)) : [];
    return links.length === 0 ? [] : [{ from: { id: String(id) }, to: links.map(linkView) }];
  });
  const time = new Date(call.now).toISOString();
  return hubAnswer(200, { status: 'COMPLETE', results, startedAt: time, completedAt: time });
};

const labels = (call: ApiCall): HttpAnswer =>
  hubAnswer(200, {
    results: typesBetween(objectOf(call), objectOf(call, 'to')).map(({ id, label }) => ({
      category: 'HUBSPOT_DEFINED',
      typeId: id,
      label,
    })),
  });

const at = '/crm/v4/objects/:object/:id/associations';
const between = '/crm/v4/associations/:object/:to';

export const associationRoutes: Route[] = [
  { name: 'ListAssociations', method: 'GET', path: `${at}/:to`, scopes: toRead, run: list },
  { name: 'PutDefaultAssociation', method: 'PUT', path: `${at}/default/:to/:toId`, scopes: toWrite, run: putDefault },
  { name: 'PutAssociation', method: 'PUT', path: `${at}/:to/:toId`, scopes: toWrite, run: put },
  { name: 'DeleteAssociation', method: 'DELETE', path: `${at}/:to/:toId`, scopes: toWrite, run: remove },
  { name: 'BatchReadAssociations', method: 'POST', path: `${between}/batch/read`, scopes: toRead, run: readAll },
  { name: 'ListAssociationLabels', method: 'GET', path: `${between}/labels`, scopes: toRead, run: labels },
];
