import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { goodPassword, type PeopleApp, startPeopleApp } from './people.test-support.ts';
import { totp } from './totp.test-support.ts';

let people: PeopleApp;
before(async () => {
  people = await startPeopleApp({ TRUST_PROXY: '1' });
});
after(() => people.close());

const signIn = async (email: string, password: string, from: string): Promise<number> =>
  (await people.ask('POST', '/session', { body: { email, password }, headers: { 'x-forwarded-for': from } })).status;

const wrong = (email: string, from: string): Promise<number> => signIn(email, 'wrong horse battery', from);

const times = (count: number, work: (at: number) => Promise<number>): Promise<number[]> =>
  Promise.all(Array.from({ length: count }, (_, at) => work(at)));

test('attackers who guess everywhere lock nobody out where they signed in recently', async () => {
  const ada = await people.addPerson('ada@byron.example');
  const [home, cafe, old] = ['192.0.2.1', '192.0.2.2', '192.0.2.3'];
  for (const known of [home, old]) assert.equal(await signIn(ada.email, goodPassword, known), 200);
  await people.rows("update account_network set sign_in_time = now() - interval '31 days'");
  assert.equal(await signIn(ada.email, goodPassword, home), 200);
  for (let network = 0; network < 11; network += 1) await times(10, () => wrong(ada.email, `198.51.100.${network}`));
  for (const elsewhere of [cafe, old, '203.0.113.9']) {
    assert.equal(await signIn(ada.email, goodPassword, elsewhere), 429, 'a good password waits where nobody knows her');
  }
  assert.equal(await signIn(ada.email, goodPassword, home), 200);
  assert.equal(await signIn('nobody@byron.example', goodPassword, home), 401);
  await times(10, () => wrong(ada.email, home));
  assert.equal(await signIn(ada.email, goodPassword, home), 429, 'guessing from there stops, too');
  const stored = await people.rows<{ network_hash: string }>('select network_hash from account_network');
  assert.ok(!JSON.stringify(stored).includes(home));
});

test('eighty concurrent attempts get no further than ten one after another', async () => {
  const bob = await people.addPerson('bob@byron.example');
  const statuses = await times(80, () => wrong(bob.email, '192.0.2.40'));
  assert.equal(statuses.filter((status) => status === 401).length, 10);
  assert.equal(statuses.filter((status) => status === 429).length, 70);
});

test('many concurrent correct sign-ins all succeed: they wait for each other', async () => {
  const eve = await people.addPerson('eve@byron.example');
  const statuses = await times(30, () => signIn(eve.email, goodPassword, '192.0.2.50'));
  assert.deepEqual(new Set(statuses), new Set([200]));
});

test('codes are counted before they are compared, too', async () => {
  const fay = await people.addPerson('fay@byron.example');
  const token = await people.signIn(fay);
  const { body } = await people.ask('POST', '/account/secondFactor', { token, body: { password: goodPassword } });
  const { secret } = body as { secret: string };
  const code = (totp(secret) === '000000' ? '000001' : '000000') as string;
  const statuses = await times(
    40,
    async () => (await people.ask('POST', '/account/secondFactor/confirm', { token, body: { code } })).status,
  );
  assert.equal(statuses.filter((status) => status !== 429).length, 10);
});
