import assert from 'node:assert/strict';
import { test } from 'node:test';
import Shared from 'big.js';
import { Big } from './decimal.ts';

test('the settings of the service do not change how other code in the process rounds', () => {
  assert.equal(new Shared('9.705').round(2).toFixed(), '9.71');
  assert.equal(new Big('9.705').round(2).toFixed(), '9.7');
});
