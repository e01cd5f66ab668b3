import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { startApp, type TestApp } from '../../../test/app.ts';
import { having } from '../../adapters/cosell/documents.test-support.ts';

// Deals for Google, which are handed over by file: people move them, or imports of Google's responses do.

type Shown = {
  id: string;
  status: string;
  stage: string;
  externalID?: string;
  closeReason?: string;
  partnerView?: object;
};

let app: TestApp;
before(async () => {
  app = await startApp();
});
after(() => app.close());

const call = async <T>(method: string, path: string, body?: unknown): Promise<T> => {
  const reply = await app.acme.editor.call(method, path, body === undefined ? {} : { body });
  assert.equal(reply.status, 200, `${method} ${path}: ${reply.text}`);
  return reply.body as T;
};

const referral = (id: string) => call<Shown>('GET', `/cosell/referral/${id}`);
const change = (id: string, body: object) => call<Shown>('PATCH', `/cosell/referral/${id}`, body);

const handedOver = async (): Promise<string> => {
  const close = new Date(app.clock.now().getTime() + 60 * 86_400_000);
  const document = having('GCP', {
    'lead.estimatedCloseDate': {
      year: close.getUTCFullYear(),
      month: close.getUTCMonth() + 1,
      day: close.getUTCDate(),
    },
    'lead.externalSystemId': undefined,
  });
  const draft = { partner: 'GCP', info: { gcpOpportunityV2: document } };
  const { entityId } = await call<{ entityId: string }>('POST', '/cosell/referral', draft);
  await app.app.engine.idle(30_000);
  assert.equal((await referral(entityId)).status, 'SUBMITTED');
  return entityId;
};

type Imported = {
  changed: number;
  unchanged: number;
  failed: number;
  results: { referralId?: string; error?: { code: string; message: string } }[];
};

const bring = async (...rows: string[]): Promise<Imported> => {
  const rawBody = ['referral_id,google_id,status,sales_stage,reason', ...rows].join('\r\n');
  const path = '/cosell/partner/GCP/import';
  const reply = await app.acme.editor.call('POST', path, { rawBody, contentType: 'text/csv' });
  assert.equal(reply.status, 200, reply.text);
  return reply.body as Imported;
};

const eventsOf = async (id: string): Promise<string[]> =>
  (await app.database.pool.query('select name from outbox where entity_id = $1 order by version, position', [id])).rows
    .map(({ name }) => String(name))
    .filter((name) => name !== 'referral.updated');

it('the file is handed over, its responses are imported, and the deal is won', async () => {
  const id = await handedOver();
  const file = await call<string>('GET', `/cosell/referral/${id}/handOff`);
  assert.match(file, /^Company,Domain,.*\r\nExample Mills,/);
  const review = await bring(`${id},OPP-1,UNDER_REVIEW,,`);
  assert.deepEqual([review.changed, review.failed], [1, 0], JSON.stringify(review));
  assert.partialDeepStrictEqual(await referral(id), { status: 'IN_REVIEW', externalID: 'OPP-1' });
  const row = `,OPP-1,ACCEPTED,QUALIFIED,`;
  assert.equal((await bring(row)).changed, 1);
  assert.deepEqual([(await bring(row)).unchanged, (await referral(id)).stage], [1, 'QUALIFIED']);
  await change(id, { stage: 'BUSINESS_VALIDATION' });
  // The estimated day has passed.
  app.clock.advance(90 * 86_400_000);
  await change(id, { status: 'WON' });
  assert.partialDeepStrictEqual(await referral(id), { status: 'WON', stage: 'LAUNCHED' });
  assert.deepEqual(
    await eventsOf(id),
    ['created', 'submitted', 'accepted', 'won'].map((name) => `referral.${name}`),
  );
});

it('people move it by hand: more is required, submitted again, accepted, lost and reopened', async () => {
  const id = await handedOver();
  for (const status of ['IN_REVIEW', 'ACTION_REQUIRED', 'SUBMITTED', 'ACCEPTED']) {
    assert.equal((await change(id, { status })).status, status);
  }
  await change(id, { status: 'LOST', closeReason: 'Price' });
  assert.partialDeepStrictEqual(await referral(id), { status: 'LOST', stage: 'CLOSED_LOST', closeReason: 'Price' });
  assert.equal((await change(id, { status: 'ACCEPTED', stage: 'QUALIFIED' })).stage, 'QUALIFIED');
  assert.equal((await change(id, { status: 'WON' })).stage, 'LAUNCHED');
});

it('has nothing to synchronize with', async () => {
  const id = await handedOver();
  await bring(`${id},OPP-2,,,`);
  const reply = await app.acme.editor.call('POST', `/cosell/referral/${id}/sync`, { body: {} });
  assert.equal(reply.status, 409, reply.text);
  assert.match(reply.text, /GCP has no interface/);
});

it('lost while Google has it in review', async () => {
  const id = await handedOver();
  await bring(`${id},OPP-3,IN_REVIEW,,`);
  await change(id, { status: 'LOST', closeReason: 'They chose another' });
  assert.partialDeepStrictEqual(await referral(id), { status: 'LOST', stage: 'CLOSED_LOST' });
});

it('is rejected by an import with Google’s reason; a faulty row does not affect the others', async () => {
  const [one, other] = [await handedOver(), await handedOver()];
  const { changed, failed, results } = await bring(
    `${one},OPP-4,REJECTED,,Already registered`,
    `${other},OPP-4,ACCEPTED,,`,
    `${other},,BETTER,,`,
    `${other},OPP-5,APPROVED,,`,
  );
  assert.deepEqual([changed, failed], [2, 2], JSON.stringify(results));
  assert.partialDeepStrictEqual(await referral(one), {
    status: 'REJECTED',
    closeReason: 'Already registered',
    partnerView: { reason: 'Already registered' },
  });
  assert.equal((await referral(other)).status, 'ACCEPTED');
  const late = await bring(`${one},,ACCEPTED,,`);
  assert.partialDeepStrictEqual(late.results, [{ error: { code: 'Conflict' } }]);
});
