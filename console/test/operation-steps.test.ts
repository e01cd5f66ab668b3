import assert from 'node:assert/strict';
import { test } from 'node:test';
import { historyOf } from '../src/lib/operation-steps.ts';

const at = (minute: number): string => `2026-11-20T09:0${minute}:00.000Z`;
const event = (eventType: string, minute: number, attributes: object = {}) => ({
  eventType,
  eventTime: at(minute),
  attributes,
});

test('the events of an operation are its steps, each with its attempts, what they noted and why they failed', () => {
  const { begin, steps, end } = historyOf([
    event('WorkflowExecutionStarted', 0),
    event('ActivityTaskStarted', 1, { step: 'submit', attempt: 1 }),
    event('ActivityTaskFailed', 2, { step: 'submit', attempt: 1, code: 'HTTP_503', message: 'Down.', changeId: 'c-1' }),
    event('ActivityTaskStarted', 3, { step: 'submit', attempt: 2 }),
    event('ActivityTaskFailed', 4, { step: 'submit', attempt: 2, code: 'Refused', message: 'No.', final: true }),
    event('ActivityTaskCompleted', 5, { step: 'record' }),
    event('WorkflowExecutionFailed', 6, { code: 'Refused', message: 'No.' }),
  ]);
  assert.deepEqual(begin, { event: 'started', time: at(0), message: undefined });
  assert.deepEqual(end, { event: 'failed', time: at(6), message: 'No.' });
  assert.deepEqual(
    steps.map(({ name, attempts }) => [name, attempts.map(({ outcome, isFinal }) => [outcome, isFinal])]),
    [
      [
        'submit',
        [
          ['FAILED', false],
          ['FAILED', true],
        ],
      ],
      ['record', [['COMPLETED', false]]],
    ],
  );
  assert.deepEqual(steps[0]?.attempts[0], {
    number: 1,
    begin: at(1),
    end: at(2),
    outcome: 'FAILED',
    message: 'Down.',
    notes: [['changeId', 'c-1']],
    isFinal: false,
  });
});
