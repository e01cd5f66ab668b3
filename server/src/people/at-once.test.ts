import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { goodPassword, type PeopleApp, startPeopleApp, tokenIn } from './people.test-support.ts';
import { totp } from './totp.test-support.ts';

// What a person signs in with is changed from several sides at once: the owner of the mailbox and a thief with the old password.

let people: PeopleApp;
before(async () => {
  people = await startPeopleApp();
});
after(() => people.close());

const ownersPassword = 'seven purple kites over lisbon';
const thiefsPassword = 'nine green turtles under oslo';

let count = 0;
const newPerson = () => people.addPerson(`person${++count}@byron.example`);

const linksOf = async (email: string, wanted = 1): Promise<string[]> => {
  for (let asked = 0; asked < wanted; asked += 1) await people.ask('POST', '/password/forgot', { body: { email } });
  return (await people.sendMails()).filter(({ subject }) => subject === 'Set a new password').map(tokenIn);
};

const reset = async (token: string | undefined, password: string): Promise<number> =>
  (await people.ask('POST', '/password/reset', { body: { token, password } })).status;

const signsIn = async (email: string, password: string): Promise<number> =>
  (await people.ask('POST', '/session', { body: { email, password } })).status;

test('a password set by a link is not overwritten by a session that the link ends', async () => {
  for (let round = 0; round < 4; round += 1) {
    const { email, password } = await newPerson();
    const token = await people.signIn({ email, password });
    const [link] = await linksOf(email);
    const change = people.ask('POST', '/account/password', { token, body: { current: password, new: thiefsPassword } });
    const [done, changed] = await Promise.all([reset(link, ownersPassword), change]);
    // The change may have come first: then it has taken the link away.
    assert.ok(
      ['204 401', '400 204'].includes(`${done} ${changed.status}`),
      `${done} ${changed.status} ${changed.text}`,
    );
    assert.equal(await signsIn(email, done === 204 ? ownersPassword : thiefsPassword), 200);
    assert.equal((await people.ask('GET', '/account', { token })).status, done === 204 ? 401 : 200);
  }
});

test('a sign-in with the old password that is overtaken by a new password leaves no session', async () => {
  for (let round = 0; round < 4; round += 1) {
    const { id, email, password } = await newPerson();
    const [link] = await linksOf(email);
    const [done, ...entered] = await Promise.all([
      reset(link, ownersPassword),
      ...[1, 2, 3].map(() => people.ask('POST', '/session', { body: { email, password } })),
    ]);
    assert.equal(done, 204);
    for (const { body } of entered) {
      const { token } = body as { token?: string };
      if (token) assert.equal((await people.ask('GET', '/account', { token })).status, 401);
    }
    assert.deepEqual(await people.rows(`select 1 from account_session where account_id = '${id}'`), []);
    assert.equal(await signsIn(email, ownersPassword), 200);
  }
});

test('of two concurrent uses of a link, one sets the password', async () => {
  const { email } = await newPerson();
  const links = await linksOf(email, 2);
  const both = await Promise.all(links.map((link, index) => reset(link, index ? thiefsPassword : ownersPassword)));
  assert.deepEqual(both.toSorted(), [204, 400]);
});

test('a second factor that is begun while another one is confirmed does not replace it', async () => {
  for (let round = 0; round < 4; round += 1) {
    const person = await newPerson();
    const [owner, thief] = [await people.signIn(person), await people.signIn(person)];
    const enrol = (token: string) =>
      people.ask('POST', '/account/secondFactor', { token, body: { password: person.password } });
    const { secret } = (await enrol(owner)).body as { secret: string };
    const confirm = people.ask('POST', '/account/secondFactor/confirm', {
      token: owner,
      body: { code: totp(secret) },
    });
    const [confirmed, ...begun] = await Promise.all([confirm, enrol(thief), enrol(thief)]);
    for (const { status, text } of begun) assert.ok([200, 401, 409].includes(status), text);
    // The one that begins first replaces the secret, so the code belongs to the old one.
    if (confirmed.status !== 200) continue;
    const again = await people.ask('POST', '/session', { body: { ...person, code: totp(secret, 1) } });
    assert.equal(again.status, 200, again.text);
    assert.equal((await people.ask('GET', '/account', { token: thief })).status, 401);
  }
});

test('many concurrent sign-ins of one person all succeed, even while names are changed', async () => {
  const person = await newPerson();
  const token = await people.signIn(person);
  const all = await Promise.all([
    ...[1, 2, 3, 4].map(() => signsIn(person.email, goodPassword)),
    ...['Ada', 'Eva'].map(
      async (firstName) => (await people.ask('PATCH', '/account', { token, body: { firstName } })).status,
    ),
  ]);
  assert.deepEqual(all, [200, 200, 200, 200, 200, 200]);
});

test('one address that signs up twice and opens both links at once has one account', async () => {
  const email = 'twins@byron.example';
  const body = { email, password: goodPassword, firstName: 'Ada', lastName: 'Byron' };
  const asked = await Promise.all([1, 2].map(() => people.ask('POST', '/sign-up', { body })));
  assert.deepEqual(
    asked.map(({ status }) => status),
    [202, 202],
  );
  const links = (await people.sendMails()).map(tokenIn);
  const opened = await Promise.all(
    [...links, ...links].map((token) =>
      people.ask('POST', '/email/verify', { body: { token, password: goodPassword } }),
    ),
  );
  assert.equal(opened.filter(({ status }) => status === 204).length, 1);
  assert.equal((await people.rows(`select 1 from account where email = '${email}'`)).length, 1);
  assert.equal(await signsIn(email, goodPassword), 200);
});

test('a recovery code used for two things at once does one of them', async () => {
  const person = await newPerson();
  const token = await people.signIn(person);
  const { secret } = (await people.ask('POST', '/account/secondFactor', { token, body: { password: goodPassword } }))
    .body as { secret: string };
  const confirmed = await people.ask('POST', '/account/secondFactor/confirm', { token, body: { code: totp(secret) } });
  const [recoveryCode] = (confirmed.body as { recoveryCodes: string[] }).recoveryCodes;
  const proof = { password: goodPassword, recoveryCode };
  const ended = await Promise.all([
    people.ask('POST', '/session', { body: { email: person.email, ...proof } }),
    people.ask('POST', '/account/recoveryCodes', { token, body: proof }),
    people.ask('DELETE', '/account/secondFactor', { token, body: proof }),
    people.ask('POST', '/session', { body: { email: person.email, ...proof } }),
  ]);
  assert.equal(ended.filter(({ status }) => status < 300).length, 1, JSON.stringify(ended.map(({ status }) => status)));
});

test('of two owners who leave, demote and remove each other at once, one stays', async () => {
  const { acme } = people.app;
  for (let round = 0; round < 4; round += 1) {
    const other = await acme.addPerson('OWNER');
    const users = (await acme.owner.call('GET', '/user?limit=100')).body as { id: string; role: string }[];
    const owners = users.filter(({ role }) => role === 'OWNER');
    assert.equal(owners.length, 2);
    const leave = (token: string) => people.ask('POST', `/account/organizations/${acme.id}/leave`, { token });
    const [first = '', second = ''] = owners.map(({ id }) => id);
    await Promise.all([
      leave(other.token),
      acme.owner.call('PATCH', `/user/${first}`, { body: { role: 'ADMIN' } }),
      other.call('PATCH', `/user/${second}`, { body: { status: 'DISABLED' } }),
      other.call('DELETE', `/user/${first}`),
      acme.owner.call('DELETE', `/user/${second}`),
    ]);
    const left = await people.rows<{ id: string }>(
      `select id from membership where org_id = '${acme.uuid}' and role = 'OWNER' and status = 'ACTIVE'`,
    );
    assert.equal(left.length, 1);
    // The next round begins with the owner of the test.
    await people.rows(
      `update membership set role = case when email = 'owner@acme.test' then 'OWNER' else 'VIEWER' end, status = 'ACTIVE'
       where org_id = '${acme.uuid}' and (email = 'owner@acme.test' or role = 'OWNER')`,
    );
    if ((await acme.owner.call('GET', '/user')).status !== 200) return;
  }
});
