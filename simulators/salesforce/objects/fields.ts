/** The types of fields that are simulated, named as describe names them. */
export const fieldTypes = [
  'id',
  'string',
  'textarea',
  'picklist',
  'multipicklist',
  'boolean',
  'int',
  'double',
  'currency',
  'percent',
  'date',
  'datetime',
  'email',
  'url',
  'phone',
  'reference',
] as const;

export type FieldType = (typeof fieldTypes)[number];

/** A value of a picklist; the last three members matter for stages of opportunities only. */
export type PicklistValue = { value: string; closed?: boolean; won?: boolean; probability?: number };

export type Field = {
  name: string;
  label: string;
  type: FieldType;
  /** The maximum length; 0 for types other than text. */
  length: number;
  /** A record cannot be saved without it. */
  required: boolean;
  createable: boolean;
  updateable: boolean;
  /** The default value of new records. */
  defaultValue?: unknown;
  picklist?: PicklistValue[];
  /** Only the listed values are accepted. */
  restricted?: boolean;
  /** The referenced object, and the names of the relationship in queries from either end. */
  referenceTo?: string;
  relationshipName?: string;
  childRelationship?: string;
  /** Deleting the parent deletes the record. */
  cascadeDelete?: boolean;
  /** A record may be found by it in upserts. */
  externalId?: boolean;
  unique?: boolean;
};

/** The longest text for which queries can filter; longer ones are long text areas. */
const filterableMax = 255;

export const isFilterable = ({ type, length }: Field): boolean => type !== 'textarea' || length <= filterableMax;

export const isText = ({ type }: Field): boolean =>
  ['string', 'textarea', 'picklist', 'multipicklist', 'email', 'url', 'phone'].includes(type);

export const isNumber = ({ type }: Field): boolean => ['int', 'double', 'currency', 'percent'].includes(type);

type More = Partial<Omit<Field, 'name' | 'label' | 'type' | 'length'>>;

const field = (name: string, label: string, type: FieldType, length: number, more: More = {}): Field => ({
  name,
  label,
  type,
  length,
  required: false,
  createable: true,
  updateable: true,
  ...more,
});

export const text = (name: string, label: string, length: number, more: More = {}): Field =>
  field(name, label, 'string', length, more);
export const longText = (name: string, label: string, length: number): Field => field(name, label, 'textarea', length);
export const plain = (name: string, label: string, type: FieldType, more: More = {}): Field =>
  field(name, label, type, defaultLengths[type] ?? 0, more);
export const picklist = (name: string, label: string, values: (string | PicklistValue)[], more: More = {}): Field =>
  field(name, label, 'picklist', 255, {
    picklist: values.map((one) => (typeof one === 'string' ? { value: one } : one)),
    ...more,
  });
export const reference = (name: string, label: string, referenceTo: string, more: More = {}): Field =>
  field(name, label, 'reference', 18, {
    referenceTo,
    relationshipName: name.endsWith('__c') ? name.replace(/c$/, 'r') : name.replace(/Id$/, ''),
    ...more,
  });
/** A field that Salesforce itself sets. */
export const system = (name: string, label: string, type: FieldType, more: More = {}): Field =>
  field(name, label, type, defaultLengths[type] ?? 0, { createable: false, updateable: false, ...more });

/** Lengths of types whose definitions specify none. */
export const defaultLengths: Partial<Record<FieldType, number>> = {
  id: 18,
  reference: 18,
  string: 255,
  textarea: 255,
  picklist: 255,
  multipicklist: 4099,
  email: 80,
  url: 255,
  phone: 40,
};
