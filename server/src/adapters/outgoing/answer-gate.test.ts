import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createAnswerGate, createByteGate } from './answer-gate.ts';

const mebibyte = 1024 * 1024;

/** How many bytes pass before the gate closes, in pieces of a kibibyte. */
const passed = (gate: { push(piece: Buffer): void }, text: string): number => {
  const bytes = Buffer.from(text);
  for (let at = 0; at < bytes.length; at += 1024) {
    try {
      gate.push(bytes.subarray(at, at + 1024));
    } catch (error) {
      assert.equal((error as { code?: string }).code, 'ANSWER_TOO_LARGE');
      return at;
    }
  }
  return bytes.length;
};

test('JSON that costs more memory than its bytes is abandoned early, whatever a call may use', () => {
  const gate = () => createAnswerGate(32 * mebibyte);
  for (const text of [
    `[${'{},'.repeat(2 * mebibyte)}`,
    ` \n{"a":[${'1,'.repeat(3 * mebibyte)}`,
    '['.repeat(mebibyte),
    `{${Array.from({ length: 100_000 }, (_, at) => `"${at}":1,`).join('')}`,
    `{"${'k'.repeat(10_000)}":1`,
    `[${'1e400,'.repeat(200_000)}`,
  ])
    assert.ok(passed(gate(), text) < mebibyte, text.slice(0, 20));
});

test('ordinary partner responses pass, and text that is not JSON is counted by its bytes', () => {
  const record = { id: '12345', properties: { name: 'A deal', amount: 1234.5, close: '2027-01-31' } };
  const json = JSON.stringify({ results: Array.from({ length: 5000 }, () => record) });
  const csv = 'a,b,c\n'.repeat(100_000);
  for (const text of [json, csv, `<List>${'<a/>,'.repeat(100_000)}</List>`])
    assert.equal(passed(createAnswerGate(mebibyte), text), Buffer.byteLength(text));
  for (const gate of [createAnswerGate(mebibyte), createByteGate(mebibyte)])
    assert.equal(passed(gate, 'x'.repeat(2 * mebibyte)), mebibyte);
});
