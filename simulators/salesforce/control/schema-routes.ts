import { z } from 'zod';
import { type ControlRoutes, controlError, readControlBody } from '../../kit/control.ts';
import { change } from '../../kit/simulation.ts';
import { defaultLengths, type Field, fieldTypes, type PicklistValue, reference } from '../objects/fields.ts';
import { fieldOf, findObject, type ObjectType } from '../objects/schema.ts';
import type { Org, SalesforceReader, SalesforceTables } from '../state.ts';
import { findOrg } from './find.ts';

const value = z.union([
  z.string().min(1),
  z.strictObject({
    value: z.string().min(1),
    closed: z.boolean().optional(),
    won: z.boolean().optional(),
    probability: z.int().min(0).max(100).optional(),
  }),
]);

const fieldBody = z.looseObject({
  object: z.string(),
  name: z.string().regex(/^[A-Za-z][A-Za-z0-9_]{0,39}__c$/, 'must end with __c'),
  label: z.string().min(1).optional(),
  type: z.enum(fieldTypes.filter((type) => type !== 'id') as [Field['type'], ...Field['type'][]]).default('string'),
  length: z.int().min(1).max(131_072).optional(),
  values: z.array(value).optional(),
  restricted: z.boolean().optional(),
  required: z.boolean().default(false),
  externalId: z.boolean().optional(),
  unique: z.boolean().optional(),
  referenceTo: z.string().optional(),
  childRelationship: z.string().optional(),
});

const picklistBody = z.looseObject({
  object: z.string(),
  field: z.string(),
  values: z.array(value).min(1),
  restricted: z.boolean().default(false),
});

type GivenValue = z.output<typeof value>;

/** Members without a value are omitted. */
const valuesOf = (values: GivenValue[]): PicklistValue[] =>
  values.map((one) => (typeof one === 'string' ? { value: one } : (withoutGaps(one) as PicklistValue)));

const withoutGaps = <T extends object>(given: T): { [K in keyof T]?: Exclude<T[K], undefined> } =>
  Object.fromEntries(Object.entries(given).filter(([, one]) => one !== undefined)) as {
    [K in keyof T]?: Exclude<T[K], undefined>;
  };

const objectOf = (reader: SalesforceReader, org: Org, name: string): ObjectType => {
  const object = findObject(reader, org, name);
  if (!object) throw controlError(400, `there is no object ${name}`);
  return object;
};

/** An administrator's changes of objects. */
export const schemaRoutes: ControlRoutes<SalesforceTables> = {
  'POST /account/:id/field': ({ simulation, params, body }) => {
    const { object: name, values, restricted, externalId, unique, ...given } = readControlBody(fieldBody, body);
    return change(simulation, (tx) => {
      const org = findOrg(tx, params.id);
      const object = objectOf(tx, org, name);
      const { referenceTo, childRelationship } = given;
      if ((given.type === 'reference') !== (referenceTo !== undefined)) {
        throw controlError(400, 'a reference, and nothing else, has referenceTo');
      }
      const relation =
        referenceTo === undefined
          ? {}
          : reference(given.name, '', objectOf(tx, org, referenceTo).name, withoutGaps({ childRelationship }));
      const field: Field = {
        ...relation,
        name: given.name,
        label: given.label ?? given.name.replace(/__c$/, '').replaceAll('_', ' '),
        type: given.type,
        length: given.length ?? defaultLengths[given.type] ?? 0,
        required: given.required,
        createable: true,
        updateable: true,
        ...withoutGaps({ restricted, externalId, unique }),
        ...(values === undefined ? {} : { picklist: valuesOf(values) }),
      };
      const id = `${org.id}/${object.name}.${given.name}`;
      tx.put('customFields', { id, orgId: org.id, object: object.name, field });
      return { value: field, created: true };
    });
  },

  'POST /account/:id/picklist': ({ simulation, params, body }) => {
    const wanted = readControlBody(picklistBody, body);
    return change(simulation, (tx) => {
      const org = findOrg(tx, params.id);
      const object = objectOf(tx, org, wanted.object);
      const field = fieldOf(object, wanted.field);
      if (!field?.picklist) throw controlError(400, `${object.name} has no picklist ${wanted.field}`);
      const id = `${org.id}/${object.name}.${field.name}`;
      const picklist = { id, values: valuesOf(wanted.values), restricted: wanted.restricted };
      tx.put('picklists', picklist);
      return { value: picklist };
    });
  },
};
