import assert from 'node:assert/strict';
import { test } from 'node:test';
import { badRequest, errorCodes, Refusal } from '../kit/errors.ts';
import { internalError, problemOf } from '../kit/problem.ts';
import { refusalFrom } from './problem.ts';

const coded = (code: string): Error => Object.assign(new Error('secret detail of the database'), { code });

test('conditions that pass are 503 with Retry-After, bad data is 400, and no foreign text is shown', () => {
  const expected: Record<string, string> = {
    '57014': 'ServiceUnavailable',
    '57P01': 'ServiceUnavailable',
    '53100': 'ServiceUnavailable',
    '53300': 'ServiceUnavailable',
    '08006': 'ServiceUnavailable',
    ENOSPC: 'ServiceUnavailable',
    EDQUOT: 'ServiceUnavailable',
    ECONNREFUSED: 'ServiceUnavailable',
    '40001': 'ServiceUnavailable',
    '40P01': 'ServiceUnavailable',
    '23505': 'Conflict',
    '22021': 'BadRequest',
    '22003': 'BadRequest',
    FST_ERR_CTP_BODY_TOO_LARGE: 'PayloadTooLarge',
    FST_ERR_CTP_INVALID_MEDIA_TYPE: 'UnsupportedMediaType',
  };
  for (const [code, answer] of Object.entries(expected)) {
    const refusal = refusalFrom(coded(code));
    assert.equal(refusal?.code, answer, code);
    assert.ok(!JSON.stringify(problemOf(refusal as Refusal, 'r')).includes('secret detail'));
    if (answer === 'ServiceUnavailable') assert.equal(refusal?.headers['retry-after'], '1');
  }
  for (const unknown of [coded('42P01'), new Error('secret detail'), 'text', null, undefined, 7]) {
    assert.equal(refusalFrom(unknown), null);
  }
  assert.ok(!JSON.stringify(problemOf(internalError(), 'r')).includes('secret'));
});

test('a problem carries the keys of RFC 9457 and of the reference API', () => {
  for (const code of Object.keys(errorCodes) as (keyof typeof errorCodes)[]) {
    const problem = problemOf(new Refusal(code, 'why', { a: 1 }), 'request-1');
    assert.equal(problem.status, errorCodes[code].status);
    assert.equal(problem.detail, problem.message);
    assert.deepEqual(problem.info, { a: 1 });
    assert.equal(problem.requestId, 'request-1');
  }
  assert.deepEqual(problemOf(badRequest([{ path: 'a', code: 'b', message: 'c' }]), 'r').info, [
    { path: 'a', code: 'b', message: 'c' },
  ]);
});
