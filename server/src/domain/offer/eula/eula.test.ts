import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, beforeEach, test } from 'node:test';
import { PDFDocument } from 'pdf-lib';
import { type Reply, startApp, type TestApp } from '../../../../test/app.ts';
import { actIn } from '../../../../test/examples/deal.ts';
import { decodeId } from '../../../kit/ids.ts';
import { eulaFaults, eulaOf } from './eula.ts';

const files = new Map<string, Buffer | number>();
let fetched: string[] = [];
const server = createServer((request, answer) => {
  const path = request.url ?? '';
  fetched.push(path);
  const found = files.get(path) ?? 404;
  if (typeof found === 'number') answer.writeHead(found).end();
  else answer.writeHead(200, { 'content-type': 'application/pdf' }).end(found);
});

const aPdf = async (...widths: number[]): Promise<Buffer> => {
  const document = await PDFDocument.create();
  for (const width of widths) document.addPage([width, 100]);
  return Buffer.from(await document.save());
};

let base = '';
let app: TestApp;
before(async () => {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  app = await startApp({}, { idle: true, outgoing: { allowedOrigins: [base] } });
});
after(async () => {
  await app.close();
  server.closeAllConnections();
  server.close();
});
beforeEach(() => {
  files.clear();
  fetched = [];
});

const offered = async (info: object, name = 'Acme 2027'): Promise<string> => {
  const reply = await app.acme.editor.call('POST', '/draftOffer', { body: { name, partner: 'AWS', info } });
  assert.equal(reply.status, 200, reply.text);
  return (reply.body as { id: string }).id;
};
const ask = (offerId: string, path = 'eula'): Promise<Reply> =>
  app.acme.editor.call('GET', `/offer/${offerId}/${path}`);
const widthsAt = async (url: string): Promise<number[]> => {
  const answer = await fetch(url);
  assert.equal(answer.status, 200, url);
  return (await PDFDocument.load(await answer.arrayBuffer())).getPages().map((page) => page.getWidth());
};

test('a custom EULA is one PDF of its files in their order, at a signed address', async () => {
  files
    .set('/a', await aPdf(101))
    .set('/b', await aPdf(201))
    .set('/c', await aPdf(301));
  const offerId = await offered({
    eulaType: 'CUSTOM',
    eulaUrl: `${base}/a`,
    additionalEulaUrls: [`${base}/b`, `${base}/c`],
    eulaMergeOrder: [2, 0, 1],
  });
  const reply = await ask(offerId);
  assert.equal(reply.status, 200, reply.text);
  const url = new URL(reply.body as string);
  assert.ok(url.pathname.startsWith(`/files/${app.acme.id}.eula.${offerId}-`), url.href);
  const lives = Number(url.searchParams.get('exp')) * 1000 - Date.now();
  assert.ok(lives > 29 * 60_000 && lives <= 30 * 60_000, String(lives));
  assert.deepEqual(await widthsAt(url.href), [301, 101, 201]);
  const answer = await fetch(url);
  assert.equal(answer.headers.get('content-type'), 'application/pdf');
  assert.match(answer.headers.get('content-disposition') ?? '', /^attachment; filename="Acme 2027 _ EULA\.pdf"/);
  assert.match(answer.headers.get('content-security-policy') ?? '', /sandbox/);
  assert.equal(answer.headers.get('x-content-type-options'), 'nosniff');
  const plain = await ask(offerId, 'eula?format=string');
  assert.match(plain.headers.get('content-type') ?? '', /^text\/plain/);
  assert.ok(plain.text.startsWith(`${app.url}/files/`), plain.text);
  assert.equal((await ask(offerId, 'eula?format=xml')).status, 400);
});

test('the address cannot be forged, and does not reveal which files exist', async () => {
  files.set('/a', await aPdf(101));
  const reply = await ask(await offered({ eulaType: 'CUSTOM', eulaUrl: `${base}/a` }));
  const url = reply.body as string;
  for (const forged of [
    url.replace(/exp=\d/, 'exp=9'),
    url.replace(/sig=(.)/, (_, first: string) => `sig=${first === '_' ? '-' : '_'}`),
    url.replace('type=application%2Fpdf', 'type=text%2Fhtml'),
    url.replace(app.acme.id, app.globex.id),
    `${app.url}/files/..%2Fsecret-key?exp=9999999999&sig=x`,
    `${app.url}/files/x`,
  ]) {
    assert.notEqual(forged, url);
    const answer = await fetch(forged);
    assert.equal(answer.status, 403, forged);
    assert.match(answer.headers.get('content-type') ?? '', /problem\+json/);
  }
});

test('a draft shows its files as they are now, an offer that was sent those that were kept', async () => {
  files.set('/a', await aPdf(101));
  const offerId = await offered({ eulaType: 'CUSTOM', eulaUrl: `${base}/a` });
  await ask(offerId);
  files.set('/a', await aPdf(102));
  assert.deepEqual(await widthsAt((await ask(offerId)).body as string), [102]);
  await actIn(app, app.acme, (call) =>
    call.db
      .updateTable('offer')
      .set({ status: 'PENDING_ACCEPTANCE' })
      .where('offer.id', '=', decodeId('offer', offerId) ?? '')
      .execute(),
  );
  files.set('/a', await aPdf(103));
  fetched = [];
  assert.deepEqual(await widthsAt((await ask(offerId)).body as string), [102]);
  assert.deepEqual(fetched, []);
});

test('the reseller has an EULA of its own', async () => {
  files.set('/r', await aPdf(11)).set('/s', await aPdf(12));
  const offerId = await offered({
    eulaType: 'SCMP',
    resellerEulaType: 'CUSTOM',
    resellerEulaUrl: `${base}/r`,
    additionalResellerEulaUrls: [`${base}/s`],
  });
  const url = (await ask(offerId, 'resellerEula')).body as string;
  assert.match(url, /\.reseller-eula\./);
  assert.deepEqual(await widthsAt(url), [11, 12]);
});

test('a standard contract is at its marketplace; an unknown one is reported as such', async () => {
  const reply = await ask(await offered({ eulaType: 'SCMP' }));
  assert.match(reply.body as string, /^https:\/\/s3\.amazonaws\.com\/aws-mp-standard-contracts\//);
  for (const eulaType of ['RCMP', 'ECMP', 'ISV', 'CURRENT', '']) {
    const refused = await ask(await offered({ eulaType }));
    assert.equal(refused.status, 404, eulaType);
    assert.match((refused.body as { message: string }).message, /EULA|contract/);
  }
  assert.equal((await ask(await offered({ eulaType: 'SCMP' }), 'resellerEula')).status, 404);
});

test('a fault of a file is reported with its place in the offer', async () => {
  files.set('/html', Buffer.from('<html>')).set('/away', 503);
  const faultsOf = async (info: object) => {
    const reply = await ask(await offered({ eulaType: 'CUSTOM', ...info }));
    assert.equal(reply.status, 409, reply.text);
    const { faults } = (reply.body as { info: { faults: { path: string; code: string }[] } }).info;
    return faults.map(({ path, code }) => `${path}:${code}`);
  };
  assert.deepEqual(await faultsOf({ eulaUrl: `${base}/html` }), ['info.eulaUrl:NOT_A_PDF']);
  assert.deepEqual(await faultsOf({ eulaUrl: 'https://10.0.0.1/x.pdf' }), ['info.eulaUrl:ADDRESS_REFUSED']);
  assert.deepEqual(await faultsOf({ eulaUrl: 'http://acme.example/x.pdf' }), ['info.eulaUrl:ADDRESS_REFUSED']);
  assert.deepEqual(await faultsOf({ eulaUrl: 'file:///etc/passwd' }), ['info.eulaUrl:ADDRESS_REFUSED']);
  assert.deepEqual(await faultsOf({}), ['info.eulaUrl:required']);
  const away = await ask(await offered({ eulaType: 'CUSTOM', eulaUrl: `${base}/away` }));
  assert.equal(away.status, 502, away.text);
});

test('an order names every document once, the attached contract last', () => {
  const offer = (more: object) =>
    ({ partner: 'AWS', info: { eulaType: 'CUSTOM', eulaUrl: 'https://a', attachEulaType: 'SCMP', ...more } }) as const;
  const pathsOf = (order: number[] | undefined) => {
    const eula = eulaOf(offer(order ? { eulaMergeOrder: order } : {}), 'buyer');
    return eula.kind === 'files' ? eula.sources.map(({ path }) => path) : [];
  };
  assert.deepEqual(pathsOf(undefined), ['info.eulaUrl', 'info.attachEulaType']);
  assert.deepEqual(pathsOf([1, 0]), ['info.attachEulaType', 'info.eulaUrl']);
  for (const order of [[0], [0, 0], [1, 2], [0, 1, 1], [-1, 0]])
    assert.deepEqual(
      eulaFaults(offer({ eulaMergeOrder: order }), 'buyer').map(({ code }) => code),
      ['order'],
      String(order),
    );
  assert.deepEqual(eulaFaults(offer({ eulaMergeOrder: [1, 0] }), 'buyer'), []);
  assert.deepEqual(
    eulaFaults(offer({ attachEulaType: 'RCMP' }), 'buyer').map(({ path, code }) => `${path}:${code}`),
    ['info.attachEulaType:not_published'],
  );
});
