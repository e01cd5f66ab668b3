import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { startApp, type TestApp } from '../app.ts';

// Addresses that the service stores in lower case are found in any case.

let app: TestApp;
before(async () => {
  app = await startApp({}, { idle: true });
});
after(() => app.close());

const found = async (path: string): Promise<number> => {
  const reply = await app.acme.owner.call('GET', path);
  assert.equal(reply.status, 200, reply.text);
  const body = reply.body as { data?: unknown[] } | unknown[];
  return (Array.isArray(body) ? body : (body.data ?? [])).length;
};

const q = (expression: string): string => `q=${encodeURIComponent(expression)}`;

test('a user is found by the address that was invited, in its case or another one', async () => {
  const body = { email: 'Ann+Tag@People.test', role: 'VIEWER' };
  assert.equal((await app.acme.owner.call('POST', '/user', { body })).status, 200);
  for (const email of ['Ann+Tag@People.test', 'ANN+TAG@PEOPLE.TEST', 'ann+tag@people.test'])
    assert.equal(await found(`/user?email=${encodeURIComponent(email)}`), 1, email);
  assert.equal(await found(`/user?email=${encodeURIComponent('ann@people.test')}`), 0);
});

test('so are partner invitations, by every operator, and the contacts of a partner', async () => {
  const body = { recipient: { companyName: 'Initech', email: 'Bill+Tag@Initech.test' } };
  const reply = await app.acme.owner.call('POST', '/prm/invitation', { body });
  assert.equal(reply.status, 200, reply.text);
  const { partnerId } = reply.body as { partnerId: string };
  for (const condition of [
    '(= recipient.email "Bill+Tag@Initech.test")',
    '(in recipient.email ("BILL+TAG@INITECH.TEST" "x"))',
    '(like recipient.email "Bill+%")',
    '(not (!= recipient.email "Bill+Tag@Initech.test"))',
  ])
    assert.equal(await found(`/prm/invitation?${q(condition)}`), 1, condition);
  const contacts = `/prm/partner/${partnerId}/contacts`;
  assert.equal(await found(`${contacts}?email=${encodeURIComponent('BILL+tag@initech.test')}`), 1);
  assert.equal(await found(`${contacts}?${q('(= email "Bill+Tag@Initech.test")')}`), 1);
});
