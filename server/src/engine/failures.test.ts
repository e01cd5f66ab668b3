import assert from 'node:assert/strict';
import { test } from 'node:test';
import { refusalFrom } from '../kit/problem.ts';
import { isDatabaseGone, isOurDatabase } from './failures.ts';

const fault = (code: string): Error => Object.assign(new Error('fault'), { code, severity: 'ERROR' });

test('a temporary fault of the database or of our disk is waited for, and a client is asked to retry', () => {
  for (const code of [
    '08006',
    '53100',
    '53300',
    '57P01',
    '57P03',
    '25006',
    '25P03',
    '25P04',
    '40001',
    '40P01',
    '55P03',
    'ENOSPC',
    'EDQUOT',
  ]) {
    assert.equal(isDatabaseGone(fault(code)), true, code);
    assert.equal(isOurDatabase(fault(code)), true, code);
    const refusal = refusalFrom(fault(code));
    assert.equal(refusal?.code, 'ServiceUnavailable', code);
    assert.equal(refusal?.headers?.['retry-after'], '1', code);
  }
});

test('a wrong statement and a broken socket of a partner are not taken for an absent database', () => {
  assert.equal(isDatabaseGone(fault('42601')), false);
  assert.equal(isDatabaseGone(fault('57014')), false);
  assert.equal(isOurDatabase(fault('23505')), false);
  assert.equal(isOurDatabase(Object.assign(new Error('socket'), { code: 'ECONNRESET' })), false);
});
