import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { type Reply, startApp, type TestApp } from '../../../test/app.ts';
import { aDeal } from '../../../test/examples/deal.ts';
import { aCompleteOffer } from '../../../test/factories/commerce.ts';

let app: TestApp;
let productId: string;
before(async () => {
  app = await startApp();
  ({ productId } = await aDeal(app, app.acme));
});
after(() => app.close());

const call = (method: string, path: string, body?: unknown, headers: Record<string, string> = {}): Promise<Reply> =>
  app.acme.editor.call(method, path, { headers, ...(body === undefined ? {} : { body }) });
const bodyOf = <T = Record<string, unknown>>(reply: Reply): T => reply.body as T;

test('a draft keeps every digit of a rate and drops what is not its own', async () => {
  const rawBody = `{"name":"Digits","partner":"AWS","status":"ACCEPTED","sparkle":1,"subStatus":"","productID":"",
    "expireTime":"0001-01-01T00:00:00Z","info":{"sparkle":2,"currency":"USD","eulaType":"",
    "commits":[{"key":"seats","rate":123456789012345678.123456789,"length":null}]}}`;
  const reply = await app.acme.editor.call('POST', '/draftOffer', { rawBody });
  assert.equal(reply.status, 200, reply.text);
  assert.match(
    reply.text,
    /"info":\{"commits":\[\{"key":"seats","rate":123456789012345678\.123456789\}\],"currency":"USD"\}/,
  );
  assert.equal(bodyOf(reply).status, 'DRAFT');
  const { text } = await call('GET', `/offer/${bodyOf<{ id: string }>(reply).id}`);
  assert.match(text, /"rate": ?123456789012345678\.123456789\}/);
});

test('a submission lists every fault with its path, and nothing is kept', async () => {
  const before = (await call('GET', '/offer')).headers.get('x-total-count');
  const reply = await call(
    'POST',
    '/offer',
    aCompleteOffer(productId, {}, { currency: 'CHF', buyerAwsAccountIds: ['1'] }),
  );
  assert.equal(reply.status, 400, reply.text);
  const faults = bodyOf<{ info: { path: string; code: string }[] }>(reply).info;
  assert.deepEqual(
    faults.map(({ path, code }) => `${path}:${code}`),
    ['info.buyerAwsAccountIds.0:account_id', 'info.currency:currency'],
  );
  assert.equal((await call('GET', '/offer')).headers.get('x-total-count'), before);
});

test('a fault of the shape is told with its path as well', async () => {
  const reply = await call('POST', '/draftOffer', {
    name: 'x',
    partner: 'AWS',
    info: { commits: [{ rate: 'much', timeUnit: 'WEEK' }] },
  });
  assert.equal(reply.status, 400);
  assert.deepEqual(
    bodyOf<{ info: { path: string }[] }>(reply)
      .info.map(({ path }) => path)
      .sort(),
    ['info.commits.0.rate', 'info.commits.0.timeUnit'],
  );
});

test('If-Match guards a draft', async () => {
  const first = await call('POST', '/draftOffer', { name: 'Guarded', partner: 'AWS' });
  const { id } = bodyOf<{ id: string }>(first);
  const etag = (await call('GET', `/offer/${id}`)).headers.get('etag') ?? '';
  assert.equal((await call('POST', '/draftOffer', { id, name: 'Second' }, { 'if-match': etag })).status, 200);
  assert.equal((await call('POST', '/draftOffer', { id, name: 'Third' }, { 'if-match': etag })).status, 412);
});

test('things of another organization do not exist', async () => {
  const { productId: theirs } = await aDeal(app, app.globex);
  const foreign = await call('POST', '/draftOffer', { name: 'x', partner: 'AWS', productID: theirs });
  const missing = await call('POST', '/draftOffer', {
    name: 'x',
    partner: 'AWS',
    productID: 'prod_01h2xcejqtf2nbrexx3vqjhp41',
  });
  assert.deepEqual([foreign.status, bodyOf(foreign).info], [400, bodyOf(missing).info]);
});

test('links lead through the list, deals and deleted ones aside', async () => {
  for (const name of ['a', 'b', 'c'])
    await call('POST', '/draftOffer', { name, partner: 'AWS', metaInfo: { hubspotDealId: 'paged' } });
  const seen: string[] = [];
  let path: string | undefined = '/offer?hubspotDealId=paged&limit=2';
  while (path) {
    const reply: Reply = await call('GET', path);
    seen.push(...bodyOf<{ name: string }[]>(reply).map(({ name }) => name));
    path = /<[^>]*\/org\/[^/]+(\/offer[^>]*)>/.exec(reply.headers.get('link') ?? '')?.[1];
  }
  assert.deepEqual(seen, ['c', 'b', 'a']);
});

const eulaFaultsOf = async (info: object, partner = 'AWS'): Promise<string[]> => {
  const body = { ...aCompleteOffer(productId, {}, { eulaType: 'CUSTOM', ...info }), partner };
  const reply = await call('POST', '/offer?dryRun=true', body);
  const { info: faults = [] } = bodyOf<{ info?: { path: string; code: string; message: string }[] }>(reply);
  return Array.isArray(faults)
    ? faults.filter(({ path }) => /eula/i.test(path)).map(({ path, code, message }) => `${path}:${code} ${message}`)
    : [];
};

test('a custom EULA that AWS cannot read is refused when the offer is submitted', async () => {
  const inS3 = 'https://acme.s3.us-east-1.amazonaws.com/eula.pdf';
  assert.deepEqual(await eulaFaultsOf({ eulaUrl: inS3 }), []);
  const [elsewhere, ...others] = await eulaFaultsOf({ eulaUrl: 'https://acme.example/eula.pdf' });
  assert.match(
    elsewhere ?? '',
    /^info\.eulaUrl:s3_address cannot be read: AWS reads .* in Amazon S3\. Name one PDF there/,
  );
  assert.deepEqual(others, []);
  // They are merged into a file of our own, which AWS cannot read here either.
  const [merged] = await eulaFaultsOf({ eulaUrl: inS3, additionalEulaUrls: [inS3] });
  assert.match(merged ?? '', /^info\.eulaUrl:s3_address/);
});

test('a document at an address that is never called is refused when the offer is submitted', async () => {
  for (const eulaUrl of ['https://10.0.0.1/eula.pdf', 'https://localhost/eula.pdf', 'https://a@acme.example/eula.pdf'])
    assert.match((await eulaFaultsOf({ eulaUrl })).join(), /^info\.eulaUrl:address must /, eulaUrl);
  assert.match(
    (await eulaFaultsOf({ eulaUrl: 'http://acme.example/e' })).join(),
    /^info\.eulaUrl:https [^,]*$/,
    'once',
  );
  const eulaUrl = 'https://acme.example/eula.pdf';
  const more = await eulaFaultsOf({ eulaUrl, additionalEulaUrls: ['https://192.168.0.1/b.pdf'] }, 'GCP');
  assert.match(more.join(), /^info\.additionalEulaUrls\.0:address must /);
});
