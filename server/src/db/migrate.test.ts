import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import pg from 'pg';
import { freshDatabase, onPostgres } from '../../test/fresh-database.ts';
import { until } from '../../test/until.ts';
import { openEmbeddedServer } from './embedded.ts';
import { migrate, requireMigrated } from './migrate.ts';
import { surviveLostConnections } from './pool.ts';

// Uses the database of TEST_DATABASE_URL, which belongs to an ordinary owner, or an embedded one.

const folder = join(import.meta.dirname, '../../migrations');
const files = readdirSync(folder).sort();

const withEmpty = async (work: (admin: pg.Pool) => Promise<void>, locale?: string): Promise<void> => {
  const { url, drop } = await freshDatabase(`template template0 ${locale ?? ''}`);
  const server = url === undefined ? await openEmbeddedServer({ folder: 'memory://' }) : undefined;
  const admin = surviveLostConnections(new pg.Pool({ ...(server?.connection ?? { connectionString: url }), max: 1 }));
  try {
    await work(admin);
  } finally {
    await admin.end();
    await server?.close();
    await drop();
  }
};

test('a migration that replaces an index drops the old one first, so that it cannot deadlock with those who serve meanwhile', () => {
  for (const file of files.filter((name) => name > '0138')) {
    const text = readFileSync(join(folder, file), 'utf8');
    const created = text.search(/^create (unique )?index/m);
    const dropped = [...text.matchAll(/^drop index/gm)].map(({ index }) => index);
    assert.ok(
      created < 0 || dropped.every((index) => index < created),
      `${file} creates an index before it drops another (docs/decisions/0286-indexes-in-migrations.md)`,
    );
  }
});

/** Rows as an organization's own transaction writes them. */
const writeAs = async (admin: pg.Pool, orgId: string, ...statements: string[]): Promise<void> => {
  await admin.query(`begin; set local role mos_write; select set_config('app.org_id', '${orgId}', true);
    ${statements.join(';')}; commit`);
};

test('migrations change the rows of every organization that are there already', async () => {
  await withEmpty(async (admin) => {
    const [one, two] = [randomUUID(), randomUUID()];
    await migrate(admin, '0014-audit');
    for (const org of [one, two]) {
      const connection = (partner: string, service: string): string =>
        `insert into connection (org_id, id, partner, service, account_id, region, metering_region, credentials_sealed,
          created_by, creation_time, last_update_time) values ('${org}', gen_random_uuid(), '${partner}', '${service}', '1', '', '',
          '', 'test', now(), now())`;
      await writeAs(
        admin,
        org,
        `insert into organization (id, name, created_by, creation_time, last_update_time) values ('${org}', 'o', 't', now(), now())`,
        connection('AWS', 'MARKETPLACE'),
        connection('STRIPE', 'PAYMENT'),
      );
    }
    await migrate(admin);
    const read = async (text: string): Promise<unknown[]> => (await admin.query(text)).rows;
    await admin.query('set role mos_read');
    assert.deepEqual(await read("select distinct credential_fields from connection where partner = 'AWS'"), [
      { credential_fields: ['accessKeyId', 'secretAccessKey'] },
    ]);
    assert.deepEqual(await read("select count(*)::int as n from due where kind = 'marketplace.reconcile'"), [{ n: 2 }]);
    await admin.query('reset role');
  });
});

test('the places of each organization go on from the latest one of all', async () => {
  await withEmpty(async (admin) => {
    const [one, two] = [randomUUID(), randomUUID()];
    await migrate(admin, '0104-lists-of-ten-million');
    for (const org of [one, two])
      await writeAs(
        admin,
        org,
        `insert into organization (id, name, created_by, creation_time, last_update_time) values ('${org}', 'o', 't', now(), now())`,
      );
    await admin.query("update engine_turn set last_sequence = 7 where name = 'outbox'");
    await migrate(admin);
    await admin.query('set role mos_read');
    const { rows } = await admin.query('select last_sequence::int as last from event_place');
    await admin.query('reset role');
    assert.deepEqual(rows, [{ last: 7 }, { last: 7 }]);
  });
});

test('stored rows of Google Cloud know their account if only one has read a file of that name', async () => {
  await withEmpty(async (admin) => {
    const org = randomUUID();
    await migrate(admin, '0156-deliveries-of-an-epoch');
    const part = (account: string, name: string, channel = 'GCP', state = 'READ'): string =>
      `insert into revenue_part (org_id, channel, account_id, name, version, written_time, state, found_time)
        values ('${org}', '${channel}', '${account}', '${name}', '1', now(), '${state}', now())`;
    const row = (name: string, channel = 'GCP'): string =>
      `insert into revenue_row (org_id, channel, dataset, key, version, hash, is_deleted, columns, part, read_time)
        values ('${org}', '${channel}', 'disbursements', '${name}', '1', 'x', false, '{}', '${name}', now())`;
    await writeAs(
      admin,
      org,
      `insert into organization (id, name, created_by, creation_time, last_update_time) values ('${org}', 'o', 't', now(), now())`,
      ...[part('one', 'own'), part('one', 'both'), part('two', 'both'), part('1', 'own', 'AWS')],
      ...[part('one', 'found'), part('two', 'found', 'GCP', 'FOUND')],
      ...[row('own'), row('both'), row('gone'), row('found'), row('own', 'AWS')],
    );
    await migrate(admin);
    await admin.query('set role mos_read');
    const { rows } = await admin.query({
      text: 'select channel, key, account_id from revenue_row order by 1, 2',
      rowMode: 'array',
    });
    assert.deepEqual(rows, [
      ['AWS', 'own', null],
      ['GCP', 'both', null],
      ['GCP', 'found', 'one'],
      ['GCP', 'gone', null],
      ['GCP', 'own', 'one'],
    ]);
    await admin.query('reset role');
  });
});

test('stored payouts of Adyen are named by their merchant account, with their records and bank references', async () => {
  await withEmpty(async (admin) => {
    const org = randomUUID();
    await migrate(admin, '0146-charges-by-reference');
    const line = (key: string, recordId: string | null, trace: string | null, channel = 'ADYEN'): string =>
      `insert into revenue_line (org_id, channel, dataset, key, position, record_id, currency, stage, kind, nature, amount, time, day, payout, trace)
        values ('${org}', '${channel}', 'settlement_details', '${key}', 0, ${recordId && `'${recordId}'`}, 'EUR', 'DISBURSED',
          '${recordId ? 'REVENUE' : 'PAYOUT'}', 'PLAIN', 1, now(), now(), '4', ${trace && `'${trace}'`})`;
    const figures =
      'billed, refunded, tax, partner_tax, fee, cost, adjusted, forgiven, collected, disbursed, refund_disbursed';
    const record = (recordId: string, channel = 'ADYEN'): string =>
      `insert into revenue_record (org_id, id, channel, record_id, currency, type, ${figures}, first_day, last_day, payout, trace,
          creation_time, last_update_time)
        values ('${org}', gen_random_uuid(), '${channel}', '${recordId}', 'EUR', 'CHARGE', ${figures.replace(/\w+/g, '1')}, now(), now(), '4',
          'trace pos', now(), now())`;
    await writeAs(
      admin,
      org,
      `insert into organization (id, name, created_by, creation_time, last_update_time) values ('${org}', 'o', 't', now(), now())`,
      line('AcmeECOM 4 1', 'PSP1', null),
      line('AcmeECOM 4 2', null, 'trace ecom'),
      line('Acme-POS 4 1', 'PSP2', null),
      line('Acme-POS 4 2', null, 'trace pos'),
      line('AcmeECOM 4 1', 'of another', null, 'AWS'),
      ...['PSP1', 'PSP2'].map((id) => record(id)),
      record('of another', 'AWS'),
    );
    await migrate(admin);
    await admin.query('set role mos_read');
    const read = async (text: string) => (await admin.query({ text, rowMode: 'array' })).rows;
    assert.deepEqual(await read('select channel, key, payout from revenue_line order by 1, 2'), [
      ['ADYEN', 'Acme-POS 4 1', 'Acme-POS-4'],
      ['ADYEN', 'Acme-POS 4 2', 'Acme-POS-4'],
      ['ADYEN', 'AcmeECOM 4 1', 'AcmeECOM-4'],
      ['ADYEN', 'AcmeECOM 4 2', 'AcmeECOM-4'],
      ['AWS', 'AcmeECOM 4 1', '4'],
    ]);
    assert.deepEqual(await read('select record_id, payout, trace, version::int from revenue_record order by 1'), [
      ['PSP1', 'AcmeECOM-4', 'trace ecom', 2],
      ['PSP2', 'Acme-POS-4', 'trace pos', 2],
      ['of another', '4', 'trace pos', 1],
    ]);
    await admin.query('reset role');
  });
});

if (onPostgres)
  test('places continue after those that a process of the previous release assigns meanwhile', async () => {
    await withEmpty(async (admin) => {
      const org = randomUUID();
      await migrate(admin, '0104-lists-of-ten-million');
      await writeAs(
        admin,
        org,
        `insert into organization (id, name, created_by, creation_time, last_update_time) values ('${org}', 'o', 't', now(), now())`,
      );
      const before = new pg.Client({ connectionString: admin.options.connectionString ?? '' });
      await before.connect();
      try {
        await before.query("begin; select last_sequence from engine_turn where name = 'outbox' for update");
        const migrated = migrate(admin);
        const waiting =
          'select from pg_locks l join pg_stat_activity a on a.pid = l.pid where not l.granted and a.datname = current_database()';
        await until('the migration waits', async () => (await before.query(waiting)).rows.length > 0);
        await before.query("update engine_turn set last_sequence = 9 where name = 'outbox'; commit");
        await migrated;
      } finally {
        await before.end();
      }
      await admin.query('set role mos_read');
      const { rows } = await admin.query('select last_sequence::int as last from event_place');
      await admin.query('reset role');
      assert.deepEqual(rows, [{ last: 9 }]);
    });
  });

test('contacts and roles that a wider folding makes equal are kept, and the newer ones are marked as duplicates', async () => {
  await withEmpty(async (admin) => {
    const org = randomUUID();
    await migrate(admin, '0029-collation');
    const contact = (email: string, day: number): string =>
      `insert into contact (org_id, id, email_address, creation_time, last_update_time)
        values ('${org}', gen_random_uuid(), '${email}', '2026-01-0${day}', now())`;
    const role = (name: string, day: number): string =>
      `insert into role (org_id, id, name, permissions, created_by, creation_time, last_update_time)
        values ('${org}', gen_random_uuid(), '${name}', '{}', 't', '2026-01-0${day}', now())`;
    await writeAs(
      admin,
      org,
      `insert into organization (id, name, created_by, creation_time, last_update_time) values ('${org}', 'o', 't', now(), now())`,
      contact('É@x.test', 2),
      contact('é@x.test', 1),
      role('Σ', 1),
      role('ς', 2),
    );
    await migrate(admin);
    await admin.query('set role mos_read');
    const read = async (text: string): Promise<unknown[]> => (await admin.query(text)).rows;
    assert.deepEqual(await read('select email_address, email_twin = id as twin from contact order by creation_time'), [
      { email_address: 'é@x.test', twin: null },
      { email_address: 'É@x.test', twin: true },
    ]);
    assert.deepEqual(await read("select email_address from contact where email_key = 'é@x.test'"), [
      { email_address: 'é@x.test' },
    ]);
    assert.deepEqual(await read('select name, namesake from role order by creation_time'), [
      { name: 'Σ', namesake: false },
      { name: 'ς', namesake: true },
    ]);
    await admin.query('reset role');
  });
});

/** Values that releases before 0037 could leave in the fraction of a dimension. */
const leftFractions = ['1.26', '-0.21', '1.80', '0.5', '0', '2', '-3', '-0.000001', '0.999999999', '1'];

test('fractions that earlier releases left outside [0, 1) do not stop an upgrade, and no part of them is lost', async () => {
  await withEmpty(async (admin) => {
    const orgs = [randomUUID(), randomUUID()];
    await migrate(admin, '0033-list-filters');
    for (const org of orgs) {
      const cursors = leftFractions.map(
        (fraction) =>
          `insert into usage_cursor (org_id, entitlement_id, dimension, kind, fraction, dropped)
            values ('${org}', gen_random_uuid(), '${fraction}', 'LIVE', ${fraction}, 0)`,
      );
      const group = `insert into usage_record_item (org_id, creation_month, group_id, dimension, entitlement_id, term_id, hour, quantity, state)
        values ('${org}', '2026-01-01', 'g', 'd', gen_random_uuid(), gen_random_uuid(), now(), 0.000000001, 'CREATED')`;
      await writeAs(
        admin,
        org,
        `insert into organization (id, name, created_by, creation_time, last_update_time) values ('${org}', 'o', 't', now(), now())`,
        ...cursors,
        group,
      );
    }
    await migrate(admin);
    await admin.query('set role mos_read');
    const { rows } = await admin.query<{ dimension: string; kept: boolean; within: boolean; whole: boolean }>(
      `select dimension, fraction + owed = dimension::numeric as kept, fraction >= 0 and fraction < 1 as within,
        owed = trunc(owed) as whole from usage_cursor`,
    );
    assert.equal(rows.length, orgs.length * leftFractions.length);
    assert.deepEqual(
      rows.filter((row) => !row.kept || !row.within || !row.whole),
      [],
    );
    await admin.query('reset role');
  });
});

test('files of AWS are read again for rows that said more than an earlier release understood', async () => {
  await withEmpty(async (admin) => {
    const org = randomUUID();
    await migrate(admin, '0122-times-of-invitations');
    const row = (key: string, action: string): string =>
      `insert into revenue_row (org_id, channel, dataset, key, version, hash, is_deleted, columns, part, read_time)
        values ('${org}', 'AWS', 'billing_event', '${key}', '1', '${key}', false, '{"action": "${action}"}', 'p', now())`;
    const part = (name: string): string =>
      `insert into revenue_part (org_id, channel, account_id, name, version, written_time, state, found_time, rows)
        values ('${org}', 'AWS', '1', '${name}', '1', now(), 'READ', now(), 9)`;
    const line = `insert into revenue_line (org_id, channel, dataset, key, position, currency, stage, kind, nature, amount, time, day)
      values ('${org}', 'AWS', 'billing_event', 'paid', 0, 'USD', 'DISBURSED', 'REVENUE', 'PLAIN', 1, now(), '2026-11-01')`;
    await writeAs(
      admin,
      org,
      ...[row('paid', 'DISBURSED'), row('adjusted', 'DISBURSED'), row('shown', 'INVOICED'), line],
      ...['billingeventfeed_v1', 'dailyusagefeed_v1', 'offerfeed_v1'].map((feed) => part(`${feed}/year=2026/data.csv`)),
    );
    await migrate(admin);
    await admin.query('set role mos_read');
    const read = async (text: string): Promise<unknown[]> => (await admin.query({ text, rowMode: 'array' })).rows;
    assert.deepEqual(await read('select key from revenue_row where superseded'), [['adjusted']]);
    assert.deepEqual(await read('select split_part(name, $$_$$, 1), state from revenue_part order by name'), [
      ['billingeventfeed', 'FOUND'],
      ['dailyusagefeed', 'FOUND'],
      ['offerfeed', 'READ'],
    ]);
  });
});

test('lines of AWS that an earlier release stored get the paid amount of their rows, and tax of a wholesale price is read again', async () => {
  await withEmpty(async (admin) => {
    const org = randomUUID();
    await migrate(admin, '0166-steady-clock');
    const row = (key: string, columns: object): string =>
      `insert into revenue_row (org_id, channel, dataset, key, version, hash, is_deleted, columns, part, read_time)
        values ('${org}', 'AWS', 'billing_event', '${key}', '1', '${key}', false, '${JSON.stringify(columns)}', 'tax', now())`;
    const line = (key: string, kind: string, amount: string): string =>
      `insert into revenue_line (org_id, channel, dataset, key, position, currency, stage, kind, nature, amount, time, day)
        values ('${org}', 'AWS', 'billing_event', '${key}', 0, 'EUR', 'DISBURSED', '${kind}', 'PLAIN', ${amount}, now(), '2026-11-01')`;
    const part = (name: string): string =>
      `insert into revenue_part (org_id, channel, account_id, name, version, written_time, state, found_time, rows)
        values ('${org}', 'AWS', '1', '${name}', '1', now(), 'READ', now(), 9)`;
    const usd = (amount: string) => ({ disbursement_currency: 'USD', disbursement_amount: amount });
    await writeAs(
      admin,
      org,
      ...[row('fee', usd('3.25')), row('payout', usd('104.95')), row('same', {}), row('odd', usd('n/a'))],
      ...[
        line('fee', 'FEE', '-3'),
        line('payout', 'PAYOUT', '97'),
        line('same', 'REVENUE', '5'),
        line('odd', 'REVENUE', '6'),
      ],
      ...[row('tax', { transaction_type: 'AWS_TAX_SHARE', charge_variant: 'RESALE' }), line('tax', 'FEE', '-1')],
      ...[row('own', { transaction_type: 'AWS_TAX_SHARE' }), line('own', 'FEE', '-1'), part('tax'), part('other')],
    );
    await migrate(admin);
    await admin.query('set role mos_read');
    const read = async (text: string): Promise<unknown[]> => (await admin.query({ text, rowMode: 'array' })).rows;
    assert.deepEqual(
      await read(
        `select concat_ws(' ', key, amount, currency, paid_amount, paid_currency) from revenue_line where key in ('fee', 'payout', 'same', 'odd') order by key`,
      ),
      [['fee -3 EUR -3.25 USD'], ['odd 6 EUR'], ['payout 104.95 USD'], ['same 5 EUR']],
    );
    assert.deepEqual(await read('select key from revenue_row where superseded'), [['tax']]);
    assert.deepEqual(await read('select name, state from revenue_part order by name'), [
      ['other', 'READ'],
      ['tax', 'FOUND'],
    ]);
  });
});

test('every column of text is of collation "C", those of views and indexes too', async () => {
  await withEmpty(async (admin) => {
    await migrate(admin);
    const { rows } = await admin.query<{ name: string }>(
      `select c.relname || '.' || a.attname as name from pg_attribute a join pg_class c on c.oid = a.attrelid
        where c.relnamespace = 'public'::regnamespace and a.attnum > 0 and not a.attisdropped
          and a.attcollation not in (0, '"C"'::regcollation)
        order by 1`,
    );
    const others = rows.map(({ name }) => name).filter((name) => !/^migration(_lock)?(_pkey)?\./.test(name));
    assert.deepEqual(
      others,
      [],
      'write `text collate "C"`, or end the migration with `select mos_collate(\'the_table\')`',
    );
  });
});

test('no statement of a migration leaves case or order to the collation of the database', () => {
  for (const file of files.filter((name) => name > '0029')) {
    const text = readFileSync(join(folder, file), 'utf8').replace(/--.*$/gm, '');
    assert.doesNotMatch(text, /\bilike\b|\bcitext\b|\b(upper|initcap)\(/i, file);
    if (!file.startsWith('0030')) assert.doesNotMatch(text, /\blower\(/, `${file}: fold case by mos_fold`);
  }
});

/** Columns whose words are folded before they are stored. */
const foldedColumns = ['knowledge_word_text'];

test('every index of parts of texts is over the folded form, by which they are searched', async () => {
  await withEmpty(async (admin) => {
    await migrate(admin);
    const { rows } = await admin.query<{ indexdef: string }>(
      `select indexdef from pg_indexes where schemaname = 'public' and indexdef ~ 'gin_trgm_ops' and indexdef !~ 'mos_fold'
        and indexname <> all($1)`,
      [foldedColumns],
    );
    assert.deepEqual(rows, []);
  });
});

test('every table of organizations, and every month of one, is cleared and looked at before much of it has changed', async () => {
  await withEmpty(async (admin) => {
    await migrate(admin);
    await admin.query(`select mos_make_month(name, '2031-05-01') from monthly_table`);
    const { rows } = await admin.query<{ name: string }>(
      `select c.relname as name from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'org_id'
       where c.relnamespace = 'public'::regnamespace and c.relkind = 'r'
         and coalesce(array_to_string(c.reloptions, ' '), '') !~ 'autovacuum_vacuum_scale_factor'`,
    );
    assert.deepEqual(rows, []);
    const { rows: months } = await admin.query(
      `select relname from pg_class where relname ~ '_2031_05$' and relkind = 'r'`,
    );
    assert.ok(months.length > 5);
  });
});

test('a migration that changes rows behind the fence lifts it for the owner, or says for which organization', () => {
  const fenced = new Set<string>();
  for (const file of files) {
    // Functions run later, under the roles of the service.
    const text = readFileSync(join(folder, file), 'utf8')
      .replace(/--.*$/gm, '')
      .replace(/create (?:or replace )?function[\s\S]*?end \$\$;/g, '');
    for (const [, table] of text.matchAll(/alter table (\w+) force row level security/g)) fenced.add(String(table));
    for (const { 0: statement, index } of text.matchAll(/\b(?:update|delete from|insert into) (?!of\b|on\b)[^;]*/g)) {
      for (const [, table] of statement.matchAll(/\b(?:update|into|from|join|,) (\w+)\b/g)) {
        if (!fenced.has(String(table))) continue;
        const lifted = text.slice(0, index).lastIndexOf(`${table} no force row level security`) >= 0;
        const named = text.includes("set_config('app.org_id'");
        assert.ok(lifted || named, `${file}: "${statement}" finds no row of ${table} as an owner that is no superuser`);
      }
    }
    for (const [, table] of text.matchAll(/mos_fence\('(\w+)'/g)) fenced.add(String(table));
  }
});

test('a database of another encoding is refused', async () => {
  if (!onPostgres) return;
  await withEmpty(async (admin) => {
    await assert.rejects(migrate(admin), /has the encoding LATIN1; it must be UTF8\. Create one with: [^\n]+$/);
  }, "encoding 'LATIN1' locale_provider libc locale 'C'");
});

test('an older release refuses a database that a newer one has migrated, in every role', async () => {
  await withEmpty(async (admin) => {
    await migrate(admin);
    await admin.query("insert into migration (name, timestamp) values ('9999-from-the-future', now()::text)");
    const line =
      /^The database was migrated by a newer release of this service \(9999-from-the-future is unknown to this one\)\. [^\n]+$/;
    await assert.rejects(migrate(admin), (error: Error) => line.test(error.message));
    await assert.rejects(requireMigrated(admin), (error: Error) => line.test(error.message));
  });
});
