import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { sql } from 'kysely';
import { type People, startPeople } from '../../../../test/people.ts';
import { refused } from '../access/user/user.test-support.ts';
import { createdMax, createdPerDay } from './create-organization.ts';

const people: People = await startPeople();
after(() => people.close());

test('a person creates a limited number of organizations, even many at once; others are not affected', async () => {
  const [ann, bob] = [await people.addPerson('ann@founds.test'), await people.addPerson('bob@founds.test')];
  await people.found(ann);
  await people.database.write(people.environment.ids.next(), (db) =>
    sql`update organization_founder set count = ${createdMax - 2} where account_id = ${ann.id}`.execute(db.raw),
  );
  const results = await Promise.allSettled(Array.from({ length: 6 }, () => people.found(ann)));
  assert.equal(results.filter(({ status }) => status === 'fulfilled').length, 2);
  assert.deepEqual(await refused(people.found(ann), 'Conflict'), { limit: createdMax, used: createdMax });
  await people.found(bob);
});

test('a person creates ten organizations a day, even many at once; more on the next day', async () => {
  const cleo = await people.addPerson('cleo@founds.test');
  const results = await Promise.allSettled(Array.from({ length: createdPerDay + 5 }, () => people.found(cleo)));
  assert.equal(results.filter(({ status }) => status === 'fulfilled').length, createdPerDay);
  assert.deepEqual(await refused(people.found(cleo), 'TooManyRequests'), { limit: createdPerDay, used: createdPerDay });
  await people.database.write(people.environment.ids.next(), (db) =>
    sql`update organization_founder set day_start = now() - interval '24 hours' where account_id = ${cleo.id}`.execute(
      db.raw,
    ),
  );
  await people.found(cleo);
});

test('a day that begins in the future, because the clock was ahead, is over; one of a clock that differs is not', async () => {
  const dora = await people.addPerson('dora@founds.test');
  const beginIn = (ahead: string) =>
    people.database.write(people.environment.ids.next(), (db) =>
      sql`
        update organization_founder set day_start = now() + ${ahead}::interval, day_count = ${createdPerDay}
        where account_id = ${dora.id}
      `.execute(db.raw),
    );
  await people.found(dora);
  await beginIn('30 minutes');
  assert.deepEqual(await refused(people.found(dora), 'TooManyRequests'), { limit: createdPerDay, used: createdPerDay });
  await beginIn('1 year');
  await people.found(dora);
  for (let more = 1; more < createdPerDay; more += 1) await people.found(dora);
  assert.deepEqual(await refused(people.found(dora), 'TooManyRequests'), { limit: createdPerDay, used: createdPerDay });
});
