import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { goodPassword, type PeopleApp, startPeopleApp } from '../../src/people/people.test-support.ts';

// R12: every caller is rate-limited, even where no organization counts the requests.

const burst = 20;

let people: PeopleApp;
before(async () => {
  // A bucket that does not fill up again within the test.
  people = await startPeopleApp({ RATE_LIMIT: `1/${burst}` });
});
after(() => people.close());

const person = async (name: string): Promise<string> =>
  people.signIn(await people.addPerson(`${name}@flood.test`, goodPassword));

const statusesOf = async (times: number, ask: (index: number) => Promise<{ status: number }>): Promise<number[]> => {
  const statuses: number[] = [];
  for (let index = 0; index < times; index += 1) statuses.push((await ask(index)).status);
  return statuses;
};

test('requests for organizations of others count together, whether they exist or not', async () => {
  const { acme, globex } = people.app;
  const token = await person('stranger');
  const ids = [acme.id, globex.id, 'org_01h2xcejqtf2nbrexx3vqjhp41', 'nonsense'];
  const ask = (index: number) =>
    people.ask('GET', `${people.app.url}/org/${ids[index % ids.length]}/contact`, { token });
  const statuses = await statusesOf(3 * burst, ask);
  assert.ok(
    statuses.slice(0, burst).every((status) => status === 404),
    `${statuses}`,
  );
  assert.equal(statuses.at(-1), 429);
  const limited = await ask(0);
  assert.match(limited.headers.get('retry-after') ?? '', /^\d+$/);
  assert.equal((await acme.owner.call('GET', '/contact')).status, 200, 'members are not kept out');
});

test('a person who is signed in has a limit at the endpoints for people, on both listeners together', async () => {
  const [one, other] = [await person('one'), await person('other')];
  const ask = (token: string) => (index: number) =>
    people.ask('GET', index % 2 === 0 ? '/account' : `${people.app.url}/people/account`, { token });
  const statuses = await statusesOf(2 * burst, ask(one));
  assert.deepEqual([statuses[0], statuses.at(-1)], [200, 429]);
  assert.equal((await ask(other)(0)).status, 200);
});

test('what is begun and stored until it ends has a limit, also for people who are signed in', async () => {
  const unlimited = await startPeopleApp({ RATE_LIMIT: 'off' });
  try {
    const token = await unlimited.signIn(await unlimited.addPerson('passkeys@flood.test', goodPassword));
    const statuses = await statusesOf(130, () => unlimited.ask('POST', '/account/passkey/options', { token }));
    assert.equal(statuses.at(-1), 429);
    const [stored] = await unlimited.rows<{ count: number }>('select count(*)::int as count from account_verification');
    assert.ok((stored?.count ?? 0) < 125, `${stored?.count} are stored`);
  } finally {
    await unlimited.close();
  }
});

test('a stranger has a limit at the documents, the largest answers to requests without credentials', async () => {
  const pageBurst = 200;
  for (const path of ['/openapi.json', '/docs/swagger-ui-bundle.js']) {
    const ask = () => people.ask('HEAD', `${people.app.url}${path}`, {});
    const statuses = await statusesOf(2, ask);
    assert.deepEqual(statuses, [200, 200], path);
  }
  const ask = () => people.ask('HEAD', `${people.app.url}/openapi.json`, {});
  const statuses = (await Promise.all(Array.from({ length: 3 * pageBurst }, ask))).map(({ status }) => status);
  const refused = statuses.filter((status) => status === 429).length;
  assert.ok(refused > pageBurst && statuses.length - refused >= pageBurst - 4, `${refused} were refused`);
  const limited = await fetch(`${people.app.url}/openapi.json`);
  assert.equal(limited.status, 429);
  assert.match(limited.headers.get('retry-after') ?? '', /^\d+$/);
  assert.equal((await people.app.acme.owner.call('GET', '/contact')).status, 200, 'callers are not kept out');
});

test('a person has the same limit at the sandbox, which belongs to no organization', async () => {
  const simulated = await startPeopleApp({ RATE_LIMIT: `1/${burst}`, SIMULATORS: 'on' });
  try {
    const token = await simulated.signIn(await simulated.addPerson('sandbox@flood.test', goodPassword));
    const ask = () => simulated.ask('GET', `${simulated.app.url}/console/sandbox/clock`, { token });
    const statuses = await statusesOf(2 * burst, ask);
    assert.deepEqual([statuses[0], statuses.at(-1)], [403, 429], 'who is no member of an organization is refused, too');
  } finally {
    await simulated.close();
  }
});
