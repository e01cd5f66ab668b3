import type { Org, SalesforceReader } from '../state.ts';
import { type Field, longText, picklist, plain, reference, system, text } from './fields.ts';

/** An object of one org: the standard fields and the custom ones. */
export type ObjectType = {
  name: string;
  label: string;
  labelPlural: string;
  keyPrefix: string;
  /** Records can be written through the API. */
  createable: boolean;
  /** By lower-case name, as names are not case-sensitive. */
  fields: ReadonlyMap<string, Field>;
};

type Definition = Omit<ObjectType, 'fields' | 'createable'> & {
  owned: boolean;
  createable?: boolean;
  fields: Field[];
};

const people = (id: string): Field[] => [
  system('CreatedDate', 'Created Date', 'datetime'),
  system('CreatedById', 'Created By ID', 'reference', { referenceTo: 'User', relationshipName: 'CreatedBy' }),
  system('LastModifiedDate', 'Last Modified Date', 'datetime'),
  system('LastModifiedById', 'Last Modified By ID', 'reference', {
    referenceTo: 'User',
    relationshipName: 'LastModifiedBy',
  }),
  system('SystemModstamp', 'System Modstamp', 'datetime'),
  system('IsDeleted', 'Deleted', 'boolean'),
  system('Id', `${id} ID`, 'id'),
];

const address = (kind: string): Field[] => [
  longText(`${kind}Street`, `${kind} Street`, 255),
  text(`${kind}City`, `${kind} City`, 40),
  text(`${kind}State`, `${kind} State/Province`, 80),
  text(`${kind}PostalCode`, `${kind} Zip/Postal Code`, 20),
  text(`${kind}Country`, `${kind} Country`, 80),
];

const stage = (value: string, probability: number, more: { closed?: boolean; won?: boolean } = {}) => ({
  value,
  probability,
  ...more,
});

/**
 * The simulated objects with the fields that matter to an integration of sales (Object Reference for the Salesforce
 * Platform: names, types, lengths and default picklists of a new org).
 */
const definitions: Definition[] = [
  {
    name: 'Account',
    label: 'Account',
    labelPlural: 'Accounts',
    keyPrefix: '001',
    owned: true,
    fields: [
      text('Name', 'Account Name', 255, { required: true }),
      picklist('Type', 'Account Type', ['Prospect', 'Customer - Direct', 'Customer - Channel', 'Other']),
      picklist('Industry', 'Industry', ['Banking', 'Healthcare', 'Retail', 'Technology', 'Other']),
      text('AccountNumber', 'Account Number', 40),
      plain('Website', 'Website', 'url'),
      plain('Phone', 'Account Phone', 'phone'),
      plain('AnnualRevenue', 'Annual Revenue', 'currency'),
      plain('NumberOfEmployees', 'Employees', 'int'),
      ...address('Billing'),
      ...address('Shipping'),
      longText('Description', 'Account Description', 32_000),
      reference('ParentId', 'Parent Account ID', 'Account', { childRelationship: 'ChildAccounts' }),
    ],
  },
  {
    name: 'Contact',
    label: 'Contact',
    labelPlural: 'Contacts',
    keyPrefix: '003',
    owned: true,
    fields: [
      picklist('Salutation', 'Salutation', ['Mr.', 'Ms.', 'Mrs.', 'Dr.', 'Prof.']),
      text('FirstName', 'First Name', 40),
      text('LastName', 'Last Name', 80, { required: true }),
      text('Name', 'Full Name', 121, { createable: false, updateable: false }),
      plain('Email', 'Email', 'email'),
      plain('Phone', 'Business Phone', 'phone'),
      plain('MobilePhone', 'Mobile Phone', 'phone'),
      text('Title', 'Title', 128),
      text('Department', 'Department', 80),
      ...address('Mailing'),
      reference('AccountId', 'Account ID', 'Account', { childRelationship: 'Contacts', cascadeDelete: true }),
    ],
  },
  {
    name: 'Opportunity',
    label: 'Opportunity',
    labelPlural: 'Opportunities',
    keyPrefix: '006',
    owned: true,
    fields: [
      text('Name', 'Name', 120, { required: true }),
      picklist(
        'StageName',
        'Stage',
        [
          stage('Prospecting', 10),
          stage('Qualification', 10),
          stage('Needs Analysis', 20),
          stage('Value Proposition', 50),
          stage('Id. Decision Makers', 60),
          stage('Perception Analysis', 70),
          stage('Proposal/Price Quote', 75),
          stage('Negotiation/Review', 90),
          stage('Closed Won', 100, { closed: true, won: true }),
          stage('Closed Lost', 0, { closed: true }),
        ],
        { required: true },
      ),
      plain('CloseDate', 'Close Date', 'date', { required: true }),
      plain('Amount', 'Amount', 'currency'),
      plain('Probability', 'Probability (%)', 'percent'),
      plain('IsClosed', 'Closed', 'boolean', { createable: false, updateable: false }),
      plain('IsWon', 'Won', 'boolean', { createable: false, updateable: false }),
      picklist('Type', 'Opportunity Type', ['Existing Business', 'New Business']),
      picklist('LeadSource', 'Lead Source', ['Web', 'Phone Inquiry', 'Partner Referral', 'Purchased List', 'Other']),
      text('NextStep', 'Next Step', 255),
      longText('Description', 'Description', 32_000),
      reference('AccountId', 'Account ID', 'Account', { childRelationship: 'Opportunities', cascadeDelete: true }),
    ],
  },
  {
    name: 'OpportunityContactRole',
    label: 'Opportunity Contact Role',
    labelPlural: 'Opportunity Contact Roles',
    keyPrefix: '00K',
    owned: false,
    fields: [
      reference('OpportunityId', 'Opportunity ID', 'Opportunity', {
        childRelationship: 'OpportunityContactRoles',
        cascadeDelete: true,
        required: true,
        updateable: false,
      }),
      reference('ContactId', 'Contact ID', 'Contact', {
        childRelationship: 'OpportunityContactRoles',
        cascadeDelete: true,
        required: true,
      }),
      picklist('Role', 'Role', [
        'Business User',
        'Decision Maker',
        'Economic Buyer',
        'Economic Decision Maker',
        'Evaluator',
        'Executive Sponsor',
        'Influencer',
        'Technical Buyer',
        'Other',
      ]),
      plain('IsPrimary', 'Primary', 'boolean', { defaultValue: false }),
    ],
  },
  {
    name: 'OpportunityLineItem',
    label: 'Opportunity Product',
    labelPlural: 'Opportunity Products',
    keyPrefix: '00k',
    owned: false,
    fields: [
      reference('OpportunityId', 'Opportunity ID', 'Opportunity', {
        childRelationship: 'OpportunityLineItems',
        cascadeDelete: true,
        required: true,
        updateable: false,
      }),
      text('Name', 'Opportunity Product Name', 376),
      text('ProductCode', 'Product Code', 255),
      plain('Quantity', 'Quantity', 'double', { required: true }),
      plain('UnitPrice', 'Sales Price', 'currency'),
      plain('TotalPrice', 'Total Price', 'currency'),
      plain('ServiceDate', 'Date', 'date'),
      text('Description', 'Line Description', 255),
    ],
  },
  {
    name: 'User',
    label: 'User',
    labelPlural: 'Users',
    keyPrefix: '005',
    owned: false,
    createable: false,
    fields: [
      text('Username', 'Username', 80, { required: true }),
      text('FirstName', 'First Name', 40),
      text('LastName', 'Last Name', 80, { required: true }),
      text('Name', 'Full Name', 121, { createable: false, updateable: false }),
      plain('Email', 'Email', 'email', { required: true }),
      text('Alias', 'Alias', 8),
      text('Title', 'Title', 80),
      plain('IsActive', 'Active', 'boolean', { defaultValue: true }),
    ],
  },
  {
    name: 'Organization',
    label: 'Organization',
    labelPlural: 'Organizations',
    keyPrefix: '00D',
    owned: false,
    createable: false,
    fields: [text('Name', 'Name', 80), text('DefaultCurrencyIsoCode', 'Default Currency ISO Code', 3)],
  },
];

/** The names of the simulated objects. */
export const objectNames: readonly string[] = definitions.map(({ name }) => name);

const owner = reference('OwnerId', 'Owner ID', 'User', { relationshipName: 'Owner' });
const currencyOf = ({ currency = 'USD' }: Org): Field =>
  picklist('CurrencyIsoCode', 'Currency ISO Code', ['USD', 'EUR', 'GBP', 'JPY', 'KWD'], {
    restricted: true,
    defaultValue: currency,
  });

/** Objects without their own currency. */
const withoutCurrency: ReadonlySet<string> = new Set(['OpportunityContactRole', 'Organization']);

/** An object of an org by its name in any case; undefined if the org has none. */
export const findObject = (reader: SalesforceReader, org: Org, name: string): ObjectType | undefined => {
  const found = definitions.find((one) => one.name.toLowerCase() === name.toLowerCase());
  if (!found) return undefined;
  const { owned, createable = true, fields, ...shown } = found;
  const custom = reader
    .list('customFields')
    .filter((row) => row.orgId === org.id && row.object === found.name)
    .map((row) => row.field);
  const all = [
    ...fields.filter(({ name: field }) => field !== 'DefaultCurrencyIsoCode' || !org.hidesCurrency),
    ...(owned ? [owner] : []),
    ...(org.multiCurrency && !withoutCurrency.has(found.name) ? [currencyOf(org)] : []),
    ...custom,
    ...people(found.label),
  ];
  return {
    ...shown,
    createable,
    fields: new Map(all.map((one) => [one.name.toLowerCase(), withValues(reader, org, found.name, one)])),
  };
};

/** A field with the values that a person gave its picklist. */
const withValues = (reader: SalesforceReader, org: Org, object: string, field: Field): Field => {
  const changed = reader.get('picklists', `${org.id}/${object}.${field.name}`);
  return changed ? { ...field, picklist: changed.values, restricted: changed.restricted } : field;
};

/** An object that must exist. */
export const needObject = (reader: SalesforceReader, org: Org, name: string): ObjectType => {
  const found = findObject(reader, org, name);
  if (!found) throw new Error(`there is no object ${name}`);
  return found;
};

/** A field by its name in any case. */
export const fieldOf = (object: ObjectType, name: string): Field | undefined => object.fields.get(name.toLowerCase());

/** The references of all objects to one object, which queries follow from the parent to its children. */
export const childrenOf = (
  reader: SalesforceReader,
  org: Org,
  parent: string,
): { object: ObjectType; field: Field }[] =>
  definitions.flatMap(({ name }) => {
    const object = needObject(reader, org, name);
    return [...object.fields.values()]
      .filter((one) => one.referenceTo === parent && one.childRelationship !== undefined)
      .map((one) => ({ object, field: one }));
  });

/** The object of an id, by its first three characters. */
export const objectOfId = (id: string): string | undefined =>
  definitions.find(({ keyPrefix }) => id.startsWith(keyPrefix))?.name;
