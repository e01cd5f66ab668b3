import { after, before, test } from 'node:test';
import { type PeopleApp, startPeopleApp, goodPassword, tokenIn, totp } from '../../src/auth/people/people.test-support.ts';
import { createDevice } from '../../src/auth/people/authenticator.test-support.ts';
import { createPartnerDesk } from '../../src/adapters/desk.ts';

let people: PeopleApp;
let said: any = { ok: true, accountId: 'x'.repeat(500_000), detail: 'fine' };
before(async () => { people = await startPeopleApp({ SIGN_UP: 'open' }, { desk: createPartnerDesk({ 'SALESFORCE/CRM': async () => said }) } as any); });
after(() => people.close());
const soft = (name: string, f: () => Promise<unknown>) => test(name, async () => { console.log('##', name, JSON.stringify(await f())); });

soft('patch integration dry run oracle', async () => {
  const { acme } = people.app;
  const made = (await acme.owner.call('POST', '/integration', { body: { partner: 'SMTP', service: 'EMAIL', accountId: 'a@example.com', endpoint: 'smtps://mail.example.com', credentials: { user: 'me', password: 'hunter22' } } }));
  const id = (made.body as any).id;
  const guess = async (password: string) => { const r = await acme.owner.call('PATCH', `/integration/${id}?dryRun=true`, { body: { credentials: { user: 'me', password } } }); return [r.status, r.headers.get('etag')]; };
  return { made: made.status, wrong: await guess('hunter21'), right: await guess('hunter22'), list: (await acme.owner.call('GET', '/integration')).status };
});
soft('verify: unbounded account id, NUL', async () => {
  const { acme } = people.app;
  const made = (await acme.owner.call('POST', '/integration', { body: { partner: 'SALESFORCE', service: 'CRM', endpoint: 'https://x.example.com', credentials: { clientId: 'abcdef', clientSecret: 'hunter22hunter' } } }));
  const id = (made.body as any).id;
  const r = await acme.owner.call('POST', `/integration/${id}/verify`);
  said = { ok: true, accountId: null, detail: 'a\u0000b' };
  const r1 = await acme.owner.call('POST', `/integration/${id}/verify`);
  said = { ok: false, code: 'X\u0000', message: 'no', partnerMessage: 'a\u0000b' };
  const r2 = await acme.owner.call('POST', `/integration/${id}/verify`);
  return [made.status, r.status, r.text.length, r1.status, r2.status, r2.text.slice(0, 400)];
});
soft('trojan account', async () => {
  const email = 'victim@victim.example';
  await people.ask('POST', '/sign-up', { body: { email, password: goodPassword } });
  const mail = (await people.sendMails()).find((m) => m.to === email);
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
soft('csrf variants on both listeners', async () => {
  const p = await people.addPerson('csrf@byron.example');
  const token = await people.signIn(p);
  const cookie = `mos_session=${token}`;
  const out: any = {};
  const tries: Record<string, Record<string, string>> = {
    none: {}, null: { origin: 'null' }, evil: { origin: 'https://evil.example' }, sub: { origin: people.app.url + '.evil.example' }, good: { origin: new URL(people.app.url).origin },
    cross: { 'sec-fetch-site': 'cross-site' }, same: { 'sec-fetch-site': 'same-site' }, siteNone: { 'sec-fetch-site': 'none' }, sameOrigin: { 'sec-fetch-site': 'same-origin' }, evilSame: { origin: 'https://evil.example', 'sec-fetch-site': 'same-origin' },
  };
  for (const [n, headers] of Object.entries(tries)) {
    const api = await people.ask('POST', `${people.app.url}/org?dryRun=true`, { cookie, headers, body: { name: 'x' } });
    const acc = await people.ask('PATCH', '/account', { cookie, headers, body: {} });
    const text = await people.ask('POST', `${people.app.url}/org?dryRun=true`, { cookie, headers: { ...headers, 'content-type': 'text/plain' }, raw: '{"name":"x"}' });
    const login = await people.ask('POST', '/session', { headers, body: { email: p.email, password: p.password, transport: 'cookie' } });
    out[n] = [api.status, acc.status, text.status, login.status];
  }
  out.two = (await people.ask('GET', '/account', { cookie: `${cookie}; ${cookie}` })).status;
  out.both = (await people.ask('POST', `${people.app.url}/org`, { cookie, token: 'nonsense', body: { name: 'x' } })).status;
  out.bothEmpty = (await people.ask('GET', `${people.app.url}/org`, { cookie, headers: { authorization: '' } })).status;
  out.override = (await people.ask('GET', `${people.app.url}/org?_method=POST`, { cookie, headers: { 'x-http-method-override': 'DELETE' } })).status;
  return out;
});
soft('wrong kinds of tokens', async () => {
  const { app } = people; const p = await people.addPerson('kinds@byron.example'); const session = await people.signIn(p);
  const { editor } = app.acme;
  const form = (path: string, token: string) => fetch(app.authUrl + path, { method: 'POST', headers: { 'content-type': 'application/x-www-form-urlencoded' }, body: new URLSearchParams({ token, client_id: editor.clientId, client_secret: editor.clientSecret }) }).then(async (r) => [r.status, await r.text()]);
  return {
    appTokenAtAccount: (await people.ask('GET', '/account', { token: editor.token })).status,
    sessionAsKey: (await people.ask('GET', `${app.url}/org`, { headers: { authorization: `Key ${session}` } })).status,
    introspectSession: await form('/oauth2/introspect', session), revokeSession: await form('/oauth2/revoke', session), still: (await people.ask('GET', '/account', { token: session })).status,
    introspectForeign: await form('/oauth2/introspect', app.globex.editor.token), revokeForeign: await form('/oauth2/revoke', app.globex.editor.token),
    foreignStill: (await app.globex.editor.call('GET', '/contact')).status,
    resetTokenAsVerify: 1,
    machineFounds: (await editor.call('POST', '//org', { body: { name: 'x' } })).status,
  };
});
soft('two persons, one key; guessed ids', async () => {
  const a = await people.addPerson('k1@byron.example'); const b = await people.addPerson('k2@byron.example');
  const [ta, tb] = [await people.signIn(a), await people.signIn(b)];
  const make = (token: string, name: string) => people.ask('POST', `${people.app.url}/org`, { token, body: { name }, headers: { 'idempotency-key': 'first' } });
  const [r1, r2, r3, r4] = [await make(ta, 'A'), await make(tb, 'A'), await make(ta, 'A'), await make(ta, 'B')];
  return [r1.status, r2.status, (r1.body as any).id !== (r2.body as any).id, r3.headers.get('idempotency-replayed'), r4.status];
});
soft('totp across sessions', async () => {
  const p = await people.addPerson('totp@byron.example'); const token = await people.signIn(p);
  const { secret } = (await people.ask('POST', '/account/secondFactor', { token, body: { password: p.password } })).body as any;
  const conf = (await people.ask('POST', '/account/secondFactor/confirm', { token, body: { code: totp(secret) } })).body as any;
  const many = await Promise.all(Array.from({ length: 40 }, (_, i) => people.ask('POST', '/session', { body: { email: p.email, password: p.password, code: String(100000 + i) } })));
  const counts: Record<string, number> = {}; for (const { status } of many) counts[status] = (counts[status] ?? 0) + 1;
  const failed = await people.rows(`select failed_count, locked_until from account_second_factor where account_id = '${p.id}'`);
  const rc = conf.recoveryCodes[0];
  return { counts, failed, afterwards: (await people.ask('POST', '/session', { body: { email: p.email, password: p.password, recoveryCode: rc } })).status };
});
soft('invite an existing address: what is told', async () => {
  const { acme } = people.app;
  return [(await acme.owner.call('POST', '/user', { body: { email: 'csrf@byron.example', role: 'VIEWER' } })).text.slice(0, 300), (await acme.owner.call('POST', '/user', { body: { email: 'nobody@byron.example', role: 'VIEWER' } })).text.slice(0, 200)];
});
