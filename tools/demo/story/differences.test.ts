import assert from 'node:assert/strict';
import { test } from 'node:test';
import { differenceOf, eachOnce, type Notice, recognize } from './differences.ts';

const happened = [
  { id: 'event_1', type: 'offer.created' },
  { id: 'event_2', type: 'offer.accepted' },
];

test('missing, repeated and unknown events are differences; the order is not', () => {
  for (const [told, difference] of [
    [['event_2', 'event_1'], eachOnce],
    [['event_1'], 'not told: offer.accepted event_2'],
    [['event_1', 'event_2', 'event_1'], 'told 2 times: offer.created event_1'],
    [['event_1', 'event_2', 'event_3'], 'never happened: event_3'],
    [['event_3', 'event_3', 'event_1'], 'not told: offer.accepted event_2; never happened: event_3'],
  ] as const)
    assert.equal(differenceOf(happened, told), difference);
});

test('texts are recognized by their content, each event once', () => {
  const notice = (eventID: string, title: string): Notice => ({ eventID, title, message: `It is ${title}.` });
  const notices = [notice('event_1', 'ready'), notice('event_2', 'over'), notice('event_3', 'over')];
  const wordsOf = ({ title, message }: Notice): string => `${title}: ${message}`;
  const texts = ['over: It is over.', 'ready: It is ready.', 'over: It is over.', 'over: It is over.', 'Buy now'];
  assert.deepEqual(recognize(notices, wordsOf, texts), [
    'event_2',
    'event_1',
    'event_3',
    'over: It is over.',
    'Buy now',
  ]);
});
