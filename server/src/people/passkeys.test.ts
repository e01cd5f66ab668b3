import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { createDevice, type Device, present } from './authenticator.test-support.ts';
import { type PeopleApp, startPeopleApp } from './people.test-support.ts';

let people: PeopleApp;
let origin = '';
before(async () => {
  people = await startPeopleApp();
  origin = new URL(people.app.url).origin;
});
after(() => people.close());

type Question = { options: never; challenge: string };

const register = async (token: string, device: Device, flags?: number, from = origin) => {
  const asked = await people.ask('POST', '/account/passkey/options', { token });
  assert.equal(asked.status, 200, asked.text);
  const { options, challenge } = asked.body as Question;
  const body = { challenge, response: device.create(options, from, flags), name: 'Laptop' };
  return people.ask('POST', '/account/passkey', { token, body });
};

const signIn = async (device: Device, { flags, from = origin }: { flags?: number; from?: string } = {}) => {
  const { options, challenge } = (await people.ask('POST', '/session/passkey/options')).body as Question;
  const body = { challenge, response: device.get(options, from, flags) };
  return { body, reply: await people.ask('POST', '/session/passkey', { body }) };
};

test('a passkey signs in, and no code is asked for besides', async () => {
  const ada = await people.addPerson('ada@byron.example');
  const token = await people.signIn(ada);
  const device = createDevice();
  const added = await register(token, device);
  assert.equal(added.status, 200, added.text);
  const { id } = added.body as { id: string };
  assert.partialDeepStrictEqual((await people.ask('GET', '/account/passkey', { token })).body, [
    { id, name: 'Laptop' },
  ]);
  const { reply } = await signIn(device);
  assert.equal(reply.status, 200, reply.text);
  const { token: own, user } = reply.body as { token: string; user: { email: string } };
  assert.equal(user.email, ada.email);
  assert.equal((await people.ask('GET', `${people.app.url}/org`, { token: own })).status, 200);
  assert.equal((await people.ask('DELETE', `/account/passkey/${id}`, { token })).status, 204);
  assert.equal((await signIn(device)).reply.status, 401);
});

test('a response is accepted once, for this service only, and only from a device that verified its user', async () => {
  const bob = await people.addPerson('bob@byron.example');
  const token = await people.signIn(bob);
  const device = createDevice();
  assert.equal((await register(token, device)).status, 200);
  const good = await signIn(device);
  assert.equal(good.reply.status, 200);
  assert.equal((await people.ask('POST', '/session/passkey', { body: good.body })).status, 401, 'replayed');
  assert.equal((await signIn(device, { from: 'https://evil.example' })).reply.status, 401);
  assert.equal((await signIn(device, { flags: present })).reply.status, 401, 'the user was not verified');
  assert.equal((await signIn(createDevice())).reply.status, 401, 'nobody knows it');
});

test('a new passkey needs user verification, this service, and a recent sign-in', async () => {
  const cid = await people.addPerson('cid@byron.example');
  const token = await people.signIn(cid);
  assert.equal((await register(token, createDevice(), present)).status, 400);
  assert.equal((await register(token, createDevice(), undefined, 'https://evil.example')).status, 400);
  assert.deepEqual((await people.ask('GET', '/account/passkey', { token })).body, []);
  await people.rows(
    `update account_session set creation_time = now() - interval '16 minutes' where account_id = '${cid.id}'`,
  );
  const late = await people.ask('POST', '/account/passkey/options', { token });
  assert.equal(late.status, 403);
  assert.deepEqual((late.body as { info: object }).info, { signInAgain: true });
});

test('a passkey is removed with the password, or after a recent sign-in; each change is notified by mail', async () => {
  const pia = await people.addPerson('pia@byron.example');
  const token = await people.signIn(pia);
  const ids = [];
  for (let count = 0; count < 2; count += 1)
    ids.push(((await register(token, createDevice())).body as { id: string }).id);
  const remove = (id = '', body?: object) => people.ask('DELETE', `/account/passkey/${id}`, { token, body });
  assert.equal((await remove(ids[0])).status, 204);
  await people.rows(
    `update account_session set creation_time = now() - interval '16 minutes' where account_id = '${pia.id}'`,
  );
  const late = await remove(ids[1]);
  assert.equal(late.status, 403);
  assert.deepEqual((late.body as { info: object }).info, { signInAgain: true });
  assert.equal((await remove(ids[1], { password: 'wrong horse battery' })).status, 400);
  assert.equal((await remove(ids[1], { password: pia.password })).status, 204);
  const told = (await people.sendMails()).filter(({ to }) => to === pia.email).map(({ subject }) => subject);
  const [added, removed] = ['A passkey was added', 'A passkey was removed'];
  assert.deepEqual(told.sort(), [added, added, removed, removed]);
});

test('the challenge of one person is refused for another, and passkeys of others are invisible', async () => {
  const [dee, eli] = [await people.addPerson('dee@byron.example'), await people.addPerson('eli@byron.example')];
  const [ofDee, ofEli] = [await people.signIn(dee), await people.signIn(eli)];
  const { options, challenge } = (await people.ask('POST', '/account/passkey/options', { token: ofDee }))
    .body as Question;
  const device = createDevice();
  const body = { challenge, response: device.create(options, origin) };
  assert.equal((await people.ask('POST', '/account/passkey', { token: ofEli, body })).status, 400);
  const added = (await register(ofDee, device)).body as { id: string };
  assert.equal((await people.ask('DELETE', `/account/passkey/${added.id}`, { token: ofEli })).status, 404);
  assert.equal((await signIn(device)).reply.status, 200);
});

test('a network can start a limited number of sign-ins: each is kept until it ends', async () => {
  const statuses = new Map<number, number>();
  for (let tries = 0; tries < 130; tries += 1) {
    const { status } = await people.ask('POST', '/session/passkey/options');
    statuses.set(status, (statuses.get(status) ?? 0) + 1);
  }
  assert.ok((statuses.get(429) ?? 0) > 0, JSON.stringify([...statuses]));
  const rows = await people.rows('select 1 from account_verification');
  assert.ok(rows.length < 130, `${rows.length}`);
  await people.rows('delete from auth_throttle');
});

test('a challenge that was tampered with is refused', async () => {
  const challenge = Buffer.from('mos.better-auth-passkey=abc; mos.session_token=x').toString('base64url');
  const reply = await people.ask('POST', '/session/passkey', { body: { challenge, response: { id: 'x' } } });
  assert.equal(reply.status, 401);
});
