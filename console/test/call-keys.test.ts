import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { noAnswer, ProblemError } from '../src/api/problem.ts';
import { createFormKeys, withKey } from '../src/forms/call-keys.ts';

const act = (id: string) => ({ operation: 'SendOfferNotifications', path: { orgId: 'org_1', offerId: id } });

/** The key that a call was sent with, and what became of it. */
const sent = async (id: string, values: unknown, error?: Error): Promise<string> => {
  let used = '';
  await withKey(act(id), values, async (key) => {
    used = key;
    if (error) throw error;
  }).catch((caught) => assert.equal(caught, error));
  return used;
};

test('each row keeps its key until its call succeeds, and other values are another call', async () => {
  const first = await sent('offer_1', { note: 'a' }, noAnswer());
  const other = await sent('offer_2', { note: 'a' }, noAnswer());
  assert.notEqual(first, other, 'each row has its own');
  assert.equal(await sent('offer_1', { note: 'a' }, noAnswer()), first, 'the answer was lost');
  assert.equal(await sent('offer_1', { note: 'a' }), first);
  assert.notEqual(await sent('offer_1', { note: 'a' }), first, 'what has succeeded may be done again');
  assert.notEqual(await sent('offer_2', { note: 'b' }, noAnswer()), other, 'other values');
  assert.notEqual(await sent('offer_2', { note: 'a' }), other, 'and what was wanted before them is new');
});

test('the order in which values were typed does not matter, the order of a list does', async () => {
  const first = await sent('offer_7', { note: 'a', to: { name: 'x', mail: 'y' }, list: [1, 2] }, noAnswer());
  assert.equal(await sent('offer_7', { to: { mail: 'y', name: 'x' }, list: [1, 2], note: 'a' }, noAnswer()), first);
  assert.notEqual(await sent('offer_7', { note: 'a', to: { name: 'x', mail: 'y' }, list: [2, 1] }), first);
});

test('a repetition while the first call still runs has its key', async () => {
  const first = Promise.withResolvers<void>();
  let used = '';
  const begun = Promise.withResolvers<void>();
  const running = withKey(act('offer_3'), {}, (key) => {
    used = key;
    begun.resolve();
    return first.promise;
  });
  await begun.promise;
  const busy = new ProblemError({ status: 409, code: 'Conflict', title: '', message: '', faults: [] });
  assert.equal(await sent('offer_3', {}, busy), used);
  first.resolve();
  await running;
});

test('the same act is another call after ten minutes', async ({ mock }) => {
  mock.timers.enable({ apis: ['Date'] });
  const first = await sent('offer_5', {}, noAnswer());
  mock.timers.tick(599_000);
  assert.equal(await sent('offer_5', {}, noAnswer()), first);
  mock.timers.tick(1000);
  assert.notEqual(await sent('offer_5', {}, noAnswer()), first);
});

test('a key that the service knows from another request is not used again', async () => {
  const mismatch = new ProblemError({
    status: 422,
    code: 'IdempotencyMismatch',
    title: '',
    message: '',
    faults: [],
  });
  const refused = await sent('offer_4', {}, mismatch);
  assert.notEqual(await sent('offer_4', {}), refused);
});

test('a form that was closed without an answer and is opened again sends the same values under the same key', async ({
  mock,
}) => {
  mock.timers.enable({ apis: ['Date'] });
  const sentBy = async (form: ReturnType<typeof createFormKeys>, values: unknown, error?: Error): Promise<string> => {
    let used = '';
    await form
      .send(act('offer_6'), values, async (key) => {
        used = key;
        if (error) throw error;
      })
      .catch((caught) => assert.equal(caught, error));
    return used;
  };
  const form = createFormKeys();
  const first = await sentBy(form, { name: 'a' }, noAnswer());
  assert.equal(await sentBy(createFormKeys(), { name: 'a' }, noAnswer()), first, 'opened again');
  mock.timers.tick(3_600_000);
  assert.equal(await sentBy(form, { name: 'a' }, noAnswer()), first, 'it was open all the time, and shows the same');
  form.renew();
  const other = await sentBy(form, { name: 'b' }, noAnswer());
  assert.notEqual(other, first, 'it shows other values');
  assert.equal(await sentBy(form, { name: 'b' }), other);
  assert.notEqual(await sentBy(createFormKeys(), { name: 'b' }), other, 'what has succeeded may be done again');
});

test('another file is another call', async () => {
  const csv = (text: string, name = 'usage.csv'): File => new File([text], name, { lastModified: 1 });
  const first = await sent('offer_7', { file: csv('a') }, noAnswer());
  assert.equal(await sent('offer_7', { file: csv('a') }, noAnswer()), first);
  assert.notEqual(await sent('offer_7', { file: csv('a', 'other.csv') }, noAnswer()), first);
});

test('a page that was loaded again knows what was not answered, but not the values', async (context) => {
  const kept = new Map<string, string>();
  const storage = { getItem: (name: string) => kept.get(name) ?? null, setItem: kept.set.bind(kept) };
  Object.defineProperty(globalThis, 'sessionStorage', { value: storage, configurable: true });
  context.after(() => Reflect.deleteProperty(globalThis, 'sessionStorage'));
  const first = await sent('offer_8', { secret: 'hunter2' }, noAnswer());
  assert.doesNotMatch([...kept.values()].join(), /hunter2/);
  const loadedAgain = (await import(`${'../src/forms/call-keys.ts'}?again`)) as { withKey: typeof withKey };
  const again = await loadedAgain.withKey(act('offer_8'), { secret: 'hunter2' }, async (key) => key);
  assert.equal(again, first);
  assert.doesNotMatch([...kept.values()].join(), new RegExp(first), 'it has succeeded');
});

test('no call makes a key that a repetition would not have', () => {
  const source = join(import.meta.dirname, '../src');
  const makers = globSync('**/*.{ts,tsx}', { cwd: source })
    .filter((name) => /crypto\.randomUUID\(\)/.test(readFileSync(join(source, name), 'utf8')))
    .sort();
  // PATCH and PUT of the pages state what a thing is: once more changes nothing.
  assert.deepEqual(makers, [
    'cosell/board.tsx',
    'customers/company-card.tsx',
    'forms/call-keys.ts',
    'pages/field-mappings.tsx',
    // Ids that the simulator of Azure shows.
    'pages/sandbox-acts.ts',
  ]);
});
