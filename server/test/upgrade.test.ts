import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import pg from 'pg';
import { createStrictReader, type Read } from '../../tools/demo/strict-reader.ts';
import { startPostgres } from '../../tools/postgres.ts';
import { openEmbeddedServer } from '../src/db/embedded.ts';
import { surviveLostConnections } from '../src/db/pool.ts';
import { credentialsFile, type DemoCredentials } from '../src/demo/draft.ts';
import { systemClock } from '../src/kit/clock.ts';
import { chooseFreePort } from '../src/kit/free-port.ts';
import { encodeId } from '../src/kit/ids.ts';
import { handedDown, type Service, spawnService } from './process.ts';
import { copyFiles, type KeptRelease, keptVersions, loadDatabase, readRelease } from './releases/load-release.ts';
import { until } from './until.ts';

/**
 * Runs this release on the data of each earlier one, left by a demo that was killed in the middle of a week of usage: a
 * strict client can read everything, nothing is lost, unfinished work continues, and the audit trail is intact.
 */

const verifyAudit = join(import.meta.dirname, '../src/commands/verify-audit.ts');

const folders: string[] = [];
after(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

/** Tables whose number of rows may only grow in an upgrade. */
const lasting = [
  'organization',
  'contact',
  'product',
  'offer',
  'entitlement',
  'entitlement_term',
  'wallet',
  'wallet_entry',
  'operation',
  'usage_record_group',
  'usage_report',
  'audit_event',
];

const countRows = async (admin: pg.Pool): Promise<Record<string, number>> => {
  const counts: Record<string, number> = {};
  for (const table of lasting) {
    const { rows } = await admin.query<{ count: number }>(`select count(*)::int as count from ${table}`);
    counts[table] = rows[0]?.count ?? 0;
  }
  return counts;
};

/** What the usage adds up to, and what the totals of usage say, of what was accepted and of what is submitted. */
const readTotals = async (admin: pg.Pool): Promise<Record<string, string>> => {
  const totalOf = (counts: string): string => `(
    select coalesce(sum(quantity), 0) from (
      select quantity from usage_total_change where counts = '${counts}'
      union all select quantity from usage_total
        where counts = '${counts}' and entitlement_id <> '00000000-0000-0000-0000-000000000000') as kept)`;
  const { rows } = await admin.query<Record<string, string>>(`select
    (select count(*) from usage_record_item)::text as items,
    (select coalesce(sum(quantity), 0) from usage_record_item where state not in ('INVALID', 'DELETED')) - ${totalOf('GROUP')} as "not accepted",
    (select coalesce(sum(quantity), 0) from usage_report_row where kind = 'LIVE' and state <> 'FAILED') - ${totalOf('REPORT')} as "not submitted"`);
  return rows[0] ?? {};
};

const keptCounts = (kept: KeptRelease): Record<string, number> =>
  Object.fromEntries(
    lasting.map((name) => {
      const table = kept.tables.find((one) => one.name === name && one.schema === 'public');
      return [name, (JSON.parse(table?.rows ?? '[]') as unknown[]).length];
    }),
  );

const withEmbedded = async <T>(dataDir: string, work: (admin: pg.Pool) => Promise<T>): Promise<T> => {
  const server = await openEmbeddedServer({ folder: join(dataDir, 'database') });
  const admin = new pg.Pool({ ...server.connection, max: 1, idleTimeoutMillis: 0 });
  try {
    return await work(admin);
  } finally {
    await admin.end();
    await server.close();
  }
};

const withUrl = async <T>(connectionString: string, work: (admin: pg.Pool) => Promise<T>): Promise<T> => {
  const admin = surviveLostConnections(new pg.Pool({ connectionString, max: 1 }));
  try {
    return await work(admin);
  } finally {
    await admin.end();
  }
};

const tokenOf = async (authUrl: string, client: { clientId: string; clientSecret: string }): Promise<string> => {
  const form = { grant_type: 'client_credentials', client_id: client.clientId, client_secret: client.clientSecret };
  const reply = await fetch(`${authUrl}/oauth2/token`, { method: 'POST', body: new URLSearchParams(form) });
  assert.equal(reply.status, 200, 'an App of the earlier release gets its token');
  return ((await reply.json()) as { access_token: string }).access_token;
};

/** The runs of an organization that the kill interrupted. */
const runsUnderWay = (kept: KeptRelease, orgId: string): string[] => {
  const table = kept.tables.find(({ name }) => name === 'operation');
  const rows = JSON.parse(table?.rows ?? '[]') as { id: string; org_id: string; status: string }[];
  return rows
    .filter(({ org_id, status }) => status === 'RUNNING' && encodeId('org', org_id) === orgId)
    .map(({ id }) => encodeId('operation', id));
};

const liveThrough = async (kept: KeptRelease, service: Service, authUrl: string, dataDir: string): Promise<void> => {
  const url = await service.started;
  const document = (await (await fetch(`${url}/openapi.json`)).json()) as Record<string, unknown>;
  const reader = createStrictReader(document);
  const { organizations } = JSON.parse(readFileSync(credentialsFile(dataDir), 'utf8')) as DemoCredentials;
  assert.equal(organizations.length, 2);
  for (const { organizationId, apps } of organizations) {
    const editor = apps.find(({ accessLevel }) => accessLevel === 'EDITOR');
    assert.ok(editor);
    const token = await tokenOf(authUrl, editor);
    const read: Read = async (method, path) => {
      const reply = await fetch(`${url}${path}`, {
        method: method.toUpperCase(),
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        ...(method === 'post' ? { body: '{}' } : {}),
      });
      return { status: reply.status, body: await reply.json(), link: reply.headers.get('link') };
    };
    const { faults, answers } = await reader.readEverything(organizationId, read);
    assert.deepEqual(faults, []);
    assert.ok((answers.GetProduct ?? 0) >= 1);
    for (const id of runsUnderWay(kept, organizationId)) {
      await until(
        `run ${id} has ended`,
        async () => {
          const { status, body } = await read('get', `/org/${organizationId}/v2/operation/${id}`);
          assert.equal(status, 200);
          return (body as { status: string }).status !== 'RUNNING';
        },
        90_000,
      );
    }
  }
};

for (const version of keptVersions()) {
  const kept = readRelease(version);
  const old = JSON.parse(
    Buffer.from(kept.files['demo-credentials.json'] ?? '', 'base64').toString(),
  ) as DemoCredentials;

  const upgrade = async (
    dataDir: string,
    env: Record<string, string>,
    within: <T>(work: (admin: pg.Pool) => Promise<T>) => Promise<T>,
  ): Promise<void> => {
    const [api, auth, simulators] = [await chooseFreePort(), await chooseFreePort(), await chooseFreePort()];
    const at = (port: number): string => `http://127.0.0.1:${port}`;
    const addresses = { [old.baseUrl]: at(api), [old.authUrl]: at(auth), [old.simulatorUrl]: at(simulators) };
    copyFiles(kept, dataDir, addresses, systemClock.now());
    await within((admin) => loadDatabase(admin, kept, addresses));
    const service = spawnService({
      DATA_DIR: dataDir,
      SIMULATORS: 'on',
      DEMO: 'on',
      PORT: String(api),
      AUTH_PORT: String(auth),
      OPERATOR_PORT: '0',
      SIMULATOR_PORT: String(simulators),
      RATE_LIMIT: 'off',
      ...env,
    });
    try {
      await liveThrough(kept, service, at(auth), dataDir);
    } finally {
      service.child.kill('SIGTERM');
      await service.exited;
    }
    const verified = spawnSync(process.execPath, [verifyAudit], {
      env: { ...handedDown, PATH: process.env.PATH, HOME: process.env.HOME, DATA_DIR: dataDir, ...env },
      encoding: 'utf8',
    });
    assert.equal(verified.status, 0, `the chains of the trail hold: ${verified.stdout}${verified.stderr}`);
    const [before, now] = [keptCounts(kept), await within(countRows)];
    for (const table of lasting) assert.ok((now[table] ?? 0) >= (before[table] ?? 0), `${table}: rows were lost`);
    const { items, ...differences } = await within(readTotals);
    assert.ok(Number(items) > 0);
    for (const [what, difference] of Object.entries(differences)) assert.equal(Number(difference), 0, what);
  };

  test(`embedded: this release goes on with the data of ${version}`, { timeout: 240_000 }, async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'mos-upgrade-'));
    folders.push(dataDir);
    await upgrade(dataDir, {}, (work) => withEmbedded(dataDir, work));
  });

  test(`PostgreSQL: this release goes on with the data of ${version}`, { timeout: 240_000 }, async (t) => {
    const dataDir = mkdtempSync(join(tmpdir(), 'mos-upgrade-'));
    folders.push(dataDir);
    const cluster = await startPostgres();
    if (!cluster) {
      t.skip('no PostgreSQL server is installed');
      return;
    }
    try {
      const url = await cluster.createDatabase('upgrade');
      const secretKey = Buffer.from(kept.files['secret-key'] ?? '', 'base64')
        .toString()
        .trim();
      await upgrade(dataDir, { DATABASE_URL: url, SECRET_KEY: secretKey }, (work) => withUrl(url, work));
    } finally {
      await cluster.stop();
    }
  });
}
