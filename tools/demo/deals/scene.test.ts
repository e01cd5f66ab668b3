import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findingsOf, type Step } from './book.ts';
import { runDeal, type Scene, type StepRecorder } from './scene.ts';

/** Runs one deal without a service; returns its steps and the output. */
const live = async (work: (recorder: StepRecorder) => Promise<void>): Promise<{ steps: Step[]; said: string[] }> => {
  const deals: Step[][] = [];
  const said: string[] = [];
  const narrator = { say: (text: string) => void said.push(text) };
  await runDeal({ partner: 'AWS', deals, narrator } as unknown as Scene, 'deal', work);
  return { steps: deals.flat(), said };
};
const shown = (steps: Step[]): string[] => steps.map((step) => `${step.step} ${step.shown}`);

test('a wait polls until the expected status', async () => {
  const looks = ['PENDING_CREATE', 'PENDING_CREATE', 'RELEASED'];
  const { steps, said } = await live((recorder) =>
    recorder.wait('released', 'RELEASED', async () => looks.shift() ?? 'gone'),
  );
  assert.deepEqual(shown(steps), ['released RELEASED']);
  assert.deepEqual(findingsOf(steps), []);
  assert.deepEqual(said, ['deal: released RELEASED']);
});

test('a failure ends a wait at once', async () => {
  let looks = 0;
  const { steps } = await live((recorder) =>
    recorder.wait('released', 'RELEASED', async () => {
      looks += 1;
      return 'CREATE_FAILED: no';
    }),
  );
  assert.equal(looks, 1);
  assert.equal(findingsOf(steps).length, 1);
});

test('an act is done once, whatever its result, and a refusal is recorded as its result', async () => {
  let done = 0;
  const { steps } = await live((recorder) =>
    recorder.act('submit', 'PENDING_CREATE', async () => {
      done += 1;
      throw new Error('POST /offer answered 400: no');
    }),
  );
  assert.equal(done, 1);
  assert.deepEqual(shown(steps), ['submit POST /offer answered 400: no']);
});

test('the first wrong step ends the deal, and is its only finding', async () => {
  let went = false;
  const { steps } = await live(async (recorder) => {
    await recorder.act('draft', 'DRAFT', async () => 'DRAFT');
    await recorder.act('submit', 'PENDING_CREATE', async () => 'DRAFT');
    went = true;
  });
  assert.equal(went, false);
  assert.deepEqual(shown(steps), ['draft DRAFT', 'submit DRAFT']);
  assert.equal(findingsOf(steps).length, 1);
});

test('an error between the steps is a finding', async () => {
  const { steps } = await live(async (recorder) => {
    await recorder.act('draft', 'DRAFT', async () => 'DRAFT');
    throw new Error('POST /control/aws/offer/x/accept (simulator) answered 409');
  });
  assert.deepEqual(findingsOf(steps), [
    'AWS, deal: end showed POST /control/aws/offer/x/accept (simulator) answered 409 and not the end of the deal',
  ]);
});
