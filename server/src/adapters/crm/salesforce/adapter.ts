import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { z } from 'zod';
import type { Clock } from '../../../kit/clock.ts';
import { charactersOf } from '../../../kit/json-size.ts';
import type { Outgoing } from '../../outgoing/outgoing.ts';
import { isPartnerError } from '../../partner-error.ts';
import { readCursor, writeCursor } from '../change-cursor.ts';
import type { Crm, CrmAccess, CrmFieldRead, CrmFields, CrmRecord, CrmSelection } from '../port.ts';
import { crmRecordId, isCrmRecordId } from '../record-id.ts';
import { fieldNames, refusedHere, requireRecordId } from '../refused-here.ts';
import { createSalesforceClient } from './client.ts';
import { changesQuery, currencyQuery, recordsQuery, searchQuery } from './soql.ts';

const batchMax = 100;
const changesMax = 1000;
/** More pages than any query here can have: one has at least 200 rows (REST API Developer Guide, Query Options Header). */
const pagesMax = 20;
/**
 * Salesforce takes 16,384 bytes of address and headers (Salesforce Help, article 000386264); the headers, with the token,
 * may have the rest.
 */
const queryCharsMax = 12_000;
const answerBytes = 32 * 1024 * 1024;

const row = z.record(z.string(), z.unknown());
type Page = { done: boolean; nextRecordsUrl?: string | undefined; records: Record<string, unknown>[] };

const page: z.ZodType<Page> = z.object({
  done: z.boolean(),
  nextRecordsUrl: z.string().startsWith('/services/').optional(),
  records: z.array(row),
});

const described = z.object({
  fields: z.array(
    z.object({
      name: z.string(),
      label: z.string(),
      type: z.string(),
      updateable: z.boolean(),
      picklistValues: z.array(z.object({ value: z.string(), active: z.boolean().optional() })).optional(),
    }),
  ),
});

const objects = { DEAL: 'Opportunity', COMPANY: 'Account', CONTACT: 'Contact' } as const;

/** A field that only organizations with several currencies have (Object Reference, Opportunity). */
const currencyField = 'CurrencyIsoCode';

/**
 * Where an organization of a single currency says which: public clients disagree on whether it has the first, so both are
 * asked, `currencyQuery` and this (Object Reference, Organization; Connect REST API, Organization). SOAP's getUserInfo calls it `orgDefaultCurrencyIsoCode`.
 */
const currencyPath = '/connect/organization';
const settings = z.object({ features: z.object({ defaultCurrencyIsoCode: z.string().nullish() }).nullish() });
const currencyLivesMs = 3_600_000;
const isCurrency = (value: unknown): value is string => typeof value === 'string' && /^[A-Z]{3}$/.test(value);

const membersOf = (value: unknown): CrmFields | null => {
  if (typeof value !== 'object' || value === null) return null;
  const { attributes: _, ...members } = value as Record<string, unknown>;
  return members;
};

const contactOf = (value: unknown): CrmFields => {
  const { Contact, ...role } = membersOf(value) ?? {};
  return { ...membersOf(Contact), ...role };
};

const recordOf = (found: Record<string, unknown>, instance: string): CrmRecord => {
  const { OpportunityContactRoles, ...deal } = membersOf(found) ?? {};
  const roles = (OpportunityContactRoles as { records?: unknown[] } | null | undefined)?.records ?? [];
  const id = String(found.Id);
  return {
    id,
    url: `${instance}/${id}`,
    updatedTime: new Date(String(found.SystemModstamp)),
    deal,
    company: membersOf(found.Account),
    contacts: roles.map(contactOf),
  };
};

const sampleId = '0'.repeat(18);

/** How many records one query can ask for: its fields and ids are part of the address. */
const batchSizeOf = (selection: CrmSelection): number => {
  const charsOf = (ids: readonly string[]): number => encodeURIComponent(recordsQuery(ids, selection)).length;
  const [one, two] = [charsOf([sampleId]), charsOf([sampleId, sampleId])];
  const size = 1 + Math.floor((queryCharsMax - one) / (two - one));
  if (size >= 1) return Math.min(batchMax, size);
  const message = 'The mapping reads more fields than Salesforce allows in one query. Remove some of them.';
  throw refusedHere('SALESFORCE', 'TooManyFields', message);
};

const lacksCurrency = (error: unknown): boolean =>
  isPartnerError(error) && error.partnerCode === 'INVALID_FIELD' && error.message.includes(currencyField);

const sentences: Readonly<Record<string, string>> = {
  INVALID_FIELD: 'The mapping names a field that Salesforce does not have, or that its user may not see',
  REQUEST_LIMIT_EXCEEDED: 'The organization has used up its API calls of 24 hours at Salesforce',
  INVALID_SESSION_ID: 'Salesforce does not accept the session of the connection',
  NOT_FOUND: 'Salesforce does not have the record, or does not show it to the user of the connection',
  ENTITY_IS_DELETED: 'The record was deleted in Salesforce',
  FIELD_CUSTOM_VALIDATION_EXCEPTION: 'A validation rule of the organization refuses the change',
  invalid_grant:
    'Salesforce does not admit the user of the connection: approve the app for that user, or name a user to run as',
};

/**
 * Salesforce by its REST API (REST API Developer Guide: Query, sObject Rows, sObject Describe). Opportunities are the deals.
 */
export const createSalesforceCrm = ({ outgoing, clock }: { outgoing: Outgoing; clock: Clock }): Crm => {
  const client = createSalesforceClient({ outgoing, clock });
  /** The currency of organizations that have one, by a digest of how they are reached; empty: they do not say it. */
  const singleCurrency = new LRUCache<string, string>({ max: 500, ttl: currencyLivesMs });
  const keyOf = ({ endpoint, credentials }: CrmAccess): string =>
    createHash('sha256')
      .update(JSON.stringify([endpoint, credentials]))
      .digest('base64url');

  const query = async (access: CrmAccess, soql: string, what: string) => {
    const records: Record<string, unknown>[] = [];
    let path: string | undefined = `/query?q=${encodeURIComponent(soql)}`;
    let instance = '';
    let characters = 0;
    for (let count = 0; path !== undefined && count < pagesMax; count += 1) {
      const sent: { answer: Page; instance: string } = await client.send(
        access,
        { what, method: 'GET', path, exact: true, answerBytes },
        page,
      );
      for (const record of sent.answer.records) records.push(record);
      characters += charactersOf(sent.answer.records, answerBytes);
      if (characters > answerBytes)
        throw refusedHere('SALESFORCE', 'AnswerTooLarge', `The answer to ${what} is too large.`);
      instance = sent.instance;
      path = sent.answer.done ? undefined : sent.answer.nextRecordsUrl;
    }
    if (path !== undefined) throw refusedHere('SALESFORCE', 'TooManyPages', `The answer to ${what} has no end.`);
    return { records, instance };
  };

  /** Null if it is refused for good: that user may not see it, or the organization has it not. */
  const unlessRefused = async <T>(asked: Promise<T>): Promise<T | null> => {
    try {
      return await asked;
    } catch (error) {
      if (isPartnerError(error) && error.outcome === 'REFUSED' && !error.retryable) return null;
      throw error;
    }
  };

  /** The currency of an organization that has one, by its ISO code; empty: it is not said. */
  const readCurrency = async (access: CrmAccess): Promise<string> => {
    const found = await unlessRefused(query(access, currencyQuery, 'query.currency'));
    const named = found?.records[0]?.DefaultCurrencyIsoCode;
    if (isCurrency(named)) return named;
    const call = { what: 'connect.organization', method: 'GET', path: currencyPath } as const;
    const said = (await unlessRefused(client.send(access, call, settings)))?.answer.features?.defaultCurrencyIsoCode;
    return isCurrency(said) ? said : '';
  };

  const readBatch = async (
    access: CrmAccess,
    ids: readonly string[],
    selection: CrmSelection,
  ): Promise<CrmRecord[]> => {
    const key = keyOf(access);
    const ask = async (without: readonly string[]) => {
      const { records, instance } = await query(access, recordsQuery(ids, selection, without), 'query.records');
      return records.map((found) => recordOf(found, instance));
    };
    /** Amounts of a record without a currency are in that of the organization. */
    const askIn = async (currency: string): Promise<CrmRecord[]> => {
      const records = await ask([currencyField]);
      if (currency === '' || !selection.deal.includes(currencyField)) return records;
      return records.map((found) => ({ ...found, deal: { ...found.deal, [currencyField]: currency } }));
    };
    const known = singleCurrency.get(key);
    if (known !== undefined) return askIn(known);
    try {
      return await ask([]);
    } catch (error) {
      if (!lacksCurrency(error) || !selection.deal.includes(currencyField)) throw error;
      const currency = await readCurrency(access);
      singleCurrency.set(key, currency);
      return askIn(currency);
    }
  };

  return {
    system: 'SALESFORCE',
    verify: async (access) => {
      await client.send(access, { what: 'limits', method: 'GET', path: '/limits' }, z.unknown());
    },
    readRecords: async (access, ids, selection) => {
      const wanted = [
        ...new Set(ids.filter((id) => isCrmRecordId('SALESFORCE', id)).map((id) => crmRecordId('SALESFORCE', id))),
      ];
      const size = batchSizeOf(selection);
      const found: CrmRecord[] = [];
      for (let start = 0; start < wanted.length; start += size) {
        found.push(...(await readBatch(access, wanted.slice(start, start + size), selection)));
      }
      return found;
    },
    search: async (access, text, limit) => {
      const { records, instance } = await query(access, searchQuery(text, limit), 'query.search');
      return records.map(({ Id, Name }) => ({ id: String(Id), name: String(Name), url: `${instance}/${String(Id)}` }));
    },
    write: async (access, id, fields) => {
      requireRecordId('SALESFORCE', id);
      fieldNames('SALESFORCE', Object.keys(fields));
      const path = `/sobjects/Opportunity/${id}`;
      await client.send(access, { what: 'opportunity.update', method: 'PATCH', path, json: fields }, z.unknown());
    },
    listChanged: async (access, cursor) => {
      const now = clock.now();
      const from = readCursor(cursor, now);
      const { records } = await query(access, changesQuery(from, changesMax), 'query.changes');
      const last = records.at(-1);
      const isEnd = records.length < changesMax;
      const place = last ? { time: new Date(String(last.SystemModstamp)), id: String(last.Id) } : from;
      return { ids: records.map(({ Id }) => String(Id)), cursor: writeCursor(place, { isEnd, now }), isEnd };
    },
    describe: async (access) => {
      const fields: CrmFieldRead[] = [];
      for (const [object, name] of Object.entries(objects) as ['DEAL' | 'COMPANY' | 'CONTACT', string][]) {
        const path = `/sobjects/${name}/describe`;
        const { answer } = await client.send(access, { what: 'describe', method: 'GET', path, answerBytes }, described);
        for (const { name: field, label, type, updateable, picklistValues = [] } of answer.fields) {
          const values = picklistValues.filter(({ active = true }) => active).map(({ value }) => value);
          fields.push({ object, name: field, label, type, isWritable: updateable, values });
        }
      }
      return fields;
    },
    prettifyError: ({ code, message }) => {
      const sentence = sentences[code];
      return sentence === undefined ? `Salesforce refused: ${message || code}` : `${sentence}: ${message || code}`;
    },
  };
};
