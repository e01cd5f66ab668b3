import type { Json, Org, SalesforceReader } from '../state.ts';
import { type Field, isFilterable, isNumber } from './fields.ts';
import { childrenOf, type ObjectType } from './schema.ts';

/** The describe result of an object (REST API guide, sObject Describe); members that no integration reads are omitted. */
export const describeObject = (reader: SalesforceReader, org: Org, object: ObjectType, base: string): Json => ({
  ...describeGlobal(object, base),
  fields: [...object.fields.values()].map(describeField),
  childRelationships: childrenOf(reader, org, object.name).map(({ object: child, field }) => ({
    cascadeDelete: field.cascadeDelete === true,
    childSObject: child.name,
    deprecatedAndHidden: false,
    field: field.name,
    relationshipName: field.childRelationship,
    restrictedDelete: false,
  })),
  recordTypeInfos: [],
});

/** An item of the list of objects. */
export const describeGlobal = (object: ObjectType, base: string): Json => ({
  name: object.name,
  label: object.label,
  labelPlural: object.labelPlural,
  keyPrefix: object.keyPrefix,
  custom: false,
  createable: object.createable,
  updateable: object.createable,
  deletable: object.createable,
  undeletable: object.createable,
  queryable: true,
  retrieveable: true,
  replicateable: true,
  searchable: true,
  triggerable: true,
  deprecatedAndHidden: false,
  urls: {
    sobject: `${base}/sobjects/${object.name}`,
    describe: `${base}/sobjects/${object.name}/describe`,
    rowTemplate: `${base}/sobjects/${object.name}/{ID}`,
  },
});

const describeField = (field: Field): Json => ({
  name: field.name,
  label: field.label,
  type: field.type,
  length: field.length,
  byteLength: field.length * 3,
  precision: isNumber(field) ? (field.type === 'int' ? 0 : 18) : 0,
  digits: field.type === 'int' ? 8 : 0,
  scale: field.type === 'currency' || field.type === 'percent' ? 2 : 0,
  nillable: !field.required && field.type !== 'boolean' && field.type !== 'id',
  createable: field.createable,
  updateable: field.updateable,
  defaultedOnCreate: field.defaultValue !== undefined || field.name === 'OwnerId' || field.type === 'boolean',
  defaultValue: field.defaultValue ?? null,
  custom: field.name.endsWith('__c'),
  calculated: false,
  autoNumber: false,
  filterable: isFilterable(field),
  sortable: isFilterable(field) && field.type !== 'multipicklist',
  groupable: isFilterable(field) && !isNumber(field),
  externalId: field.externalId === true,
  idLookup: field.type === 'id' || field.externalId === true,
  unique: field.unique === true,
  nameField: field.name === 'Name',
  restrictedPicklist: field.restricted === true,
  picklistValues: (field.picklist ?? []).map(({ value }) => ({
    active: true,
    defaultValue: field.defaultValue === value,
    label: value,
    validFor: null,
    value,
  })),
  referenceTo: field.referenceTo === undefined ? [] : [field.referenceTo],
  relationshipName: field.relationshipName ?? null,
  deprecatedAndHidden: false,
});
