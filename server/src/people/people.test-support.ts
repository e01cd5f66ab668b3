import { type Reply, startApp, type TestApp } from '../../test/app.ts';
import type { Mail } from '../adapters/mail/port.ts';
import type { Overrides } from '../app.ts';
import { machineSecretHashes, newMachineSecret } from '../auth/secrets.ts';
import { insertAccount } from './account-store.ts';
import { hashPassword } from './password.ts';

/** For tests only: the service with a record of its mails, and people who call the account listener. */
export type AskOptions = {
  body?: unknown;
  token?: string;
  cookie?: string;
  headers?: Record<string, string>;
  raw?: string;
};

export type PeopleApp = {
  app: TestApp;
  mails: Mail[];
  /** Lets the queue send what is due. Returns the mails sent. */
  sendMails(): Promise<Mail[]>;
  ask(method: string, path: string, options?: AskOptions): Promise<Reply & { body: never }>;
  /** Adds a confirmed account. */
  addPerson(email: string, password?: string): Promise<{ id: string; email: string; password: string }>;
  /** Signs in and returns the token. */
  signIn(person: { email: string; password: string }, more?: object): Promise<string>;
  rows<T>(text: string): Promise<T[]>;
  close(): Promise<void>;
};

export const goodPassword = 'correct horse battery staple';

export const startPeopleApp = async (
  settings: Record<string, string> = {},
  overrides: Overrides = {},
): Promise<PeopleApp> => {
  const mails: Mail[] = [];
  const mailer = { send: async (mail: Mail) => void mails.push(mail) };
  const app = await startApp(settings, { idle: true, mailer, ...overrides });
  const { people, database, environment } = app.app;

  const ask: PeopleApp['ask'] = async (method, path, { body, token, cookie, headers, raw } = {}) => {
    const response = await fetch(path.startsWith('http') ? path : app.authUrl + path, {
      method,
      redirect: 'manual',
      headers: {
        ...(body === undefined && raw === undefined ? {} : { 'content-type': 'application/json' }),
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
        ...(cookie === undefined ? {} : { cookie }),
        ...headers,
      },
      ...(body === undefined && raw === undefined ? {} : { body: raw ?? JSON.stringify(body) }),
    });
    const text = await response.text();
    const isJson = /json/.test(response.headers.get('content-type') ?? '');
    return {
      status: response.status,
      headers: response.headers,
      text,
      body: (isJson && text !== '' ? JSON.parse(text) : undefined) as never,
    };
  };

  return {
    app,
    mails,
    ask,
    sendMails: async () => {
      const before = mails.length;
      while (await people.mails.sendDue());
      return mails.slice(before);
    },
    addPerson: async (email, password = goodPassword) => {
      const id = environment.ids.next();
      const passwordHash = await hashPassword(password);
      await database.system((system) =>
        insertAccount(system, {
          id,
          loginId: environment.ids.next(),
          email,
          firstName: 'Ada',
          lastName: 'Byron',
          passwordHash,
        }),
      );
      return { id, email, password };
    },
    signIn: async ({ email, password }, more = {}) => {
      const { body, status, text } = await ask('POST', '/session', { body: { email, password, ...more } });
      if (status !== 200) throw new Error(`could not sign in: ${text}`);
      return (body as { token: string }).token;
    },
    rows: async <T>(text: string): Promise<T[]> => {
      const client = await database.pool.connect();
      try {
        // For this transaction only: behind a pooler the next statement may run in another session.
        await client.query('begin; set local role none');
        const { rows } = await client.query(text);
        await client.query('commit');
        return rows as T[];
      } catch (error) {
        await client.query('rollback');
        throw error;
      } finally {
        client.release();
      }
    },
    close: () => app.close(),
  };
};

/** The token in a mail's link. */
export const tokenIn = (mail: Mail | undefined): string => /token=(\S+)/.exec(mail?.text ?? '')?.[1] ?? '';

/** The cookies that a browser sends after a response that sets these. */
export const cookiesAfter = (headers: Headers): string =>
  headers
    .getSetCookie()
    .filter((line) => !/max-age=0/i.test(line))
    .map((line) => line.split(';')[0] ?? '')
    .join('; ');

/** The token of a link that invites this member. The mail is sent by a run with its own tests; here the link is made directly. */
export const makeInvitationToken = async (people: PeopleApp, email: string, days = 7): Promise<string> => {
  const token = newMachineSecret();
  const [hash] = machineSecretHashes(people.app.app.secretKeys, token);
  await people.rows(
    `update membership set invitation_hash = '\\x${hash?.toString('hex')}', invitation_expire_time = now() + interval '${days} days'
     where org_id = '${people.app.acme.uuid}' and email = '${email}'`,
  );
  return token;
};
