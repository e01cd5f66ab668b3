import { type Change, type CommonTables, type Simulation, settingsReader } from '../kit/simulation.ts';
import type { Reader } from '../kit/store.ts';
import type { Field, PicklistValue } from './objects/fields.ts';

/** A JSON object as received, or as sent. */
export type Json = Record<string, unknown>;

/** An organization (tenant) of Salesforce. `id` begins with 00D and has 18 characters. */
export type Org = {
  id: string;
  name: string;
  /** The My Domain name; in the simulator, the path segment of its host. Moving the org changes it. */
  domain: string;
  /** A sandbox logs in at test.salesforce.com. */
  sandbox: boolean;
  /** Records have `CurrencyIsoCode`. */
  multiCurrency: boolean;
  /** The currency of the organization, which applies to amounts without that field; absent: USD. */
  currency?: string;
  /** `Organization` has no `DefaultCurrencyIsoCode`: public clients disagree on whether it has with a single currency. */
  hidesCurrency?: boolean;
  /** Calls of the API allowed in 24 hours. */
  dailyApiRequests: number;
  /** The integration user, on whose behalf the API acts. */
  apiUserId: string;
  createdAt: number;
};

/** A connected app. `id` is its consumer key, which is the OAuth client id. */
export type App = {
  id: string;
  orgId: string;
  clientSecret: string;
  /** The uploaded certificate's public key, and the private key that belongs to it; PEM. */
  publicKey: string;
  privateKey: string | null;
  /** The user of the client credentials flow; null if the flow is not enabled. */
  runAsUserId: string | null;
  /** The users who are pre-authorized, or have approved the app. */
  approvedUserIds: string[];
};

/** An access token, which is a session id. `expiresAt` is business time and moves with its use. */
export type Session = { id: string; orgId: string; userId: string; expiresAt: number };

/** A record of any object. `id` has 18 characters; `fields` holds every field that is not null, `Id` included. */
export type SfRecord = { id: string; orgId: string; type: string; fields: Json; isDeleted: boolean };

/** A field that a person added to an object; `id` is `<org>/<object>.<field>`. */
export type CustomField = { id: string; orgId: string; object: string; field: Field };

/** The values of a picklist as changed by a person; `id` is `<org>/<object>.<field>`. */
export type Picklist = { id: string; values: PicklistValue[]; restricted: boolean };

/** The remaining results of a query: the records found when it was executed, in order. */
export type Cursor = {
  id: string;
  orgId: string;
  soql: string;
  includeDeleted: boolean;
  recordIds: string[];
  createdAt: number;
};

/** The calls of an org in one hour of business time; `id` is `<org>/<hour>`. */
export type Usage = { id: string; orgId: string; hour: number; count: number };

export type Settings = {
  id: string;
  /** The idle timeout of a session, in minutes of business time. */
  sessionMinutes: number;
  /** The maximum number of records on a page, whatever the client requests. */
  queryPageMax: number;
};

export type SalesforceTables = CommonTables & {
  orgs: Org;
  apps: App;
  sessions: Session;
  records: SfRecord;
  customFields: CustomField;
  picklists: Picklist;
  cursors: Cursor;
  usage: Usage;
  settings: Settings;
};

export type SalesforceSimulation = Simulation<SalesforceTables>;
export type SalesforceChange = Change<SalesforceTables>;
export type SalesforceReader = Reader<SalesforceTables>;

/** The current settings. By default, sessions time out after two hours and a page has at most 2000 records. */
export const readSettings = settingsReader<SalesforceTables>({
  id: 'settings',
  sessionMinutes: 120,
  queryPageMax: 2000,
});

/** A time as the API shows it: UTC, with the milliseconds always 000, as records keep whole seconds. */
export const sfTime = (time: number): string => new Date(time).toISOString().replace(/\.\d+Z$/, '.000+0000');

/** The records of an org's object, without those in the recycle bin unless asked for. */
export const recordsOf = (reader: SalesforceReader, orgId: string, type: string, includeDeleted = false): SfRecord[] =>
  reader
    .list('records')
    .filter((row) => row.orgId === orgId && row.type === type && (includeDeleted || !row.isDeleted));
