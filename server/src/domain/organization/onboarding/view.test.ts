import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Facts, type Onboarding, stepKeys, untouched } from './onboarding.ts';
import { viewOnboarding } from './view.ts';

const time = new Date('2026-03-01T00:00:00Z');
const later = '2026-03-02T00:00:00.000Z';
const nothing: Facts = {
  ACCOUNT: { done: false, detail: 'No.' },
  MARKETPLACE: { done: false, detail: 'No.' },
  CRM: { done: false, detail: 'No.' },
  NOTIFICATION: { done: false, detail: 'No.' },
  LISTING: { done: false, detail: 'No.' },
};
const done = { done: true, detail: 'Yes.', time };
const skip = (...keys: (keyof Onboarding['steps'])[]): Onboarding => ({
  ...untouched,
  steps: Object.fromEntries(keys.map((key) => [key, { intent: 'SKIPPED', time: later }])),
});
const statuses = (onboarding: Onboarding, facts: Facts): string[] =>
  viewOnboarding(onboarding, facts).steps.map(({ status }) => status);

test('six steps in their order, to do until something is there', () => {
  const view = viewOnboarding(untouched, nothing);
  assert.deepEqual(
    view.steps.map(({ key }) => key),
    [...stepKeys],
  );
  assert.deepEqual([view.intent, view.completedCount, view.totalCount], ['ACTIVE', 0, 6]);
  assert.ok(view.steps.every(({ status, completedTime }) => status === 'TODO' && completedTime === undefined));
});

test('READINESS is done when the others are done or skipped, since the last of them', () => {
  const most: Facts = { ...nothing, ACCOUNT: done, MARKETPLACE: done, LISTING: done, NOTIFICATION: done };
  assert.equal(statuses(untouched, most).at(-1), 'TODO');
  const view = viewOnboarding(skip('CRM'), most);
  assert.deepEqual(
    view.steps.map(({ status }) => status),
    ['DONE', 'DONE', 'SKIPPED', 'DONE', 'DONE', 'DONE'],
  );
  assert.equal(view.completedCount, 5);
  assert.equal(view.steps.at(-1)?.completedTime, later);
});

test('what is done is DONE although it was skipped, and a skip is remembered beneath', () => {
  assert.equal(statuses(skip('CRM'), { ...nothing, CRM: done })[2], 'DONE');
  assert.equal(statuses(skip('CRM'), nothing)[2], 'SKIPPED');
  assert.deepEqual(statuses(skip('READINESS'), nothing), ['TODO', 'TODO', 'TODO', 'TODO', 'TODO', 'SKIPPED']);
});
