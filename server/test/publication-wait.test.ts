import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { createProduct } from '../src/domain/product/actions/create-product.ts';
import { publishProduct } from '../src/domain/product/actions/publish-product.ts';
import { openTest } from '../src/engine/engine.test-support.ts';
import { decodeId } from '../src/kit/ids.ts';
import { anAwsProduct, productIn } from './factories/product.ts';
import { freshDatabase } from './fresh-database.ts';
import { type Row, startDeployment, type Tenant } from './workflows/deployment.ts';
import { execute, findRunning, finishRuns, type Run } from './workflows/execute.ts';

// AWS may take 37 days to review a product. The wait is a row in the database and costs little, whatever happens to the
// process.

const { url, drop } = await freshDatabase();
const database = await openTest(url);
const deployment = await startDeployment(database);
after(async () => {
  await deployment.close();
  await database.close();
  await drop();
});

const dayMs = 86_400_000;

/** A product that AWS reviews for this many days, and the run that waits for it. */
const underReview = async (days: number): Promise<{ tenant: Tenant; productId: string; run: Run }> => {
  await deployment.simulator.control('POST', '/settings', { changeSetDelayMs: 0 });
  const tenant = await deployment.addTenant();
  const view = await tenant.act('create', (call) => createProduct(call, { body: productIn(anAwsProduct()) }));
  const productId = decodeId('prod', view.id) as string;
  await finishRuns(tenant);
  await deployment.simulator.control('POST', '/settings', { changeSetDelayMs: days * dayMs });
  await tenant.act('publish', (call) => publishProduct(call, { params: { productId } }));
  const [run] = await findRunning(tenant);
  assert.ok(run);
  return { tenant, productId, run };
};

const operationOf = async (tenant: Tenant, { id }: Run): Promise<Row> =>
  (await tenant.rows('operation')).find((row) => row.id === id) ?? {};
const statusOf = async (tenant: Tenant, productId: string) =>
  (await tenant.rows('product')).find(({ id }) => id === productId)?.status;

/** Advances time by the pauses until the process is killed after `pausesMax` of them. Returns how many there were. */
const live = async (tenant: Tenant, run: Run, pausesMax = Number.POSITIVE_INFINITY): Promise<number> => {
  let pauses = 0;
  const killed = Promise.withResolvers<void>();
  const pause = async (ms: number): Promise<void> => {
    pauses += 1;
    await deployment.simulator.advance(`PT${Math.ceil(ms / 1000)}S`);
  };
  const control = { pause, isDead: () => pauses >= pausesMax, onAbandoned: () => killed.resolve() };
  await Promise.race([execute(tenant, run, {}, control), killed.promise]);
  return pauses;
};

describe('a publication that AWS reviews', () => {
  it('is waited for 36 days across kills of the process, with about one poll an hour', async () => {
    const { tenant, productId, run } = await underReview(36);
    let looks = await live(tenant, run, 30);
    looks += await live(tenant, run, 300);
    const waiting = await operationOf(tenant, run);
    assert.equal(waiting.status, 'RUNNING');
    const until = new Date((waiting.start_time as Date).getTime() + 37 * dayMs).toISOString();
    assert.ok(String(waiting.message).endsWith(`This may take 37 days; we wait until ${until}.`));
    looks += await live(tenant, run);
    assert.equal((await operationOf(tenant, run))?.status, 'COMPLETED');
    assert.equal(await statusOf(tenant, productId), 'PUBLIC');
    // 24 a day, plus about twenty because the pauses start short again after each kill.
    assert.ok(looks > 36 * 24 && looks < 37 * 24 * 1.3, `${looks} looks`);
  });

  it('is taken up by a process that was away while AWS published it', async () => {
    const { tenant, productId, run } = await underReview(36);
    await live(tenant, run, 5);
    await deployment.simulator.advance('P36D');
    await live(tenant, run);
    assert.equal((await operationOf(tenant, run))?.status, 'COMPLETED');
    assert.equal(await statusOf(tenant, productId), 'PUBLIC');
  });

  it('ends after 37 days, with a state and a sentence that say so', async () => {
    const { tenant, productId, run } = await underReview(60);
    await live(tenant, run, 5);
    await deployment.simulator.advance('P36DT20H');
    await live(tenant, run, 20);
    assert.equal((await operationOf(tenant, run))?.status, 'RUNNING');
    await live(tenant, run);
    const ended = await operationOf(tenant, run);
    assert.equal(ended.status, 'TIMED_OUT');
    const until = new Date((ended.start_time as Date).getTime() + 37 * dayMs).toISOString();
    assert.equal(ended.message, `The partner gave no result by ${until}.`);
    assert.equal(await statusOf(tenant, productId), 'PUBLISH_FAILED');
  });
});
