import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { z } from 'zod';
import type { Clock } from '../../../kit/clock.ts';
import { isRawNumber } from '../../../kit/json.ts';
import type { Outgoing } from '../../outgoing/outgoing.ts';
import { isPartnerError } from '../../partner-error.ts';
import { readCursor, writeCursor } from '../change-cursor.ts';
import type { Crm, CrmAccess, CrmFieldRead, CrmFields, CrmRecord } from '../port.ts';
import { isCrmRecordId } from '../record-id.ts';
import { fieldNames, refusedHere, requireRecordId } from '../refused-here.ts';
import { beginningOf, isZone, timeIn } from './account-zone.ts';
import { createHubspotClient } from './client.ts';

/** Limits of HubSpot (developer docs: Objects, batch read; Search; changelog of 9 September 2024 for pages of 200). */
const batchMax = 100;
const pageMax = 200;
const changesMax = 1000;
const contactsMax = 10;
const zoneLivesMs = 3_600_000;
const answerBytes = 32 * 1024 * 1024;

const found = z.object({ id: z.string(), properties: z.record(z.string(), z.string().nullable()) });
type Found = z.output<typeof found>;
const batch = z.object({ results: z.array(found) });
const links = z.object({
  results: z.array(
    z.object({
      from: z.object({ id: z.coerce.string() }),
      to: z.array(
        z.object({
          toObjectId: z.union([z.string(), z.number()]).transform(String),
          associationTypes: z.array(z.object({ category: z.string(), typeId: z.number() })),
        }),
      ),
    }),
  ),
});
const searched = z.object({
  results: z.array(found),
  paging: z.object({ next: z.object({ after: z.string() }) }).optional(),
});
const properties = z.object({
  results: z.array(
    z.object({
      name: z.string(),
      label: z.string(),
      type: z.string(),
      modificationMetadata: z.object({ readOnlyValue: z.boolean() }).optional(),
      options: z.array(z.object({ value: z.string(), hidden: z.boolean().optional() })).optional(),
    }),
  ),
});
const pipelines = z.object({
  results: z.array(z.object({ id: z.string(), stages: z.array(z.object({ id: z.string() })) })),
});

const account = z.looseObject({ timeZone: z.string().optional() });
const typed = z.object({ type: z.string() });

type ObjectName = 'deals' | 'companies' | 'contacts';
const objects = { DEAL: 'deals', COMPANY: 'companies', CONTACT: 'contacts' } as const;
const modified = 'hs_lastmodifieddate';
/** The deals that were merged into one, in a deal that remains of a merge: `1;2`. */
const mergedIds = 'hs_merged_object_ids';
/** The association of a deal with its primary company (HubSpot developer docs, Associations, Association type id values). */
const primaryCompany = 5;

/** A value of a property that has a time of day; those that are days have none (HubSpot developer docs, How should timestamps be formatted). */
const isTime = (value: string | null): value is string =>
  /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?Z$/.test(value ?? '');
const isDay = (value: string): boolean => /^\d{4}-\d\d-\d\d$/.test(value);

const mergedInto = ({ properties: { [mergedIds]: ids } }: Found): string[] => (ids ?? '').split(';').filter(Boolean);

const isMissing = (error: unknown): boolean =>
  isPartnerError(error) && error.outcome === 'REFUSED' && error.httpStatus === 404;

const urlOf = ({ accountId }: CrmAccess, id: string): string | null =>
  accountId === '' ? null : `https://app.hubspot.com/contacts/${accountId}/record/0-3/${id}`;

/** Values are texts; an empty one empties a property (developer docs, Objects). */
const propertyText = (value: unknown): string => {
  if (value === null || value === undefined) return '';
  return isRawNumber(value) ? value.rawJSON : String(value);
};

const sentences: Readonly<Record<string, string>> = {
  INVALID_AUTHENTICATION: 'HubSpot does not recognize the access token of the connection',
  EXPIRED_AUTHENTICATION: 'The access token of the connection is no longer valid at HubSpot',
  MISSING_SCOPES:
    'The private app of the connection lacks scopes: it needs crm.objects.deals.read and .write, companies.read and contacts.read',
  OBJECT_NOT_FOUND: 'HubSpot does not have the record',
  VALIDATION_ERROR: 'HubSpot does not accept the value of a property',
  RATE_LIMIT: 'The account has used up its API calls at HubSpot',
};

/** HubSpot by version 3 of its CRM API, and version 4 for associations (HubSpot developer docs). */
export const createHubspotCrm = ({ outgoing, clock }: { outgoing: Outgoing; clock: Pick<Clock, 'now'> }): Crm => {
  const client = createHubspotClient(outgoing);
  /** The time zones of accounts, by a digest of how they are reached. */
  const zones = new LRUCache<string, string>({ max: 500, ttl: zoneLivesMs });

  const askAccount = (access: CrmAccess) =>
    client.send(access, { what: 'account', method: 'GET', path: '/account-info/v3/details' }, account);

  const zoneOf = async (access: CrmAccess): Promise<string> => {
    const { endpoint, credentials } = access;
    const key = createHash('sha256')
      .update(JSON.stringify([endpoint, credentials]))
      .digest('base64url');
    const known = zones.get(key);
    if (known !== undefined) return known;
    const { timeZone = '' } = await askAccount(access);
    const zone = isZone(timeZone) ? timeZone : 'UTC';
    zones.set(key, zone);
    return zone;
  };

  /**
   * The deal with its times as the account shows them: a close date has a time of day, and the day that people chose is that
   * of the account's zone, in Europe or Asia often another one than that of UTC.
   */
  const inAccountZone = async (
    access: CrmAccess,
    { properties: given }: Found,
    wanted: readonly string[],
  ): Promise<Found['properties']> => {
    const times = wanted.filter((name) => isTime(given[name] ?? null));
    if (times.length === 0) return given;
    const zone = await zoneOf(access);
    const shown = times.map((name) => [name, timeIn(new Date(String(given[name])), zone)]);
    return { ...given, ...Object.fromEntries(shown) };
  };

  /** A day of a property that has a time of day begins at the midnight of the account's zone: at that of UTC, the Americas see the day before. */
  const writtenDay = async (access: CrmAccess, name: string, day: string): Promise<string> => {
    const path = `/crm/v3/properties/deals/${name}`;
    const isTimed =
      name === 'closedate' ||
      (await client.send(access, { what: 'property', method: 'GET', path }, typed)).type === 'datetime';
    return isTimed ? beginningOf(day, await zoneOf(access)).toISOString() : day;
  };

  const readBatches = async (
    access: CrmAccess,
    object: ObjectName,
    ids: readonly string[],
    names: readonly string[],
  ): Promise<Map<string, Found>> => {
    const read = new Map<string, Found>();
    for (let start = 0; start < ids.length; start += batchMax) {
      const json = {
        inputs: ids.slice(start, start + batchMax).map((id) => ({ id })),
        properties: names,
        propertiesWithHistory: [],
      };
      const path = `/crm/v3/objects/${object}/batch/read`;
      // 207 when some are not there: those are left out.
      const { results } = await client.send(
        access,
        { what: `${object}.read`, method: 'POST', path, json, answerBytes },
        batch,
      );
      for (const one of results) read.set(one.id, one);
    }
    return read;
  };

  /** A deal by its id, or the one that it was merged into, which has another; null: it was deleted. */
  const readDeal = async (access: CrmAccess, id: string, names: readonly string[]): Promise<Found | null> => {
    const path = `/crm/v3/objects/deals/${id}?${new URLSearchParams({ properties: names.join(',') })}`;
    try {
      return await client.send(access, { what: 'deals.follow', method: 'GET', path, answerBytes }, found);
    } catch (error) {
      if (isMissing(error)) return null;
      throw error;
    }
  };

  /**
   * Deals by the ids requested. A merge creates a new deal from two, and the old ids disappear: only a single read finds the new deal by
   * them (HubSpot changelog, Deals now support merging).
   */
  const readDeals = async (
    access: CrmAccess,
    ids: readonly string[],
    names: readonly string[],
  ): Promise<Map<string, Found>> => {
    const read = await readBatches(access, 'deals', ids, names);
    const remaining = new Map([...read.values()].flatMap((one) => mergedInto(one).map((id) => [id, one] as const)));
    const deals = new Map<string, Found>();
    for (const id of ids) {
      const deal = read.get(id) ?? remaining.get(id) ?? (await readDeal(access, id, names));
      if (deal) deals.set(id, deal);
    }
    return deals;
  };

  /** Ids of what belongs to each deal: the primary one first, otherwise in the order of HubSpot. */
  const readLinks = async (
    access: CrmAccess,
    object: 'companies' | 'contacts',
    ids: readonly string[],
    most: number,
  ): Promise<Map<string, string[]>> => {
    const path = `/crm/v4/associations/deals/${object}/batch/read`;
    const json = { inputs: ids.map((id) => ({ id })) };
    const call = { what: `${object}.links`, method: 'POST', path, json, answerBytes } as const;
    const { results } = await client.send(access, call, links);
    return new Map(
      results.map(({ from, to }) => {
        const isPrimary = ({ associationTypes }: (typeof to)[number]): boolean =>
          associationTypes.some(({ category, typeId }) => category === 'HUBSPOT_DEFINED' && typeId === primaryCompany);
        const sorted = [...to].sort((left, right) => Number(isPrimary(right)) - Number(isPrimary(left)));
        return [from.id, sorted.slice(0, most).map(({ toObjectId }) => toObjectId)];
      }),
    );
  };

  /** What belongs to deals, by the deal's id; nothing is asked if no property of it is wanted. */
  const readBelonging = async (
    access: CrmAccess,
    object: 'companies' | 'contacts',
    dealIds: readonly string[],
    wanted: readonly string[],
    most: number,
  ): Promise<(dealId: string) => CrmFields[]> => {
    const names = fieldNames('HUBSPOT', wanted);
    if (names.length === 0 || dealIds.length === 0) return () => [];
    const linked = await readLinks(access, object, dealIds, most);
    const read = await readBatches(access, object, [...new Set([...linked.values()].flat())], names);
    return (dealId) =>
      (linked.get(dealId) ?? []).flatMap((id): CrmFields[] => {
        const one = read.get(id);
        return one ? [one.properties] : [];
      });
  };

  const search = (access: CrmAccess, what: string, json: Readonly<Record<string, unknown>>) =>
    client.send(access, { what, method: 'POST', path: '/crm/v3/objects/deals/search', json, answerBytes }, searched);

  return {
    system: 'HUBSPOT',
    verify: async (access) => {
      await askAccount(access);
    },
    readRecords: async (access, ids, selection) => {
      const wanted = [...new Set(ids.filter((id) => isCrmRecordId('HUBSPOT', id)))];
      const names = fieldNames('HUBSPOT', [modified, mergedIds, ...selection.deal]);
      const deals = await readDeals(access, wanted, names);
      const dealIds = [...new Set([...deals.values()].map(({ id }) => id))];
      const companies = await readBelonging(access, 'companies', dealIds, selection.company, 1);
      const contacts = await readBelonging(
        access,
        'contacts',
        dealIds,
        selection.contact,
        selection.contactsMax ?? contactsMax,
      );
      const records: CrmRecord[] = [];
      for (const [id, deal] of deals)
        records.push({
          id,
          url: urlOf(access, deal.id),
          updatedTime: new Date(deal.properties[modified] ?? 0),
          deal: await inAccountZone(access, deal, selection.deal),
          company: companies(deal.id)[0] ?? null,
          contacts: contacts(deal.id),
        });
      return records;
    },
    search: async (access, text, limit) => {
      const { results } = await search(access, 'deals.search', {
        filterGroups: [{ filters: [{ propertyName: 'dealname', operator: 'CONTAINS_TOKEN', value: `*${text}*` }] }],
        sorts: ['-createdate'],
        properties: ['dealname'],
        limit: Math.min(limit, pageMax),
      });
      return results.map(({ id, properties: { dealname } }) => ({ id, name: dealname ?? '', url: urlOf(access, id) }));
    },
    write: async (access, id, fields) => {
      requireRecordId('HUBSPOT', id);
      fieldNames('HUBSPOT', Object.keys(fields));
      const path = `/crm/v3/objects/deals/${id}`;
      const texts: Record<string, string> = {};
      for (const [name, value] of Object.entries(fields)) {
        const text = propertyText(value);
        texts[name] = isDay(text) ? await writtenDay(access, name, text) : text;
      }
      const json = { properties: texts };
      const change = { what: 'deals.update', method: 'PATCH', json } as const;
      try {
        await client.send(access, { ...change, path }, z.unknown());
      } catch (error) {
        const deal = isMissing(error) ? await readDeal(access, id, [modified]) : null;
        if (!deal || deal.id === id) throw error;
        await client.send(access, { ...change, path: `/crm/v3/objects/deals/${deal.id}` }, z.unknown());
      }
    },
    listChanged: async (access, cursor) => {
      const now = clock.now();
      const from = readCursor(cursor, now);
      // By id: a page begins with what had the time of the last one before.
      const changed = new Map<string, Found>();
      let time = from.time;
      let after = '0';
      let isEnd = false;
      while (!isEnd && changed.size < changesMax) {
        const { results, paging } = await search(access, 'deals.changes', {
          filterGroups: [{ filters: [{ propertyName: modified, operator: 'GTE', value: String(time.getTime()) }] }],
          sorts: [modified],
          properties: [modified, mergedIds],
          limit: pageMax,
          after,
        });
        for (const one of results) changed.set(one.id, one);
        const next = paging?.next.after;
        isEnd = next === undefined;
        // Without an end, a read that was given up would go on.
        if (!isEnd && results.length === 0)
          throw refusedHere('HUBSPOT', 'UnreadableAnswer', 'HubSpot reports that more deals changed, but lists none.');
        const reached = new Date(results.at(-1)?.properties[modified] ?? time);
        // Not by its place: a deal that changes meanwhile moves to the end, and the next page would leave one out.
        after = reached > time ? '0' : (next ?? '0');
        if (reached > time) time = reached;
      }
      // As many as one read lists have the same millisecond: the next one continues behind it.
      const isStuck = !isEnd && time <= from.time;
      const place = { time: isStuck ? new Date(from.time.getTime() + 1) : time, id: '' };
      const ids = [...changed.values()].flatMap((one) => [one.id, ...mergedInto(one)]);
      return { ids: [...new Set(ids)], cursor: writeCursor(place, { isEnd, now }), isEnd };
    },
    describe: async (access) => {
      const stages = await client.send(
        access,
        { what: 'pipelines', method: 'GET', path: '/crm/v3/pipelines/deals' },
        pipelines,
      );
      const ofPipelines: Readonly<Record<string, readonly string[]>> = {
        pipeline: stages.results.map(({ id }) => id),
        dealstage: stages.results.flatMap((pipeline) => pipeline.stages.map(({ id }) => id)),
      };
      const fields: CrmFieldRead[] = [];
      for (const [object, name] of Object.entries(objects) as ['DEAL' | 'COMPANY' | 'CONTACT', ObjectName][]) {
        const call = { what: 'properties', method: 'GET', path: `/crm/v3/properties/${name}`, answerBytes } as const;
        const { results } = await client.send(access, call, properties);
        for (const { name: field, label, type, modificationMetadata, options = [] } of results) {
          const values =
            (object === 'DEAL' ? ofPipelines[field] : undefined) ??
            options.filter(({ hidden }) => !hidden).map(({ value }) => value);
          fields.push({
            object,
            name: field,
            label,
            type,
            isWritable: modificationMetadata?.readOnlyValue !== true,
            values,
          });
        }
      }
      return fields;
    },
    prettifyError: ({ code, message }) => {
      const sentence = sentences[code];
      return sentence === undefined ? `HubSpot refused: ${message || code}` : `${sentence}: ${message || code}`;
    },
  };
};
