import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { createAdyenSimulator } from '../adyen/server.ts';
import { createAwsSimulator } from '../aws/server.ts';
import { createAzureSimulator } from '../azure/server.ts';
import { createGcpSimulator } from '../gcp/server.ts';
import { createHubspotSimulator } from '../hubspot/server.ts';
import { createOutbox } from '../outbox/outbox.ts';
import { createSalesforceSimulator } from '../salesforce/server.ts';
import { createStripeSimulator } from '../stripe/server.ts';
import { createSimulatedClock } from './clock.ts';
import { type Listener, startListener } from './listener.ts';

const dataDir = mkdtempSync(join(tmpdir(), 'mos-pages-'));
let listener: Listener;

before(async () => {
  const clock = createSimulatedClock({ dataDir });
  const options = { dataDir, clock };
  listener = await startListener({
    host: '127.0.0.1',
    port: 0,
    clock,
    mounts: await Promise.all([
      createAwsSimulator(options),
      createAzureSimulator(options),
      createGcpSimulator(options),
      createStripeSimulator(options),
      createAdyenSimulator(options),
      createSalesforceSimulator(options),
      createHubspotSimulator(options),
      createOutbox({ dir: join(dataDir, 'outbox') }),
    ]),
  });
});
after(async () => {
  await listener.close();
  rmSync(dataDir, { recursive: true, force: true });
});

const get = (path: string, headers: Record<string, string> = {}): Promise<Response> =>
  fetch(`${listener.url}${path}`, {
    redirect: 'manual',
    headers: { authorization: `Bearer ${listener.token}`, accept: 'text/html', ...headers },
  });

const submit = (path: string, fields: Record<string, string>): Promise<Response> =>
  fetch(`${listener.url}${path}`, {
    method: 'POST',
    redirect: 'manual',
    headers: { authorization: `Bearer ${listener.token}`, origin: listener.url },
    body: new URLSearchParams(fields),
  });

describe('the pages of the simulators', () => {
  it('link to every part, and every link leads somewhere', async () => {
    const page = await (await get('/')).text();
    const ids = new Set([...page.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id));
    const links = [...page.matchAll(/<a href="([^"]+)"/g)].map(([, href = '']) => href);
    assert.deepEqual(
      links.filter((href) => href.startsWith('#')).map((href) => href.slice(1)),
      [...ids],
    );
    assert.equal(ids.size, 8);
    for (const href of links.filter((one) => !one.startsWith('#'))) assert.equal((await get(href)).status, 200, href);
  });

  it('say so if a table is empty, and fit a phone', async () => {
    const page = await (await get('/')).text();
    assert.match(page, /<meta name="viewport"/);
    const bodies = [...page.matchAll(/<tbody>(.*?)<\/tbody>/gs)].map(([, body]) => body);
    assert.ok(bodies.length > 20);
    for (const body of bodies) assert.notEqual(body, '');
    assert.ok(page.includes('None yet.'));
    for (const [, before = ''] of page.matchAll(/(.{14})<table>/gs))
      assert.ok(before.endsWith('tabindex="0">'), before);
  });

  it('label every field that a person fills in', async () => {
    await submit('/control/aws/account', { kind: 'seller', id: '123456789012', name: 'Acme' });
    const page = await (await get('/')).text();
    const unlabelled = page
      .replaceAll(/<label>.*?<\/label>/gs, '')
      .match(/<(input(?! type="hidden")|select|textarea)[^>]*>/g);
    assert.equal(unlabelled, null);
    assert.doesNotMatch(page, /<th scope="col"><\/th>/);
  });

  it('lead from a form back to its part, and from a refused form back with a sentence', async () => {
    for (const simulator of ['aws', 'azure', 'gcp', 'stripe', 'adyen', 'salesforce', 'hubspot']) {
      const done = await submit(`/control/${simulator}/fault`, { name: 'throttle', count: '1' });
      assert.deepEqual([done.status, done.headers.get('location')], [303, `/#${simulator}`]);
      const refused = await submit(`/control/${simulator}/fault`, { name: 'earthquake', count: '1' });
      const page = await refused.text();
      assert.ok(refused.status >= 400 && refused.status < 500);
      assert.match(refused.headers.get('content-type') ?? '', /^text\/html/);
      assert.ok(page.includes(`<a href="/#${simulator}">Back to`) && page.includes('throttle'), page);
    }
    assert.match(await (await submit('/control/clock', { advance: 'soon' })).text(), /<a href="\/">Back to/);
  });

  it('respond to a person with a page and to a program with JSON if there is nothing, or no token', async () => {
    assert.match(await (await get('/nowhere')).text(), /<a href="\/">Back to/);
    assert.match((await get('/nowhere', { accept: 'application/json' })).headers.get('content-type') ?? '', /json/);
    const closed = await get('/', { authorization: 'Bearer wrong' });
    assert.equal(closed.status, 401);
    assert.match(await closed.text(), /open the link that the start has printed/);
  });
});
