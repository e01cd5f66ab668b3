import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { type ApiClient, createApiClient, createSimulator, type Simulator } from '../../tools/demo/client.ts';
import { disconnectOthers } from '../../tools/demo/deals/accounts.ts';
import { startPostgres } from '../../tools/postgres.ts';
import { type SmtpServer, startSmtpServer } from '../src/adapters/mail/smtp-server.test-support.ts';
import { startReceiver } from '../src/domain/notification/webhook/receiver.test-support.ts';
import { withKilledService } from './killed-service.ts';
import { until } from './until.ts';

/**
 * The same work is begun in rounds. In the first one, and in the first one that reads reports of revenue, nothing is killed. In each other
 * round the process is killed with SIGKILL at a moment of its own, and its connections to PostgreSQL are cut. In the end every round has
 * left the same, here and at the partners. KILL_ORDERINGS=3 kills at every moment, a higher number at each of them several times.
 */

/** Rounds in which reports of revenue are ordered; as many follow in which they are read. */
const orderings = Number(process.env.KILL_ORDERINGS ?? 2);
const rounds = 2 * orderings;
const hourMs = 3_600_000;
const patienceMs = 200_000;
const momentMs = 60_000;

type World = {
  api: ApiClient;
  owner: ApiClient;
  /** An organization for the revenue of each round that orders. */
  sellers: readonly ApiClient[];
  simulator: Simulator;
  urls: { api: string; simulator: string };
  entitlementId: string;
  product: { id: string; info: { commits: { key: string; name: string }[]; dimensions: { key: string }[] } };
  mails: SmtpServer;
  receiver: Awaited<ReturnType<typeof startReceiver>>;
  filesDir: string;
  query: (text: string) => Promise<Record<string, unknown>[]>;
  /** Sends a body that is no JSON until it is answered. */
  send: (method: string, path: string, body: string | FormData, headers: Record<string, string>) => Promise<unknown>;
};

const giveUp = new AbortController();

const insist = async <T>(what: string, call: () => Promise<T | undefined>): Promise<T> => {
  let found: T | undefined;
  let last: unknown;
  await until(
    what,
    async () => {
      giveUp.signal.throwIfAborted();
      found = await call().catch((error: unknown) => {
        last = error;
        if (/: 4(?!09|29)\d\d /.test(String(error))) throw error;
        return undefined;
      });
      return found !== undefined;
    },
    patienceMs,
  ).catch((error: Error) => {
    throw new Error(`${error.message}; the last was ${last}`);
  });
  return found as T;
};

/** Kinds of work. `end`: what is there in the end, with the round's number replaced. */
type Kind = {
  name: string;
  begin: (world: World, round: number) => Promise<unknown>;
  end: (world: World, round: number) => Promise<unknown>;
};

const uploadLines = 1100;
/** So long that the whole file is too large for one transaction. */
const note = 'n'.repeat(5000);

type Mailed = { to: string; ids: number; isRepeated: boolean };

const mailedTo = ({ mails }: World, to: string): Mailed => {
  const own = mails.mails.filter((mail) => mail.to.includes(to));
  const ids = new Set(own.map(({ data }) => /^message-id: (.+)$/im.exec(data)?.[1]));
  return { to: to.replace(/\d+/, '#'), ids: ids.size, isRepeated: own.length > ids.size + 2 };
};

const kinds: Kind[] = [
  {
    name: 'contacts in a batch, and the webhook that is told of them',
    begin: ({ api }, round) =>
      api.post(
        '/contact/batch',
        [0, 1, 2].map((item) => ({ emailAddress: `c${round}-${item}@kill.test`, name: `c${round}` })),
        `batch-${round}`,
      ),
    end: async ({ api, receiver }, round) => {
      type Contact = { id: string; emailAddress: string };
      const contacts = await api.read<Contact[]>(`/contact?emailDomain=kill.test&limit=1000`);
      const own = contacts.filter(({ emailAddress }) => emailAddress.startsWith(`c${round}-`));
      return own.map(({ id }) => {
        const told = receiver.at('/ok/told').filter(({ body }) => body.includes(id));
        return new Set(told.map(({ headers }) => headers['webhook-id'])).size;
      });
    },
  },
  {
    name: 'exchange rates from a file',
    begin: ({ send }, round) =>
      send(
        'PUT',
        `/exchangeRate?rateTable=t${round}&currency=USD`,
        ['date,currency,rate', '2026-10-30,EUR,1.08', '2026-11-02,EUR,1.13'].join('\n'),
        { 'content-type': 'text/csv' },
      ),
    end: async ({ api }, round) => {
      const { data } = await api.read<{ data: { rates: unknown }[] }>(`/exchangeRate?rateTable=t${round}`);
      return data.map(({ rates }) => rates);
    },
  },
  {
    name: 'usage from a file that is stored in parts, and reported',
    begin: async ({ send, simulator, entitlementId, product }, round) => {
      const time = new Date(await simulator.now()).toISOString();
      const dimension = product.info.dimensions[0]?.key;
      const lines = Array.from(
        { length: uploadLines },
        (_, line) => `${line},${note},u${round}-${line},${entitlementId},${time},${dimension},1`,
      );
      await send(
        'POST',
        '/usageRecordGroup/upload',
        ['line,reason,id,entitlementID,timestamp,dimension,quantity', ...lines].join('\n'),
        { 'content-type': 'text/csv', 'idempotency-key': `usage-${round}` },
      );
      await simulator.advanceTo((await simulator.now()) + 2 * hourMs);
    },
    end: async ({ query }, round) =>
      query(`select count(*)::int as groups from usage_record_group_id where id like 'u${round}-%'`),
  },
  {
    name: 'an invitation of a member',
    begin: ({ owner }, round) =>
      owner.post('/user', { email: `member${round}@kill.test`, role: 'VIEWER', firstName: 'M' }, `member-${round}`),
    end: async (world, round) => mailedTo(world, `member${round}@kill.test`),
  },
  {
    name: 'a file for partners, and an invitation of a partner',
    begin: async ({ api }, round) => {
      const content = Buffer.from('%PDF-1.7\nof a test\n').toString('base64');
      await api.post('/prm/file', { name: `f${round}.pdf`, content }, `file-${round}`);
      const recipient = { companyName: 'Initech', email: `partner${round}@kill.test` };
      await api.post('/prm/invitation', { recipient }, `partner-${round}`);
    },
    end: async (world, round) => {
      const { data } = await world.api.read<{ data: { name: string }[] }>('/prm/file?page_size=1000');
      return [mailedTo(world, `partner${round}@kill.test`), data.filter(({ name }) => name === `f${round}.pdf`).length];
    },
  },
  {
    name: 'a support ticket with an attachment',
    begin: async ({ api, send }, round) => {
      const body = { name: `T${round}`, description: 'Late', watchers: [`watcher${round}@kill.test`] };
      const { id } = await api.post<{ id: string }>('/support/ticket', body, `ticket-${round}`);
      const form = new FormData();
      form.set('file', new Blob(['attached']), `a${round}.txt`);
      await send('POST', `/support/ticket/${id}/attachment`, form, { 'idempotency-key': `attachment-${round}` });
    },
    end: async (world, round) => {
      const { query } = world;
      return [
        mailedTo(world, `watcher${round}@kill.test`),
        await query(`select count(*)::int as attachments from support_attachment where name = 'a${round}.txt'`),
      ];
    },
  },
  {
    name: 'a private offer, and a mail about it',
    begin: async ({ api, simulator, product }, round) => {
      const contact = await api.post<{ id: string }>(
        '/contact',
        { emailAddress: `buyer${round}@kill.test`, name: 'Buyer' },
        `buyer-${round}`,
      );
      const { id } = await api.post<{ id: string }>(
        '/offer',
        offerBody(product, `Offer ${round}`, await simulator.now()),
        `offer-${round}`,
      );
      await insist('the offer is there', async () => {
        const { status } = await api.read<{ status: string }>(`/offer/${id}`);
        return status === 'PENDING_ACCEPTANCE' || undefined;
      });
      await api.call('POST', `/contact/${contact.id}/offer/${id}`, { idempotencyKey: `link-${round}` });
      await api.post(`/offer/${id}/notifyContacts`, [contact.id], `notice-${round}`);
    },
    end: async (world, round) => {
      const { api, simulator } = world;
      type Offer = { name: string; status: string };
      const { offers } = await simulator.read<{ offers: Offer[] }>('/control/aws/offer');
      const named = ({ name }: Offer): boolean => name === `Offer ${round}`;
      return [
        mailedTo(world, `buyer${round}@kill.test`),
        offers.filter(named).length,
        (await api.read<Offer[]>('/offer?partner=AWS&limit=1000')).filter(named).map(({ status }) => status),
      ];
    },
  },
  {
    name: 'an agreement as a PDF',
    begin: async ({ api, entitlementId }, round) => {
      const name = `Agreement ${round}`;
      await api.call('PATCH', `/entitlement/${entitlementId}/entitlementName`, { body: { id: entitlementId, name } });
      const link = await insist('the link to the PDF', () => api.read<string>(`/entitlement/${entitlementId}/pdf`));
      const bytes = await insist('the PDF', async () => {
        const response = await fetch(link);
        return response.ok ? Buffer.from(await response.arrayBuffer()) : undefined;
      });
      assert.equal(bytes.subarray(0, 5).toString(), '%PDF-');
      assert.match(bytes.subarray(-10).toString(), /%%EOF/);
    },
    end: async () => null,
  },
  {
    name: 'the revenue of a seller at Microsoft and at Google',
    begin: async ({ sellers }, round) => {
      const seller = sellers[round % orderings] as ApiClient;
      for (const channel of ['AZURE', 'GCP'])
        await seller.post(`/revenue/connection/${channel}/backfill`, {}, `backfill-${round}-${channel}`);
    },
    end: async ({ sellers }, round) => {
      const seller = sellers[round % orderings] as ApiClient;
      type Row = Record<string, unknown>;
      const { data } = await seller.read<{ data: Row[] }>('/revenue/records?page_size=100');
      const plain = (row: Row): string =>
        JSON.stringify(row, (key, value) => (/id$|time$|name$|ref/i.test(key) ? undefined : value));
      return data.map(plain).sort();
    },
  },
];

const offerBody = (product: World['product'], name: string, now: number) => {
  const [commit] = product.info.commits;
  return {
    ...{ name, partner: 'AWS', service: 'MARKETPLACE', offerType: 'PRIVATE', productID: product.id },
    expireTime: new Date(now + 80 * 24 * hourMs).toISOString(),
    info: {
      ...{ currency: 'USD', eulaType: 'SCMP', buyerAwsAccountIds: ['210987654321'] },
      commits: [{ key: commit?.key, name: commit?.name, rate: 12_000, quantity: 1, length: 12, timeUnit: 'MONTH' }],
      dimensions: product.info.dimensions.map(({ key }) => ({ key, rate: 0.01 })),
    },
  };
};

const openSeller = async ({ simulator, urls }: Pick<World, 'simulator' | 'urls'>, seller: ApiClient, id: string) => {
  const azure = await simulator.post<Record<string, string>>('/control/azure/account', { id, name: id });
  const plan = { planId: 'team', name: 'Team', isPerSeat: true, maxQuantity: 50 };
  await simulator.post('/control/azure/product', {
    ...{ accountId: id, offerId: id, title: 'Sold', landingPageUrl: 'https://acme.example/welcome' },
    plans: [{ ...plan, prices: [{ termUnit: 'P1M', price: 9.99 }] }],
  });
  for (const quantity of [1, 2, 3]) {
    const body = { billingAccountId: `${id}-${quantity}`, offerId: id, planId: 'team', quantity };
    await simulator.post('/control/azure/subscription', body);
  }
  const marketplace = { service: 'MARKETPLACE', mode: 'LIVE', accountId: id };
  const { tenantId, clientId, clientSecret } = azure;
  await seller.post('/integration', {
    ...{ partner: 'AZURE', ...marketplace, endpoint: `${urls.simulator}/azure` },
    credentials: { tenantId, clientId, clientSecret },
  });
  const gcp = await simulator.post<Record<string, string>>('/control/gcp/account', { id: `${id}-public`, name: id });
  const pro = { plan: 'pro', title: 'Pro', monthlyPrice: '100', termMonths: [1] };
  const listing = { accountId: `${id}-public`, title: 'Sold', plans: [pro] };
  const { id: listingId } = await simulator.post<{ id: string }>('/control/gcp/product', listing);
  for (const buyer of [1, 2]) {
    const billingAccount = `0A1B2C-3D4E5F-${id.slice(-1)}0000${buyer}`;
    await simulator.post('/control/gcp/order', { service: listingId, plan: 'pro', termMonths: 1, billingAccount });
  }
  await seller.post('/integration', {
    ...{ partner: 'GCP', ...marketplace, accountId: `${id}-public`, endpoint: `${urls.simulator}/gcp` },
    credentials: {
      ...{ clientEmail: gcp.clientEmail, privateKey: gcp.privateKey },
      reportBucket: `${id}-public-marketplace-reports`,
    },
  });
};

/** When the process is killed, from the beginning of the round. */
type Moment = { name: string; arm: (world: World) => Promise<() => Promise<void>> };

const when = (name: string, arm: (world: World) => Promise<() => boolean | Promise<boolean>>): Moment => ({
  name,
  arm: async (world) => {
    const check = await arm(world);
    return async () => {
      const end = performance.now() + momentMs;
      while (!(await check())) {
        if (performance.now() > end) throw new Error(`the moment never came: ${name}`);
        await sleep(25);
      }
    };
  },
});

const moments: readonly Moment[] = [
  when('usage was accepted, and the answer lost', async ({ simulator }) => {
    await simulator.post('/control/aws/fault', { name: 'timeout-after', operation: 'BatchMeterUsage', count: 1 });
    return async () =>
      (await simulator.read<{ faults: { remaining: number | null }[] }>('/control/aws/fault')).faults.every(
        ({ remaining }) => remaining === 0,
      );
  }),
  when('the bytes of a file were stored', async ({ filesDir }) => {
    const count = (): number => (existsSync(filesDir) ? readdirSync(filesDir).length : 0);
    const before = count();
    return () => count() > before;
  }),
  when('a mail was taken and not answered', async ({ mails }) => {
    mails.answers.BODY = null;
    const before = mails.connections;
    return () => mails.connections > before + 1;
  }),
  when('a webhook was called and did not answer', async ({ receiver }) => {
    const before = receiver.at('/ok/told').length;
    receiver.set('/ok/told', 'hangs');
    return () => receiver.at('/ok/told').length > before;
  }),
];

/** Undefined in the first round of each kind, in which nothing is killed. */
const momentOf = (round: number): Moment | undefined => {
  const place = round % orderings;
  const before = round < orderings ? 0 : orderings - 1;
  return place === 0 ? undefined : moments[(before + place - 1) % moments.length];
};

test('whatever is killed, every kind of work ends as if nothing had been', {
  timeout: 300_000 * orderings,
}, async (t) => {
  const home = mkdtempSync(join(tmpdir(), 'mos-kill-work-'));
  const cluster = await startPostgres({ isDurable: false });
  if (!cluster) {
    t.skip('no PostgreSQL server is installed');
    return;
  }
  const databaseUrl = await cluster.createDatabase('kill');
  const query: World['query'] = async (text) => {
    const client = new pg.Client({ connectionString: cluster.superuserUrl('kill') });
    await client.connect();
    try {
      return (await client.query(text)).rows;
    } finally {
      await client.end();
    }
  };
  const [receiver, mails] = [await startReceiver(), await startSmtpServer()];
  const env = {
    ...{ DATABASE_URL: databaseUrl, SECRET_KEY: randomBytes(32).toString('base64'), SIMULATED_CLOCK: 'on' },
    ...{ SMTP_URL: mails.url, ALLOWED_HOSTS: receiver.url, TMPDIR: home, LOG_LEVEL: 'fatal' },
  };
  try {
    await withKilledService(env, async ({ dataDir, credentials, restart }) => {
      const file = join(dataDir, 'demo-credentials.json');
      await until('the demo is created', () => existsSync(file), patienceMs);
      const { baseUrl, authUrl, simulatorUrl, simulatorToken, organizations } = credentials();
      const patience = { patienceMs, giveUp: giveUp.signal };
      const connections = organizations.map(({ organizationId, apps, owner }) => {
        const place = { baseUrl, authUrl, organizationId };
        const api = createApiClient({ ...place, ...(apps[0] ?? assert.fail()) }, patience);
        return {
          api,
          owner: createApiClient({ ...place, ...owner }, patience),
          account: undefined,
          organizationId,
          name: '',
        };
      });
      const [first = assert.fail(), ...others] = connections;
      const { api, owner } = first;
      const simulator = createSimulator(simulatorUrl, simulatorToken, patience);
      // What a killed process has leased comes back when the lease ends, after minutes.
      const endLeases = () =>
        query(`update webhook_delivery set lease_until = now() where lease_until > now();
          update webhook_health set lease_time = now() where lease_time > now();
          update account_mail set next_attempt_time = now() where next_attempt_time > now();`);
      const settled = async () => {
        const left = async () =>
          query(
            `select name, status::text from operation where status = 'RUNNING' union all
             select name, status from dbos.workflow_status where status in ('PENDING', 'ENQUEUED')`,
          );
        await until('all runs have ended', async () => (await left()).length === 0, patienceMs);
      };
      await settled();
      await disconnectOthers({ authUrl, simulatorToken, organizations: [first, ...others] }, [['AWS'], []]);
      const product = await insist('the product', async () =>
        (await api.read<World['product'][]>('/product?partner=AWS')).find(({ info }) => info?.dimensions?.length === 2),
      );
      await settled();
      const { id } = await api.post<{ id: string }>(
        '/offer',
        offerBody(product, 'Sold', await simulator.now()),
        'sold',
      );
      const externalId = await insist('the offer', async () => {
        const { status, externalID } = await api.read<{ status: string; externalID: string }>(`/offer/${id}`);
        return status === 'PENDING_ACCEPTANCE' ? externalID : undefined;
      });
      const quantities = { [product.info.commits[0]?.key ?? '']: 1 };
      await simulator.post(`/control/aws/offer/${externalId}/accept`, {
        buyerAccountId: '210987654321',
        duration: 'P12M',
        quantities,
      });
      const { id: entitlementId } = await insist('the entitlement', async () =>
        (
          await api.read<{ id: string; status: string; info?: { awsLicenseArn?: string } }[]>(
            '/entitlement?partner=AWS&limit=10',
          )
        ).find(({ status, info }) => status === 'ACTIVE' && info?.awsLicenseArn),
      );
      const urls = { api: baseUrl, simulator: simulatorUrl };
      const sellers: ApiClient[] = [];
      for (let round = 0; round < orderings; round += 1) {
        const { body } = await owner.callOutside('POST', '/org', {
          body: { name: 'Seller' },
          idempotencyKey: `org-${round}`,
        });
        const place = { baseUrl, authUrl, organizationId: (body as { id: string }).id };
        const seller = createApiClient({ ...place, ...(organizations[0] ?? assert.fail()).owner }, patience);
        await openSeller({ simulator, urls }, seller, `seller${round}`);
        sellers.push(seller);
      }
      await owner.post('/webhook', { url: `${receiver.url}/ok/told`, types: ['contact.created'] }, 'webhook');
      const tokenOf = async (): Promise<string> => {
        const app = organizations[0]?.apps[0];
        const response = await fetch(`${authUrl}/oauth2/token`, {
          method: 'POST',
          body: new URLSearchParams({
            grant_type: 'client_credentials',
            client_id: app?.clientId ?? '',
            client_secret: app?.clientSecret ?? '',
          }),
        });
        return ((await response.json()) as { access_token: string }).access_token;
      };
      const token = await tokenOf();
      const send: World['send'] = (method, path, body, headers) =>
        insist(`${method} ${path}`, async () => {
          const response = await fetch(`${baseUrl}/org/${first.organizationId}${path}`, {
            method,
            body,
            headers: { ...headers, authorization: `Bearer ${token}` },
            signal: AbortSignal.timeout(20_000),
          });
          const text = await response.text();
          if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`);
          return text;
        });
      const filesDir = join(dataDir, 'files');
      const world: World = {
        api,
        owner,
        sellers,
        simulator,
        urls,
        entitlementId,
        product,
        mails,
        receiver,
        filesDir,
        query,
        send,
      };
      await settled();
      for (const seller of sellers) {
        type Bought = { id: string; status: string };
        const bought = await insist('what was bought', async () => {
          const all = await seller.read<Bought[]>('/entitlement?limit=100');
          return all.length === 5 ? all : undefined;
        });
        for (const { id } of bought) await seller.post(`/entitlement/${id}/approve`, {}, `approve-${id}`);
      }
      await settled();

      const begun = new Date(await simulator.now()).toISOString();
      for (let round = 0; round < rounds; round += 1) {
        if (round === orderings) {
          await simulator.advanceTo((await simulator.now()) + 50 * 24 * hourMs);
          await settled();
        }
        const moment = momentOf(round);
        const came = await moment?.arm(world);
        const work = Promise.all(
          kinds.map(({ name, begin }) =>
            begin(world, round).catch((e) => {
              throw new Error(`${name}: ${e}`, { cause: e });
            }),
          ),
        );
        work.catch(() => {});
        if (came) {
          await came();
          const restarted = restart();
          delete mails.answers.BODY;
          receiver.set('/ok/told', 'ok');
          await restarted;
          await query(`select pg_terminate_backend(pid) from pg_stat_activity where usename = 'marketplace_owner'`);
          await endLeases();
        }
        await work;
        await settled();
      }
      await simulator.advanceTo((await simulator.now()) + 2 * hourMs);
      await settled();
      const now = new Date(await simulator.now()).toISOString();
      const waiting = () =>
        query(`select 'due' as what, kind as name from due where due_time < '${now}'
          union all select 'mail', id::text from account_mail where expire_time > now()
          union all select 'delivery', id::text from webhook_delivery where status = 'PENDING'
          union all select 'usage', state from usage_report_row where next_attempt_time is not null
          union all select 'event', name from outbox where delivered_time is null`);
      await until('nothing waits', async () => (await waiting()).length === 0, patienceMs);
      await settled();
      const ends = await Promise.all(
        Array.from({ length: rounds }, async (_, round) =>
          Object.fromEntries(await Promise.all(kinds.map(async ({ name, end }) => [name, await end(world, round)]))),
        ),
      );
      for (const [round, one] of ends.entries()) assert.deepEqual(one, ends[0], `round ${round} ended otherwise`);
      // Where the process outlives the lost answer, that run has failed. The next one submitted the same record again, which AWS counts once.
      assert.deepEqual(await query('select distinct state from usage_report_row'), [{ state: 'SUCCESS' }]);
      assert.deepEqual(
        await query(
          `select name, message from operation where status::text <> 'COMPLETED' and start_time >= '${begun}'
          and name <> 'usage.report'`,
        ),
        [],
      );
      const rows = await query('select id::text from partner_file union all select id::text from support_attachment');
      const stored = readdirSync(filesDir).filter((name) => /\.(partner|support)\..*\.bin$/.test(name));
      const idOf = (name: string): string => /\.(\w+)\.bin$/.exec(name)?.[1] ?? name;
      const known = rows.map(({ id }) => String(id).replaceAll('-', ''));
      assert.deepEqual(stored.map(idOf).sort(), known.sort(), 'bytes without a row, or a row without bytes');
      assert.deepEqual(readdirSync(home), [], 'temporary files are left');
      type Record = { quantity: number; differentResends: number };
      const { records } = await simulator.read<{ records: Record[] }>('/control/aws/journal/metering');
      const told = records.reduce((sum, { quantity }) => sum + quantity, 0);
      assert.equal(told, rounds * uploadLines);
      assert.ok(records.every(({ differentResends }) => differentResends === 0));
    });
  } finally {
    giveUp.abort();
    await receiver.close();
    await mails.close();
    await cluster.stop();
    rmSync(home, { recursive: true, force: true });
  }
});
