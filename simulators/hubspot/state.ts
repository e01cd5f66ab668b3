import { type Change, type CommonTables, type Simulation, settingsReader } from '../kit/simulation.ts';
import type { Reader } from '../kit/store.ts';
import type { ObjectName } from './crm/object-types.ts';
import type { Property } from './crm/property.ts';

/** A JSON object as received, or as sent. */
export type Json = Record<string, unknown>;

/** An account of HubSpot, which its API calls a portal or hub; `id` is a number. */
export type Portal = {
  id: string;
  name: string;
  currency: string;
  /** As HubSpot names it: `US/Eastern`; absent: UTC. */
  timeZone?: string;
  /** Calls allowed in ten seconds, and searches in one, of wall time. */
  tenSecondlyLimit: number;
  searchLimit: number;
  createdAt: number;
};

/** An app installed in a portal: it has the token of a private app, and the credentials of a public one. */
export type App = {
  /** The OAuth client id. */
  id: string;
  portalId: string;
  appId: number;
  clientSecret: string;
  privateToken: string;
  refreshToken: string;
  scopes: string[];
  /** The user who installed it. */
  userId: number;
  target: { url: string; subscriptions: string[] } | null;
};

/** An OAuth access token; `expiresAt` is wall time. */
export type AccessToken = { id: string; clientId: string; scopes: string[]; expiresAt: number };

/** A code of an installation that was not yet exchanged. */
export type AuthorizationCode = { id: string; clientId: string; redirectUri: string };

/** A former or current value of a property. `sourceType` distinguishes a person (`CRM_UI`) from an app (`INTEGRATION`). */
export type PropertyVersion = {
  value: string;
  timestamp: string;
  sourceType: 'CRM_UI' | 'INTEGRATION';
  sourceId: string;
  updatedByUserId: number | null;
};

/** A record; `id` is a number, larger than those of older ones. Times are business time. */
export type HubRecord = {
  id: string;
  portalId: string;
  type: ObjectName;
  properties: Record<string, string>;
  history: Record<string, PropertyVersion[]>;
  createdAt: number;
  updatedAt: number;
  archivedAt: number | null;
  /** The record that it was merged into; the merged record is no longer shown and is not archived. */
  mergedInto?: string;
  /** The version that search returns until it has indexed the last change; null for a record that is not indexed yet. */
  indexed: { properties: Record<string, string> | null; until: number };
};

/** An association in one direction; `id` is `<from>/<to>`. */
export type Association = {
  id: string;
  portalId: string;
  from: string;
  fromType: ObjectName;
  to: string;
  toType: ObjectName;
  typeIds: number[];
};

/** A property that was added to a portal; `id` is `<portal>/<object>.<property>`. */
export type CustomProperty = { id: string; portalId: string; type: ObjectName; property: Property };

export type Stage = { id: string; label: string; displayOrder: number; probability: string; isClosed: boolean };

/** A pipeline of deals; `id` is `<portal>/<pipeline>`. */
export type Pipeline = {
  id: string;
  portalId: string;
  pipelineId: string;
  label: string;
  displayOrder: number;
  stages: Stage[];
  createdAt: number;
};

export type Owner = {
  id: string;
  portalId: string;
  email: string;
  firstName: string;
  lastName: string;
  userId: number;
  createdAt: number;
};

export type Settings = {
  id: string;
  /** How long it takes until search sees a change, in milliseconds of business time. */
  searchDelayMs: number;
  /** The pause before a message is sent again, in milliseconds of wall time; it doubles. */
  retryPauseMs: number;
  /** Whether a batch read of a merged record returns the remaining one, as a single read does. */
  batchFollowsMerges: boolean;
};

export type HubspotTables = CommonTables & {
  portals: Portal;
  apps: App;
  tokens: AccessToken;
  codes: AuthorizationCode;
  records: HubRecord;
  associations: Association;
  customProperties: CustomProperty;
  pipelines: Pipeline;
  owners: Owner;
  settings: Settings;
};

export type HubspotSimulation = Simulation<HubspotTables>;
export type HubspotChange = Change<HubspotTables>;
export type HubspotReader = Reader<HubspotTables>;

/** The current settings. */
export const readSettings = settingsReader<HubspotTables>({
  id: 'settings',
  searchDelayMs: 5000,
  retryPauseMs: 1000,
  batchFollowsMerges: false,
});

/** A time as HubSpot shows it; whole seconds have no fraction. */
export const hubTime = (time: number): string => new Date(time).toISOString().replace('.000Z', 'Z');

/** The records of a portal's object in order of their ids. */
export const recordsOf = (reader: HubspotReader, portalId: string, type: ObjectName, archived = false): HubRecord[] =>
  reader
    .list('records')
    .filter((row) => row.portalId === portalId && row.type === type && row.mergedInto === undefined)
    .filter((row) => (row.archivedAt !== null) === archived);

/** The next id: an increasing number, drawn from the seed. */
export const nextId = (tx: HubspotChange): string => {
  tx.ids.hex(1);
  return String(30_000_000_000 + tx.ids.drawn() * 7);
};

/** Who writes: an app, or a person with a user id. */
export type Writer = { kind: 'app'; appId: number } | { kind: 'person'; userId: number };

/** A change of records; its events are sent together. */
export type Editor = {
  tx: HubspotChange;
  portal: Portal;
  writer: Writer;
  events: { app: App; event: Json }[];
};
