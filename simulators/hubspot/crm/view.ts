import type { HubRecord, HubspotReader, Json, PropertyVersion } from '../state.ts';
import { associationTypes, linksOf } from './associations.ts';
import { findObjectType, objectType } from './object-types.ts';
import { findProperty } from './properties.ts';

/** The properties and associations that a call requests. */
export type Shown = { properties: string[] | null; withHistory: string[]; associations: string[] };

/** Properties that are always returned. */
const always = ['createdate', 'hs_lastmodifieddate', 'hs_object_id', 'lastmodifieddate'];

/** A former value; the author is omitted unless it was a person (HubSpot's OpenAPI of objects, ValueWithTimestamp). */
const pastView = ({ updatedByUserId, ...value }: PropertyVersion): Json => ({
  ...value,
  ...(updatedByUserId === null ? {} : { updatedByUserId }),
});

const iso = (time: number): string => new Date(time).toISOString();

/** A record as objects are shown. Names that no property has are ignored; properties without a value are null. */
export const recordView = (reader: HubspotReader, record: HubRecord, shown: Shown): Json => {
  const { id, portalId, type, properties, createdAt, updatedAt, archivedAt } = record;
  const named = shown.properties?.filter((name) => findProperty(reader, portalId, type, name));
  const own = always.filter((name) => properties[name] !== undefined);
  const names = named && named.length > 0 ? [...new Set([...named, ...own])].sort() : objectType(type).shown;
  return {
    id,
    properties: Object.fromEntries(names.map((name) => [name, properties[name] ?? null])),
    ...(shown.withHistory.length > 0
      ? {
          propertiesWithHistory: Object.fromEntries(
            shown.withHistory.map((name) => [name, (record.history[name] ?? []).map(pastView)]),
          ),
        }
      : {}),
    createdAt: iso(createdAt),
    updatedAt: iso(updatedAt),
    archived: archivedAt !== null,
    ...(archivedAt === null ? {} : { archivedAt: iso(archivedAt) }),
    ...associationsView(reader, record, shown.associations),
  };
};

/** The response to a write contains every property of the record. */
export const writtenView = (reader: HubspotReader, record: HubRecord): Json =>
  recordView(reader, record, { properties: Object.keys(record.properties), withHistory: [], associations: [] });

const associationsView = (reader: HubspotReader, record: HubRecord, wanted: string[]): Json => {
  const groups = wanted.flatMap((given) => {
    const to = findObjectType(given);
    if (!to) return [];
    const results = linksOf(reader, record, to.name).flatMap((link) =>
      link.typeIds.map((typeId) => ({ id: link.to, type: associationTypes.find((one) => one.id === typeId)?.name })),
    );
    return results.length === 0 ? [] : [[to.name.replace('_', ' '), { results }] as const];
  });
  return groups.length === 0 ? {} : { associations: Object.fromEntries(groups) };
};
