import { type ObjectName, objectType } from './object-types.ts';

export const propertyTypes = ['string', 'number', 'date', 'datetime', 'enumeration', 'bool'] as const;
export type PropertyType = (typeof propertyTypes)[number];

export type Option = { value: string; label: string };

export type Property = {
  name: string;
  label: string;
  type: PropertyType;
  /** The input field; `checkbox` accepts several options, separated by semicolons. */
  fieldType: string;
  groupName: string;
  options: Option[];
  hasUniqueValue: boolean;
  readOnlyValue: boolean;
  hubspotDefined: boolean;
};

const fieldTypes: Record<PropertyType, string> = {
  string: 'text',
  number: 'number',
  date: 'date',
  datetime: 'date',
  enumeration: 'select',
  bool: 'booleancheckbox',
};

/** A property with the members that follow from its type, unless they are given. */
export const newProperty = (
  given: Pick<Property, 'name' | 'type'> & Partial<Property>,
  more: Partial<Property> = {},
): Property => ({
  label: given.name,
  fieldType: fieldTypes[given.type],
  groupName: 'information',
  options: [],
  hasUniqueValue: false,
  readOnlyValue: false,
  hubspotDefined: false,
  ...given,
  ...more,
});

const listed = (type: PropertyType, names: string, more: Partial<Property> = {}): Property[] =>
  names.split(' ').map((name) => newProperty({ name, type, hubspotDefined: true }, more));

const options = (...values: string[]): Partial<Property> => ({
  options: values.map((value) => ({ value, label: value })),
});

/** Properties that HubSpot itself sets. `createdate` and `closedate` may be written. */
const system = (modified: string): Property[] => [
  ...listed(
    'string',
    'hs_object_id hs_merged_object_ids hs_object_source hs_created_by_user_id hs_updated_by_user_id',
    {
      readOnlyValue: true,
    },
  ),
  ...listed('datetime', modified, { readOnlyValue: true }),
  ...listed('datetime', 'createdate'),
  ...listed('string', 'hubspot_owner_id'),
];

/** The default properties that matter to an integration of sales (HubSpot knowledge base, default properties). */
const defaults: Record<ObjectName, Property[]> = {
  contacts: [
    ...listed('string', 'email', { hasUniqueValue: true }),
    ...listed('string', 'firstname lastname phone mobilephone jobtitle company website address city state zip country'),
    ...listed(
      'enumeration',
      'lifecyclestage',
      options('subscriber', 'lead', 'marketingqualifiedlead', 'salesqualifiedlead', 'opportunity', 'customer'),
    ),
  ],
  companies: [
    ...listed('string', 'name domain website phone address city state zip country description'),
    ...listed('enumeration', 'industry', options('COMPUTER_SOFTWARE', 'BANKING', 'RETAIL', 'HOSPITAL_HEALTH_CARE')),
    ...listed('number', 'annualrevenue numberofemployees'),
  ],
  deals: [
    ...listed('string', 'dealname description hs_next_step'),
    ...listed('number', 'amount'),
    ...listed('datetime', 'closedate'),
    // Their values are ids of pipelines and stages, which are not options of the property.
    ...listed('enumeration', 'pipeline dealstage'),
    ...listed('enumeration', 'dealtype', options('newbusiness', 'existingbusiness')),
    ...listed('string', 'deal_currency_code'),
    ...listed('bool', 'hs_is_closed hs_is_closed_won', { readOnlyValue: true }),
    ...listed('number', 'hs_deal_stage_probability', { readOnlyValue: true }),
  ],
  line_items: [
    ...listed('string', 'name hs_sku description hs_product_id hs_line_item_currency_code'),
    ...listed('number', 'quantity price discount'),
    ...listed('number', 'amount', { readOnlyValue: true }),
  ],
};

/** The properties of an object that every portal has. */
export const defaultProperties = (type: ObjectName): Property[] => [
  ...defaults[type],
  ...system(objectType(type).modified),
];
