import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isSameDocument } from './same-document.ts';

test('documents are the same in any order of their keys, and in any spelling of their times', () => {
  const document = { name: 'at 10:00', terms: [{ until: '2027-03-31T00:00:00Z', days: ['2027-03-31'] }] };
  const respelled = { terms: [{ days: ['2027-03-31'], until: '2027-03-31T02:00:00.0000000+02:00' }], name: 'at 10:00' };
  assert.ok(isSameDocument(document, respelled));
  assert.ok(isSameDocument({ it: '2027-03-31T00:00:00Z' }, { it: '2027-03-31T00:00:00+00:00' }));
  assert.ok(!isSameDocument({ it: '2027-03-31T00:00:00Z' }, { it: '2027-03-31T00:00:00.001Z' }));
  assert.ok(!isSameDocument({ it: '2027-03-31T00:00:00Z' }, { it: '2027-03-31' }));
  assert.ok(!isSameDocument({ it: '2027-03-31T00:00:00Z' }, {}));
});
