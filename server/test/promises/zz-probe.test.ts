import assert from 'node:assert/strict';
import { randomBytes, generateKeyPairSync } from 'node:crypto';
import { request as httpRequest } from 'node:http';
import { after, before, test } from 'node:test';
import { type PeopleApp, startPeopleApp, goodPassword, tokenIn } from '../../src/auth/people/people.test-support.ts';
import { createDevice } from '../../src/auth/people/authenticator.test-support.ts';

let people: PeopleApp;
before(async () => { people = await startPeopleApp({ SIGN_UP: 'open' }); });
after(() => people.close());
const soft = (name: string, f: () => Promise<unknown>) => test(name, async () => { console.log('##', name, JSON.stringify(await f())); });

soft('disabled organization: app, key, token, legacy exchange', async () => {
  const { app } = people; const g = app.globex;
  const key = (await g.owner.call('POST', '/apiClient', { body: { type: 'API_KEY', role: 'EDITOR' } })).body as any;
  const bt = (await g.owner.call('POST', '/apiClient', { body: { type: 'BEARER_TOKEN', role: 'EDITOR' } })).body as any;
  const ex = () => app.anonymous('POST', '/public/apiClient/accessToken', { body: { organizationID: g.id, id: bt.id, secret: bt.secret } });
  const tok = ((await ex()).body as any).access_token;
  await g.editor.call('GET', '/contact');
  await people.rows(`update organization set status = 'DISABLED' where id = '${g.uuid}'`);
  await new Promise((r) => setTimeout(r, 1200));
  const out = {
    owner: (await g.owner.call('GET', '/contact')).status,
    app: (await g.editor.call('GET', '/contact')).status,
    key: (await app.anonymous('GET', `/org/${g.id}/contact`, { headers: { authorization: `Key ${key.secret}` } })).status,
    legacyToken: (await app.anonymous('GET', `/org/${g.id}/contact`, { headers: { authorization: `Bearer ${tok}` } })).status,
    exchange: (await ex()).status,
    newToken: (await fetch(`${app.authUrl}/oauth2/token`, { method: 'POST', headers: { 'content-type': 'application/x-www-form-urlencoded' }, body: new URLSearchParams({ grant_type: 'client_credentials', client_id: g.editor.clientId, client_secret: g.editor.clientSecret }) })).status,
  };
  await people.rows(`update organization set status = 'ACTIVE' where id = '${g.uuid}'`);
  return out;
});

const slowly = (url: string, token: string, body: string, meanwhile: () => Promise<unknown>) => new Promise<number>((resolve, reject) => {
  const req = httpRequest(url, { method: 'POST', headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', 'content-length': String(Buffer.byteLength(body)) } }, (res) => { res.resume(); resolve(res.statusCode ?? 0); });
  req.on('error', reject);
  req.write(body.slice(0, 5));
  setTimeout(() => meanwhile().then(() => setTimeout(() => req.end(body.slice(5)), 1500)), 300);
});

soft('slow body: a removed admin, a deleted app', async () => {
  const { acme } = people.app;
  const p = await acme.addPerson('ADMIN');
  const users = (await acme.owner.call('GET', '/user')).body as any[];
  const me = users.find((u) => u.email.startsWith('admin3') || u.email.startsWith('admin4')) ?? users.at(-1);
  const target = users.filter((u) => u.role === 'ADMIN');
  const ids = target.map((u) => u.id);
  const removed = await slowly(`${people.app.url}/org/${acme.id}/user`, p.token, JSON.stringify({ email: 'evil@evil.example', role: 'ADMIN' }), async () => {
    await people.rows(`update membership set status = 'DISABLED' where org_id='${acme.uuid}' and email like 'admin3%'`);
  });
  return { removed, emails: target.map((u) => u.email), me: me.email, ids: ids.length };
});

soft('patch integration dry run oracle', async () => {
  const { acme } = people.app;
  const made = (await acme.owner.call('POST', '/integration', { body: { partner: 'SMTP', service: 'EMAIL', endpoint: 'smtps://mail.example.com', credentials: { user: 'me', password: 'hunter22' } } }));
  const id = (made.body as any).id;
  const guess = async (password: string) => { const r = await acme.owner.call('PATCH', `/integration/${id}?dryRun=true`, { body: { credentials: { user: 'me', password } } }); return [r.status, r.headers.get('etag'), r.text.slice(0, 100)]; };
  return { made: made.status, text: made.text.slice(0, 300), wrong: await guess('hunter21'), right: await guess('hunter22') };
});

soft('reset links after a reset', async () => {
  const p = await people.addPerson('reset@byron.example');
  await people.ask('POST', '/password/forgot', { body: { email: p.email } });
  await people.ask('POST', '/password/forgot', { body: { email: p.email } });
  const mails = await people.sendMails();
  const [a, b] = mails.map(tokenIn);
  const r1 = (await people.ask('POST', '/password/reset', { body: { token: a, password: 'seven purple kites over lisbon' } })).status;
  const t = await people.signIn({ email: p.email, password: 'seven purple kites over lisbon' });
  const ch = (await people.ask('POST', '/account/password', { token: t, body: { current: 'seven purple kites over lisbon', new: 'nine green turtles under oslo' } })).status;
  const r2 = (await people.ask('POST', '/password/reset', { body: { token: b, password: 'five angry otters in bergen' } })).status;
  return { mails: mails.length, r1, ch, r2 };
});

soft('passkey options flood', async () => {
  const before = (await people.rows('select 1 from account_verification')).length;
  const statuses = new Set<number>();
  for (let i = 0; i < 300; i++) statuses.add((await people.ask('POST', '/session/passkey/options')).status);
  return { rows: (await people.rows('select 1 from account_verification')).length - before, statuses: [...statuses] };
});

soft('trojan account', async () => {
  const email = 'victim@victim.example';
  await people.ask('POST', '/sign-up', { body: { email, password: goodPassword } });
  const [mail] = await people.sendMails();
  const v = (await people.ask('POST', '/email/verify', { body: { token: tokenIn(mail) } })).status;
  const token = await people.signIn({ email, password: goodPassword });
  const device = createDevice();
  const origin = new URL(people.app.url).origin;
  const asked = (await people.ask('POST', '/account/passkey/options', { token })).body as any;
  const add = (await people.ask('POST', '/account/passkey', { token, body: { challenge: asked.challenge, response: device.create(asked.options, origin) } })).status;
  await people.ask('POST', '/password/forgot', { body: { email } });
  const resetMail = (await people.sendMails()).find((m) => /new password/.test(m.subject));
  const r = (await people.ask('POST', '/password/reset', { body: { token: tokenIn(resetMail), password: 'seven purple kites over lisbon' } })).status;
  const q = (await people.ask('POST', '/session/passkey/options')).body as any;
  const back = await people.ask('POST', '/session/passkey', { body: { challenge: q.challenge, response: device.get(q.options, origin) } });
  return { v, add, r, back: back.status };
});

soft('names with control characters reach organizations', async () => {
  const p = await people.addPerson('ctl@byron.example');
  const t = await people.signIn(p);
  const u = await people.ask('PATCH', '/account', { token: t, body: { firstName: 'Bob\r\nBcc: evil@x', lastName: '' } });
  const o = await people.ask('POST', `${people.app.url}/org`, { token: t, body: { name: 'Ctl' } });
  const users = await people.ask('GET', `${people.app.url}/org/${(o.body as any).id}/user`, { token: t });
  return [u.status, users.text];
});

soft('role with a huge wrong list', async () => {
  const { acme } = people.app;
  const t0 = performance.now();
  const r = await acme.owner.call('POST', '/role', { body: { name: 'x', permissions: new Array(240_000).fill('a') } });
  return { status: r.status, bytes: r.text.length, ms: performance.now() - t0, rss: process.memoryUsage().rss / 1e6 };
});
soft('huge jwks', async () => {
  const { acme } = people.app;
  const n = randomBytes(300_000).toString('base64url');
  const t0 = performance.now();
  const r = await acme.owner.call('POST', '/oauthApp', { body: { name: 'x', accessLevel: 'VIEWER', jwks: { keys: Array.from({ length: 10 }, (_, i) => ({ kty: 'RSA', n, e: 'AQAB', kid: `k${i}` })) } } });
  const ms1 = performance.now() - t0;
  const { publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const jwk = publicKey.export({ format: 'jwk' }) as any;
  const t1 = performance.now();
  const r2 = await acme.owner.call('POST', '/oauthApp', { body: { name: 'x', accessLevel: 'VIEWER', jwks: { keys: [{ ...jwk, e: randomBytes(400_000).toString('base64url') }] } } });
  return { status: r.status, ms1, text: r.text.slice(0, 200), r2: r2.status, ms2: performance.now() - t1, t2: r2.text.slice(0, 200) };
});
soft('reinvite bomb', async () => {
  const { acme } = people.app;
  const u = (await acme.owner.call('POST', '/user', { body: { email: 'bomb@victim.example', role: 'VIEWER' } })).body as any;
  const s = new Set<number>();
  for (let i = 0; i < 30; i++) s.add((await acme.owner.call('POST', `/user/${u.id}/invite`)).status);
  return { s: [...s], runs: await people.rows(`select count(*) from operation where entity_id = '${u.id}'`) };
});
soft('dry run secret', async () => {
  const { acme } = people.app;
  const a = (await acme.owner.call('POST', '/oauthApp?dryRun=true', { body: { name: 'dry', accessLevel: 'EDITOR' } }));
  const { clientId, clientSecret } = a.body as any;
  const t = await fetch(`${people.app.authUrl}/oauth2/token`, { method: 'POST', headers: { 'content-type': 'application/x-www-form-urlencoded' }, body: new URLSearchParams({ grant_type: 'client_credentials', client_id: clientId, client_secret: clientSecret }) });
  const k = (await acme.owner.call('POST', '/apiClient?dryRun=true', { body: { type: 'API_KEY', role: 'EDITOR' } })).body as any;
  const kk = await people.app.anonymous('GET', '/org', { headers: { authorization: `Key ${k.secret}` } });
  return [a.status, t.status, kk.status];
});
soft('passkey rubbish', async () => {
  const q = (await people.ask('POST', '/session/passkey/options')).body as any;
  const bad = [{}, { id: 'x' }, { id: 'x', rawId: 'x', type: 'public-key', response: null, clientExtensionResults: {} }, { id: 1 }, { id: { $ne: 1 } }, { id: ['a'] }, { id: '\u0000' },
   { id: 'x', rawId: 'x', type: 'public-key', response: { clientDataJSON: 'e30', authenticatorData: 'AA', signature: 'AA' } }];
  const out = [];
  for (const response of bad) out.push((await people.ask('POST', '/session/passkey', { body: { challenge: q.challenge, response } })).status);
  const p = await people.addPerson('pk@byron.example'); const token = await people.signIn(p);
  const a = (await people.ask('POST', '/account/passkey/options', { token })).body as any;
  const out2 = [];
  for (const response of [...bad, { id: 'x', rawId: 'x', type: 'public-key', response: { clientDataJSON: 'e30', attestationObject: 'o2Nm' }, clientExtensionResults: {} }]) out2.push((await people.ask('POST', '/account/passkey', { token, body: { challenge: a.challenge, response } })).status);
  return [out, out2];
});
