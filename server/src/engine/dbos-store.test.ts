import assert from 'node:assert/strict';
import { after, mock, test } from 'node:test';
import pg from 'pg';
import { freshDatabase } from '../../test/fresh-database.ts';
import { roles } from '../db/roles.ts';
import { completeEngineTables, dbosSchema } from './dbos-store.ts';
import { openTest } from './engine.test-support.ts';

const fresh = await freshDatabase();
const { url } = fresh;

// Runs on PostgreSQL alone: an open embedded database has no session of the owner's.
if (url !== undefined) {
  await (await openTest(url)).close();
  const admin = new pg.Pool({ connectionString: url, max: 2 });
  after(async () => {
    await admin.end();
    await fresh.drop();
  });

  const complete = (): Promise<void> => completeEngineTables(admin);
  /** How many statements one call sends. */
  const countSent = async (): Promise<number> => {
    const sent = mock.method(admin, 'query');
    await complete();
    sent.mock.restore();
    return sent.mock.callCount();
  };
  const granted = async (): Promise<unknown[]> =>
    (
      await admin.query(
        `select c.relname, a.grantee::regrole::text, a.privilege_type from pg_class c, aclexplode(c.relacl) a
        where c.relnamespace = $1::regnamespace and a.grantee <> c.relowner order by 1, 2, 3`,
        [dbosSchema],
      )
    ).rows;
  const isIndexed = async (): Promise<unknown> =>
    (await admin.query(`select indisvalid from pg_index where indexrelid = 'dbos.workflow_status_unnamed'::regclass`))
      .rows[0]?.indisvalid;

  test('nothing is granted or built again where all is there', async () => {
    assert.equal(await countSent(), 1);
  });

  const damages: Record<string, string> = {
    'a table': `revoke update on ${dbosSchema}.workflow_status from mos_write`,
    'a new table': `create table ${dbosSchema}.later (id bigserial)`,
    'a sequence': `revoke usage on all sequences in schema ${dbosSchema} from mos_read`,
    'the schema': `revoke usage on schema ${dbosSchema} from mos_system`,
  };
  for (const [what, damage] of Object.entries(damages)) {
    test(`access to ${what} that is missing is granted to every role`, async () => {
      await admin.query(damage);
      assert.ok((await countSent()) > roles.length, damage);
      assert.equal(await countSent(), 1);
      const tables = (await granted()).filter((one) => (one as { relname: string }).relname === 'workflow_status');
      assert.equal(tables.length, 4 * roles.length);
    });
  }

  test('an index that is missing, or was built only in part, is built', async () => {
    await admin.query(`drop index ${dbosSchema}.workflow_status_unnamed`);
    await complete();
    assert.equal(await isIndexed(), true);
  });
}
