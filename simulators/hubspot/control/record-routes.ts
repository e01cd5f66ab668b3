import { z } from 'zod';
import { type ControlRoutes, controlError, readControlBody } from '../../kit/control.ts';
import { change } from '../../kit/simulation.ts';
import { createRecord } from '../api/records.ts';
import { mergeRecords } from '../crm/merge.ts';
import { archiveRecord, saveRecord } from '../crm/save.ts';
import { refusedBy } from '../errors.ts';
import { type Editor, type HubspotChange, type HubspotTables, type Portal, recordsOf } from '../state.ts';
import { edit } from '../webhooks/emit.ts';
import { findObject, findPortal, findRecord } from './find.ts';

const properties = z.record(z.string(), z.unknown());
const createBody = z.looseObject({
  type: z.string(),
  properties,
  associations: z.array(properties).optional(),
  by: z.string().optional(),
});
const updateBody = z.looseObject({ properties: properties.optional(), by: z.string().optional() });
const mergeBody = z.looseObject({ other: z.string(), by: z.string().optional() });
const listMax = 200;

/** Runs a change as a person: an owner by id or address; without one the first of the portal. */
const asPerson = <R>(tx: HubspotChange, portal: Portal, by: string | undefined, run: (editor: Editor) => R): R => {
  const owner = tx
    .list('owners')
    .find((one) => one.portalId === portal.id && (by === undefined || one.id === by || one.email === by));
  if (!owner) throw controlError(404, `account ${portal.id} has no owner ${by ?? ''}`);
  try {
    return edit(tx, portal, { kind: 'person', userId: owner.userId }, run);
  } catch (error) {
    const refused = refusedBy(error);
    throw refused ? controlError(400, refused.message) : error;
  }
};

/** People's actions on records in the browser. */
export const recordRoutes: ControlRoutes<HubspotTables> = {
  'GET /account/:id/record': ({ simulation: { store }, params, query }) => {
    const records = recordsOf(store, findPortal(store, params.id).id, findObject(query.type ?? 'deals'));
    return { value: { count: records.length, records: records.slice(-listMax) } };
  },

  'GET /record/:id': ({ simulation: { store }, params }) => ({ value: findRecord(store, params.id) }),

  'POST /account/:id/record': ({ simulation, params, body }) => {
    const { type, by, ...input } = readControlBody(createBody, body);
    return change(simulation, (tx) => {
      const portal = findPortal(tx, params.id);
      const record = asPerson(tx, portal, by, (editor) => createRecord(editor, findObject(type), input));
      return { value: record, created: true };
    });
  },

  // A form sends its properties next to `by`.
  'POST /record/:id': ({ simulation, params, body }) => {
    const { by, properties: given, ...rest } = readControlBody(updateBody, body);
    return change(simulation, (tx) => {
      const record = findRecord(tx, params.id);
      if (record.archivedAt !== null) throw controlError(409, `record ${record.id} is archived`);
      const portal = findPortal(tx, record.portalId);
      return { value: asPerson(tx, portal, by, (editor) => saveRecord(editor, record.type, given ?? rest, record)) };
    });
  },

  'POST /record/:id/merge': ({ simulation, params, body }) => {
    const { by, other } = readControlBody(mergeBody, body);
    return change(simulation, (tx) => {
      const [primary, merged] = [findRecord(tx, params.id), findRecord(tx, other)];
      if (primary.id === merged.id || primary.type !== merged.type)
        throw controlError(409, `record ${primary.id} cannot be merged with ${merged.id}`);
      const portal = findPortal(tx, primary.portalId);
      return { value: asPerson(tx, portal, by, (editor) => mergeRecords(editor, primary, merged)), created: true };
    });
  },

  'POST /record/:id/archive': ({ simulation, params, body }) => {
    const { by } = readControlBody(updateBody, body);
    return change(simulation, (tx) => {
      const record = findRecord(tx, params.id);
      if (record.archivedAt !== null) throw controlError(409, `record ${record.id} is archived`);
      asPerson(tx, findPortal(tx, record.portalId), by, (editor) => archiveRecord(editor, record));
      return { value: findRecord(tx, record.id) };
    });
  },
};
