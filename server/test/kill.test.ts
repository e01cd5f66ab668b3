import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { type Pgbouncer, startPgbouncer } from '../../tools/pgbouncer.ts';
import { type Postgres, startPostgres } from '../../tools/postgres.ts';
import { type DemoCredentials, withKilledService } from './killed-service.ts';
import { until } from './until.ts';

/**
 * Clients repeat a call with its key until it succeeds, while the process that serves them is killed again and again:
 * everything that was acknowledged exists (contacts, batches of them, files and drafts), each key had one effect, and each effect left
 * one audit row.
 */

const insist = async <T>(what: () => Promise<T | undefined>): Promise<T> => {
  const deadline = performance.now() + 120_000;
  let last = 'an answer to come back';
  for (;;) {
    const answer = await what().catch((error: Error) => {
      last = `${error.message} ${String(error.cause ?? '')}`;
      return undefined;
    });
    if (answer !== undefined) return answer;
    assert.ok(performance.now() < deadline, `nobody answered for two minutes; the last was ${last}`);
    await sleep(50);
  }
};

const tokenOf = (credentials: DemoCredentials): Promise<string> =>
  insist(async () => {
    const app = credentials.organizations[0]?.apps[0];
    const response = await fetch(`${credentials.authUrl}/oauth2/token`, {
      method: 'POST',
      body: new URLSearchParams({
        grant_type: 'client_credentials',
        client_id: app?.clientId ?? '',
        client_secret: app?.clientSecret ?? '',
      }),
      signal: AbortSignal.timeout(5000),
    });
    return response.ok ? ((await response.json()) as { access_token: string }).access_token : undefined;
  });

const kills = 4;
const batchSize = 5;
const emailOf = (name: string): string => `${name}@kill.test`;

type Contact = { id: string; emailAddress: string };

/** What a caller makes. `made`: the id of each thing by its name. `pauseMs`: the list of what is rarer fits on a page. */
type Kind = {
  path: string;
  pauseMs: number;
  body(name: string): unknown;
  made(reply: unknown, name: string): [string, string][];
};

const single: Kind = {
  path: '/contact',
  pauseMs: 20,
  body: (name) => ({ emailAddress: emailOf(name), name }),
  made: (reply, name) => [[emailOf(name), (reply as Contact).id]],
};
const batch: Kind = {
  path: '/contact/batch',
  pauseMs: 100,
  body: (name) => Array.from({ length: batchSize }, (_, item) => ({ emailAddress: emailOf(`${name}-${item}`), name })),
  made: (reply) => (reply as Contact[][]).flat().map(({ emailAddress, id }) => [emailAddress, id]),
};
/** Its bytes are stored before its row. An organization has at most 500 of them. */
const file: Kind = {
  path: '/prm/file',
  pauseMs: 800,
  body: (name) => ({ name: `${name}.pdf`, content: Buffer.from('%PDF-1.7\nof a test\n').toString('base64') }),
  made: (reply, name) => [[`${name}.pdf`, (reply as { id: string }).id]],
};
const draft: Kind = {
  path: '/draftOffer',
  pauseMs: 400,
  body: (name) => ({ partner: 'STRIPE', name, info: { currency: 'USD' } }),
  made: (reply, name) => [[name, (reply as { id: string }).id]],
};
const callers: readonly Kind[] = [single, single, single, batch, file, draft];

/** Continues until `enough`, then finishes what was begun. What is acknowledged is kept by its address. */
const createMany = async (
  credentials: DemoCredentials,
  acknowledged: Map<string, string>,
  enough: () => boolean,
): Promise<void> => {
  const token = await tokenOf(credentials);
  const base = `${credentials.baseUrl}/org/${credentials.organizations[0]?.organizationId}`;
  const work = async ({ path, pauseMs, body, made }: Kind, caller: number): Promise<void> => {
    for (let call = 0; !enough(); call += 1) {
      const name = `c${caller}-${call}`;
      const reply = await insist(async () => {
        const response = await fetch(`${base}${path}`, {
          method: 'POST',
          headers: {
            authorization: `Bearer ${token}`,
            'content-type': 'application/json',
            'idempotency-key': name,
          },
          body: JSON.stringify(body(name)),
          signal: AbortSignal.timeout(5000),
        });
        if (response.status === 409 || response.status === 503 || response.status === 429) return undefined;
        assert.equal(response.status, 200, `${path} was answered ${response.status}`);
        return (await response.json()) as unknown;
      });
      for (const [thing, id] of made(reply, name)) acknowledged.set(thing, id);
      await sleep(pauseMs);
    }
  };
  await Promise.all(callers.map(work));
};

const check = async (credentials: DemoCredentials, acknowledged: Map<string, string>): Promise<void> => {
  assert.ok(acknowledged.size > callers.length * kills);
  const token = await tokenOf(credentials);
  const base = `${credentials.baseUrl}/org/${credentials.organizations[0]?.organizationId}`;
  const read = async <T>(path: string): Promise<T> =>
    (await (await fetch(`${base}${path}`, { headers: { authorization: `Bearer ${token}` } })).json()) as T;
  const contacts = await read<Contact[]>('/contact?emailDomain=kill.test&limit=1000');
  const files = await read<{ data: { id: string; name: string }[] }>('/prm/file?page_size=1000');
  const drafts = await read<{ id: string; name: string; status: string }[]>('/offer?partner=STRIPE&limit=1000');
  assert.deepEqual(
    [
      ...contacts.map(({ emailAddress, id }) => `${emailAddress} ${id}`),
      ...[...files.data, ...drafts].map(({ name, id }) => `${name} ${id}`),
    ].sort(),
    [...acknowledged].map(([name, id]) => `${name} ${id}`).sort(),
  );
};

/** Runs a disturbance while clients create contacts. Returns what was acknowledged to them. */
const createWhile = async (
  credentials: DemoCredentials,
  disturb: (turn: number) => Promise<void>,
): Promise<Map<string, string>> => {
  let enough = false;
  const acknowledged = new Map<string, string>();
  const creating = createMany(credentials, acknowledged, () => enough);
  creating.catch(() => {});
  for (let turn = 1; turn <= kills; turn += 1) {
    // However slow the machine is, something was acknowledged between two disturbances.
    await until('contacts are created again', () => acknowledged.size > callers.length * turn, 60_000);
    await sleep(Math.random() * 700);
    await disturb(turn);
  }
  enough = true;
  await creating;
  return acknowledged;
};

test('embedded: the process is killed', { timeout: 290_000 }, async () => {
  await withKilledService({}, async ({ credentials, restart }) => {
    await check(credentials(), await createWhile(credentials(), restart));
  });
});

const countEffects = async (databaseUrl: string): Promise<unknown> => {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  const { rows } = await client.query(`select
    (select count(*)::int from audit_event
      where action in ('createContact', 'uploadPartnerFile', 'createOrUpdateDraftOffer')) as audits,
    (select count(*)::int from audit_event where action = 'batchCreateContacts') as batched,
    (select count(*)::int from outbox where name = 'contact.created' and payload ->> 'emailAddress' like '%kill.test') as events`);
  await client.end();
  return rows[0];
};

const titles = {
  direct: 'PostgreSQL: the process and the database are killed in turn',
  pooled: 'PostgreSQL: the process, the database and pgbouncer are killed in turn',
};

for (const isPooled of [false, true]) {
  test(isPooled ? titles.pooled : titles.direct, { timeout: 290_000 }, async (t) => {
    const home = mkdtempSync(join(tmpdir(), 'mos-kill-pg-'));
    let cluster: Postgres | null = await startPostgres({ dataDir: home });
    if (!cluster) {
      t.skip('no PostgreSQL server is installed');
      return;
    }
    const { port } = cluster;
    const databaseUrl = await cluster.createDatabase('kill');
    let pooler: Pgbouncer | null = isPooled ? await startPgbouncer(databaseUrl) : null;
    if (isPooled && !pooler) {
      await cluster.stop();
      t.skip('pgbouncer is not installed');
      return;
    }
    try {
      const env = {
        DATABASE_URL: pooler?.through(databaseUrl) ?? databaseUrl,
        SECRET_KEY: randomBytes(32).toString('base64'),
      };
      await withKilledService(env, async ({ credentials, restart }) => {
        const disturbances = [
          restart,
          async () => {
            await cluster?.crash();
            cluster = await startPostgres({ dataDir: home, port });
          },
          ...(pooler
            ? [
                async () => {
                  await pooler?.stop();
                  pooler = await startPgbouncer(databaseUrl, pooler?.port);
                },
              ]
            : []),
        ];
        const acknowledged = await createWhile(credentials(), async (turn) =>
          disturbances[(turn - 1) % disturbances.length]?.(),
        );
        await check(credentials(), acknowledged);
        const names = [...acknowledged.keys()];
        const contacts = names.filter((name) => name.includes('@')).length;
        const batched = names.filter((name) => /^c\d+-\d+-\d+@/.test(name)).length;
        assert.deepEqual(await countEffects(databaseUrl), {
          audits: names.length - batched,
          batched: batched / batchSize,
          events: contacts,
        });
      });
    } finally {
      await pooler?.stop();
      await cluster?.stop();
      rmSync(home, { recursive: true, force: true });
    }
  });
}
