import { z } from 'zod';
import { type ControlRoutes, controlError, readControlBody } from '../../kit/control.ts';
import { change } from '../../kit/simulation.ts';
import { setDeleted } from '../objects/save.ts';
import { findObject } from '../objects/schema.ts';
import { recordsOf, type SalesforceChange, type SalesforceTables, type SfRecord, sfTime } from '../state.ts';
import { editRecord, personIn } from './edit.ts';
import { findOrg, findRecord, findUser } from './find.ts';

const fields = z.record(z.string(), z.unknown());
const createBody = z.looseObject({ type: z.string(), fields, by: z.string().optional() });
const updateBody = z.looseObject({ fields: fields.optional(), by: z.string().optional() });
const listMax = 200;

/** The editor of a record, in the record's org. */
const editorOf = (tx: SalesforceChange, record: SfRecord, by: string | undefined) => {
  const org = findOrg(tx, record.orgId);
  return personIn(tx, org, findUser(tx, org, by));
};

const view = ({ fields: shown, type, isDeleted }: SfRecord) => ({ type, isDeleted, fields: shown });

const bin =
  (isDeleted: boolean): ControlRoutes<SalesforceTables>[string] =>
  ({ simulation, params, body }) => {
    const { by } = readControlBody(updateBody, body);
    return change(simulation, (tx) => {
      const record = findRecord(tx, params.id);
      if (record.isDeleted === isDeleted)
        throw controlError(409, `record ${record.id} is ${isDeleted ? '' : 'not '}deleted`);
      setDeleted(editorOf(tx, record, by), record, isDeleted);
      return { value: view(findRecord(tx, record.id)) };
    });
  };

/** People's actions on records in the browser, as a user other than the API's. */
export const recordRoutes: ControlRoutes<SalesforceTables> = {
  'GET /account/:id/record': ({ simulation: { store }, params, query }) => {
    const org = findOrg(store, params.id);
    const records = recordsOf(store, org.id, query.type ?? 'Opportunity', true);
    return { value: { count: records.length, records: records.slice(-listMax).map(view) } };
  },

  'GET /record/:id': ({ simulation: { store }, params }) => ({ value: view(findRecord(store, params.id)) }),

  'POST /account/:id/record': ({ simulation, params, body }) => {
    const { type, fields: given, by } = readControlBody(createBody, body);
    return change(simulation, (tx) => {
      const org = findOrg(tx, params.id);
      const object = findObject(tx, org, type);
      if (!object) throw controlError(400, `there is no object ${type}`);
      return { value: view(editRecord(personIn(tx, org, findUser(tx, org, by)), object.name, given)), created: true };
    });
  },

  // A form sends its fields next to `by`.
  'POST /record/:id': ({ simulation, params, body }) => {
    const { by, fields: given, ...rest } = readControlBody(updateBody, body);
    return change(simulation, (tx) => {
      const record = findRecord(tx, params.id);
      if (record.isDeleted) throw controlError(409, `record ${record.id} is deleted`);
      return { value: view(editRecord(editorOf(tx, record, by), record.type, given ?? rest, record)) };
    });
  },

  'POST /record/:id/delete': bin(true),
  'POST /record/:id/undelete': bin(false),

  // As an automated process does: only SystemModstamp changes.
  'POST /record/:id/touch': ({ simulation, params }) =>
    change(simulation, (tx) => {
      const record = findRecord(tx, params.id);
      const touched = { ...record, fields: { ...record.fields, SystemModstamp: sfTime(tx.at) } };
      tx.put('records', touched);
      return { value: view(touched) };
    }),
};
