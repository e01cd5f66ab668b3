import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { sql } from 'kysely';
import type { Database } from '../src/db/database.ts';
import { refuseInsideTransaction } from '../src/db/database.ts';
import { insertContact } from '../src/domain/contact/store.ts';
import { systemClock } from '../src/kit/clock.ts';
import { createIds } from '../src/kit/ids.ts';
import { testDatabase } from './app.ts';

const ids = createIds(systemClock);
const ours = ids.next();
const theirs = ids.next();
let database: Database;

const aContact = (email: string) => ({
  id: ids.next(),
  email_address: email,
  name: '',
  company_contact_id: null,
  info: {},
  tags: [],
  creation_time: systemClock.now(),
  last_update_time: systemClock.now(),
  version: 1,
});

before(async () => {
  database = await testDatabase();
  await database.write(ours, (db) => insertContact(db, aContact('a@ours.test')));
  await database.write(theirs, (db) => insertContact(db, aContact('a@theirs.test')));
});
after(() => database.close());

const emails = (rows: unknown[]): string[] => rows.map((row) => (row as { email_address: string }).email_address);

test('a statement without its organization sees and changes no foreign row', async () => {
  await database.write(ours, async (db) => {
    const { rows } = await sql`select email_address from contact`.execute(db.raw);
    assert.deepEqual(emails(rows), ['a@ours.test']);
    const changed = await sql`update contact set name = 'taken' returning email_address`.execute(db.raw);
    assert.deepEqual(emails(changed.rows), ['a@ours.test']);
  });
  await database.write(theirs, async (db) => {
    const { rows } = await sql<{ name: string }>`select name from contact`.execute(db.raw);
    assert.deepEqual(rows, [{ name: '' }]);
  });
});

test('a row cannot be written into another organization', async () => {
  const foreign = database.write(ours, async (db) => {
    await sql`insert into contact (org_id, id, email_address, creation_time, last_update_time)
      values (${theirs}, ${ids.next()}, 'b@theirs.test', now(), now())`.execute(db.raw);
  });
  await assert.rejects(foreign, { code: '42501' });
  const moved = database.write(ours, async (db) => {
    await sql`update contact set org_id = ${theirs}`.execute(db.raw);
  });
  await assert.rejects(moved, { code: '42501' });
});

test('reads cannot write, and nobody can change what is only appended', async () => {
  const reading = sql`update contact set name = 'read'`.execute(database.read(ours).raw);
  if (process.env.STRICT_RLS !== '1') await assert.rejects(reading, { code: '42501' });
  else await reading;
  await assert.rejects(
    database.write(ours, (db) => sql`delete from audit_event`.execute(db.raw)),
    { code: '42501' },
  );
  await assert.rejects(
    database.write(ours, (db) => sql`update audit_event set action = ''`.execute(db.raw)),
    { code: '42501' },
  );
  await assert.rejects(
    database.system((statements) => sql`select * from contact`.execute(statements)),
    { code: '42501' },
  );
});

test('with strict reads the fence holds for reads too', async () => {
  if (process.env.STRICT_RLS !== '1') return;
  const { rows } = await sql`select email_address from contact`.execute(database.read(ours).raw);
  assert.deepEqual(emails(rows), ['a@ours.test']);
});

test('the organization of a transaction does not stay on its connection', async () => {
  const { rows } = await database.pool.query("select current_setting('app.org_id', true) as org, current_user as role");
  assert.ok(rows[0].org === null || rows[0].org === '');
  // A session that others use too has no role of ours between two transactions.
  assert.equal(rows[0].role, database.sharesSessions ? 'marketplace_owner' : 'mos_read');
});

test('inside a transaction nothing else is called: no partner, no second transaction, no read beside it', async () => {
  await database.write(ours, async () => {
    assert.throws(() => refuseInsideTransaction('a partner'), /inside a database transaction/);
    await assert.rejects(
      database.write(ours, async () => {}),
      /already open/,
    );
    if (process.env.STRICT_RLS !== '1') {
      await assert.rejects(
        database.read(ours).selectFrom('contact').select('contact.id').execute(),
        /outside the open transaction/,
      );
    }
  });
  refuseInsideTransaction('a partner');
});

test('a dry run keeps nothing, and neither does a failed transaction', async () => {
  await database.rehearse(ours, (db) => insertContact(db, aContact('rehearsed@ours.test')));
  await assert.rejects(
    database.write(ours, async (db) => {
      await insertContact(db, aContact('failed@ours.test'));
      throw new Error('on purpose');
    }),
    /on purpose/,
  );
  await database.write(ours, async (db) => {
    const { rows } = await sql`select email_address from contact order by 1`.execute(db.raw);
    assert.deepEqual(emails(rows), ['a@ours.test']);
  });
});

test('a failed statement closes no connection', async () => {
  const failing = (): Promise<unknown> => sql`select 1 / 0`.execute(database.read(ours).raw);
  for (let round = 0; round < 5; round += 1) {
    await Promise.all([
      assert.rejects(failing(), { code: '22012' }),
      assert.rejects(failing(), { code: '22012' }),
      database.read(ours).selectFrom('contact').select('contact.id').execute(),
      database.write(ours, (db) => db.selectFrom('contact').select('contact.id').execute()),
    ]);
  }
});
