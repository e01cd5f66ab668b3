import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import { importPKCS8, SignJWT } from 'jose';
import { openSimulator } from '../kit/bench.test-support.ts';
import { startSalesforceSimulator } from './server.ts';

export type Doc = Record<string, unknown>;
export type Answer<T = Doc> = { status: number; body: T; headers: Headers };
export type ErrorDoc = { errorCode: string; message: string; fields?: string[] };
export type Account = {
  id: string;
  domain: string;
  clientId: string;
  clientSecret: string;
  privateKey: string;
  username: string;
  apiUserId: string;
  loginPath: string;
  domainPath: string;
  users: { id: string; username: string; name: string }[];
};
export type Page = { totalSize: number; done: boolean; nextRecordsUrl?: string; records: Doc[] };
export type Bench = Awaited<ReturnType<typeof openBench>>;

/** A fixed start, so that dates in tests are fixed. */
const startsAt = '2026-11-20T18:00:00Z';
export const version = '/services/data/v68.0';
export const jwtBearer = 'urn:ietf:params:oauth:grant-type:jwt-bearer';

/** Opens a simulator with one org and a session of its integration user. `dataDir` opens the state of another simulator. */
export const openBench = async (t: TestContext, options: { dataDir?: string; account?: Doc } = {}) => {
  const { account: wanted, ...rest } = options;
  const simulator = await openSimulator(t, startSalesforceSimulator, { startsAt, ...rest });
  const control = <T = Doc>(method: string, path: string, body?: unknown): Promise<T> =>
    simulator.control(method, `/salesforce${path}`, body);
  const account = await control<Account>('POST', '/account', { domain: 'acme', name: 'Acme', ...wanted });

  /** Calls the token endpoint of a host; the form is sent unchanged. */
  const askToken = (path: string, form: Record<string, string>): Promise<Answer> =>
    send('POST', `${simulator.url}${path}/services/oauth2/token`, new URLSearchParams(form));

  const credentials = {
    grant_type: 'client_credentials',
    client_id: account.clientId,
    client_secret: account.clientSecret,
  };
  const logIn = async (): Promise<string> => {
    const { status, body } = await askToken(account.domainPath, credentials);
    assert.equal(status, 200, JSON.stringify(body));
    return String(body.access_token);
  };
  let token = await logIn();

  /** Calls the API with the session; `path` follows the host. */
  const call = <T = Doc>(
    method: string,
    path: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ): Promise<Answer<T>> =>
    send(method, `${simulator.url}${account.domainPath}${path}`, body, {
      authorization: `Bearer ${token}`,
      ...headers,
    });
  const api = <T = Doc>(method: string, path: string, body?: unknown, headers: Record<string, string> = {}) =>
    call<T>(method, `${version}${path}`, body, headers);

  const query = <T = Page>(soql: string, headers: Record<string, string> = {}): Promise<Answer<T>> =>
    api<T>('GET', `/query?q=${encodeURIComponent(soql)}`, undefined, headers);

  /** The records of a query that must succeed, without their attributes. */
  const select = async (soql: string): Promise<Doc[]> => {
    const { status, body } = await query(soql);
    assert.equal(status, 200, JSON.stringify(body));
    return body.records.map(({ attributes: _, ...fields }) => fields);
  };

  /** Creates a record through the API; returns its id. */
  const create = async (object: string, fields: Doc): Promise<string> => {
    const { status, body } = await api('POST', `/sobjects/${object}`, fields);
    assert.equal(status, 201, JSON.stringify(body));
    return String(body.id);
  };

  /** Creates or edits a record as a person. */
  const person = {
    create: (type: string, fields: Doc) =>
      control<{ fields: Doc }>('POST', `/account/${account.id}/record`, { type, fields }),
    edit: (id: string, fields: Doc) => control<{ fields: Doc }>('POST', `/record/${id}`, { fields }),
  };

  return {
    ...simulator,
    control,
    account,
    credentials,
    askToken,
    call,
    api,
    query,
    select,
    create,
    person,
    /** Opens a new session, for the calls that follow. */
    logInAgain: async (): Promise<void> => {
      token = await logIn();
    },
  };
};

const send = async <T>(
  method: string,
  url: string,
  body?: unknown,
  headers: Record<string, string> = {},
): Promise<Answer<T>> => {
  const isForm = body instanceof URLSearchParams;
  const response = await fetch(url, {
    method,
    headers: body === undefined || isForm ? headers : { 'content-type': 'application/json', ...headers },
    ...(body === undefined ? {} : { body: isForm || typeof body === 'string' ? body : JSON.stringify(body) }),
  });
  const text = await response.text();
  return { status: response.status, headers: response.headers, body: (text === '' ? null : JSON.parse(text)) as T };
};

/** Signs an assertion as a client would; `claims` replaces some. */
export const assertion = async ({ account }: Pick<Bench, 'account'>, claims: Doc = {}): Promise<string> =>
  new SignJWT({
    iss: account.clientId,
    sub: account.username,
    aud: 'https://login.salesforce.com',
    exp: Math.floor(Date.now() / 1000) + 120,
    ...claims,
  })
    .setProtectedHeader({ alg: 'RS256' })
    .sign(await importPKCS8(account.privateKey, 'RS256'));

/** The codes of a refusal, with its status. */
export const codesOf = ({ status, body }: Answer<unknown>): unknown[] => [
  status,
  ...(Array.isArray(body) ? (body as ErrorDoc[]).map(({ errorCode }) => errorCode) : ['no list of errors']),
];

/** An account with an opportunity and a contact that decides; their ids. */
export const seedDeal = async (bench: Bench, more: Doc = {}) => {
  const accountId = await bench.create('Account', { Name: 'Globex', Website: 'https://globex.example' });
  const contactId = await bench.create('Contact', {
    FirstName: 'Hank',
    LastName: 'Scorpio',
    Email: 'hank@globex.example',
    AccountId: accountId,
  });
  const opportunityId = await bench.create('Opportunity', {
    Name: 'Globex platform',
    StageName: 'Prospecting',
    CloseDate: '2026-12-31',
    Amount: 125000.5,
    AccountId: accountId,
    ...more,
  });
  const roleId = await bench.create('OpportunityContactRole', {
    OpportunityId: opportunityId,
    ContactId: contactId,
    Role: 'Decision Maker',
    IsPrimary: true,
  });
  return { accountId, contactId, opportunityId, roleId };
};
