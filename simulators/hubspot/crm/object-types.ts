/** The simulated objects, named as in paths. */
export type ObjectName = 'contacts' | 'companies' | 'deals' | 'line_items';

type ObjectType = {
  name: ObjectName;
  /** As in types of associations and events. */
  singular: string;
  /** As in dated paths. */
  typeId: string;
  /** The property that holds the time of the last change. */
  modified: string;
  /** The properties returned if none are requested. */
  shown: string[];
};

/** HubSpot developer docs: Understanding the CRM (object type ids), Search (default returned properties). */
const objectTypes: readonly ObjectType[] = [
  {
    name: 'contacts',
    singular: 'contact',
    typeId: '0-1',
    modified: 'lastmodifieddate',
    shown: ['createdate', 'email', 'firstname', 'hs_object_id', 'lastmodifieddate', 'lastname'],
  },
  {
    name: 'companies',
    singular: 'company',
    typeId: '0-2',
    modified: 'hs_lastmodifieddate',
    shown: ['createdate', 'domain', 'hs_lastmodifieddate', 'hs_object_id', 'name'],
  },
  {
    name: 'deals',
    singular: 'deal',
    typeId: '0-3',
    modified: 'hs_lastmodifieddate',
    shown: [
      'amount',
      'closedate',
      'createdate',
      'dealname',
      'dealstage',
      'hs_lastmodifieddate',
      'hs_object_id',
      'pipeline',
    ],
  },
  {
    name: 'line_items',
    singular: 'line_item',
    typeId: '0-8',
    modified: 'hs_lastmodifieddate',
    shown: ['amount', 'createdate', 'hs_lastmodifieddate', 'hs_object_id', 'name', 'price', 'quantity'],
  },
];

/** An object by its name in the plural or singular, or by its type id. */
export const findObjectType = (given: string): ObjectType | undefined =>
  objectTypes.find(({ name, singular, typeId }) => [name, singular, typeId].includes(given));

/** An object that must exist. */
export const objectType = (name: ObjectName): ObjectType => objectTypes.find((one) => one.name === name) as ObjectType;
