import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import { openSimulator } from '../kit/bench.test-support.ts';
import { startHubspotSimulator } from './server.ts';

export type Doc = Record<string, unknown>;
export type Answer<T = Doc> = { status: number; body: T; headers: Headers };
export type Problem = {
  status: string;
  category: string;
  message: string;
  correlationId: string;
  errors?: { code?: string; message: string; context?: Doc }[];
  context?: Doc;
};
export type Shown = { id: string; properties: Record<string, string | null>; [more: string]: unknown };
export type List = { total?: number; results: Shown[]; paging?: { next: { after: string; link?: string } } };
export type Account = {
  id: string;
  clientId: string;
  clientSecret: string;
  privateToken: string;
  refreshToken: string;
  appId: number;
  userId: number;
  owners: { id: string; userId: number; email: string }[];
};
export type Bench = Awaited<ReturnType<typeof openBench>>;

/** A fixed start, so that dates in tests are fixed. */
const startsAt = '2026-11-20T18:00:00Z';

/**
 * Opens a simulator with one portal without rate limits; search sees changes immediately unless `searchDelayMs` is
 * set. `dataDir` opens the state of another simulator.
 */
export const openBench = async (
  t: TestContext,
  options: { dataDir?: string; account?: Doc; searchDelayMs?: number } = {},
) => {
  const { account: wanted, searchDelayMs = 0, ...rest } = options;
  const simulator = await openSimulator(t, startHubspotSimulator, { startsAt, ...rest });
  const control = <T = Doc>(method: string, path: string, body?: unknown): Promise<T> =>
    simulator.control(method, `/hubspot${path}`, body);
  const limits = { tenSecondlyLimit: 1_000_000, searchLimit: 1_000_000 };
  const account = await control<Account>('POST', '/account', { id: '45678901', name: 'Acme', ...limits, ...wanted });
  if (!options.dataDir) await control('POST', '/settings', { searchDelayMs, retryPauseMs: 10 });

  const send = async <T>(method: string, path: string, body?: unknown, token?: string): Promise<Answer<T>> => {
    const isForm = body instanceof URLSearchParams;
    const response = await fetch(`${simulator.url}/hubspot${path}`, {
      method,
      headers: {
        ...(body === undefined || isForm ? {} : { 'content-type': 'application/json' }),
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      },
      ...(body === undefined ? {} : { body: isForm || typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    const text = await response.text();
    return { status: response.status, headers: response.headers, body: (text === '' ? null : JSON.parse(text)) as T };
  };

  /** Calls the API with the token of the private app, or with another. */
  const api = <T = Doc>(method: string, path: string, body?: unknown, token = account.privateToken) =>
    send<T>(method, path, body, token);

  /** Creates a record; returns its id. */
  const create = async (object: string, properties: Doc, associations?: Doc[]): Promise<string> => {
    const { status, body } = await api('POST', `/crm/v3/objects/${object}`, { properties, associations });
    assert.equal(status, 201, JSON.stringify(body));
    return String(body.id);
  };

  return {
    ...simulator,
    control,
    account,
    api,
    create,
    askToken: (form: Record<string, string>, path = '/oauth/v1/token') =>
      send<Doc>('POST', path, new URLSearchParams(form)),
    search: (body: Doc, object = 'deals') => api<List>('POST', `/crm/v3/objects/${object}/search`, body),
    person: {
      create: (type: string, properties: Doc) =>
        control<Shown>('POST', `/account/${account.id}/record`, { type, properties }),
      edit: (id: string, properties: Doc) => control<Shown>('POST', `/record/${id}`, { properties }),
    },
  };
};

/** Status and category of a refusal, and the codes of its errors. */
export const problemOf = ({ status, body }: Answer<unknown>): unknown[] => {
  const { category, errors = [] } = body as Problem;
  return [status, category, ...errors.flatMap(({ code }) => code ?? [])];
};

/** A company, a contact and a deal that belongs to both; their ids. */
export const seedDeal = async (bench: Bench, more: Doc = {}) => {
  const companyId = await bench.create('companies', { name: 'Globex', domain: 'globex.example' });
  const contactId = await bench.create('contacts', { email: 'hank@globex.example', firstname: 'Hank' });
  const types = (associationTypeId: number) => [{ associationCategory: 'HUBSPOT_DEFINED', associationTypeId }];
  const dealId = await bench.create(
    'deals',
    { dealname: 'Globex platform', dealstage: 'qualifiedtobuy', amount: '125000.50', closedate: '2026-12-31', ...more },
    [
      { to: { id: companyId }, types: types(5) },
      { to: { id: contactId }, types: types(3) },
    ],
  );
  return { companyId, contactId, dealId };
};
