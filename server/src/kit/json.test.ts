import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { decimalFromJson, decimalToJson } from './decimal.ts';
import { encodeJson, findForbidden, type JsonNumber, jsonText, parseJson } from './json.ts';

const decimalText = fc
  .tuple(fc.boolean(), fc.bigInt({ min: 0n, max: 10n ** 18n - 1n }), fc.stringMatching(/^[0-9]{0,9}$/))
  .map(([negative, integer, fraction]) => `${negative ? '-' : ''}${integer}${fraction === '' ? '' : `.${fraction}`}`);

const canonical = (text: string): string => {
  const [integer = '', fraction = ''] = text.replace('-', '').split('.');
  const kept = fraction.replace(/0+$/, '');
  const value = kept === '' ? integer : `${integer}.${kept}`;
  return text.startsWith('-') && /[1-9]/.test(value) ? `-${value}` : value;
};

test('a number of up to 18 integer and 9 fraction digits passes through unchanged, digit for digit', () => {
  fc.assert(
    fc.property(decimalText, (text) => {
      const parsed = parseJson(`{"a":[${text}]}`) as { a: [JsonNumber] };
      const decimal = decimalFromJson(parsed.a[0]);
      assert.equal(decimal, canonical(text));
      const written = JSON.stringify(decimalToJson(decimal as string));
      assert.equal(decimalFromJson((parseJson(`[${written}]`) as [JsonNumber])[0]), canonical(text));
      assert.equal(canonical(JSON.stringify(parsed).slice(6, -2)), canonical(text));
    }),
    { numRuns: 2000 },
  );
});

test('numbers with more digits are refused, not rounded', () => {
  for (const text of ['1234567890123456789', '0.1234567891', '1e18', '1e-10', '1e400', '0.00000000000000000001']) {
    assert.equal(decimalFromJson((parseJson(`[${text}]`) as [JsonNumber])[0]), null, text);
  }
  assert.equal(decimalFromJson((parseJson('[1e3]') as [JsonNumber])[0]), '1000');
  assert.equal(decimalFromJson((parseJson('[0.000]') as [JsonNumber])[0]), '0');
});

test('nesting beyond 32 levels and U+0000 are found, keys included', () => {
  const nested = (levels: number): unknown => JSON.parse(`${'['.repeat(levels)}${']'.repeat(levels)}`);
  assert.equal(findForbidden(nested(32)), null);
  assert.equal(findForbidden(nested(33))?.code, 'too_deep');
  assert.deepEqual(findForbidden({ a: [{ b: 'x\0' }] }), { path: 'a.0.b', code: 'nul_character' });
  assert.equal(findForbidden({ 'a\0': 1 })?.code, 'nul_character');
  assert.equal(findForbidden({ a: '\ud800' })?.code, 'lone_surrogate');
  assert.equal(findForbidden({ '\udc00': '😀' })?.code, 'lone_surrogate');
  for (const text of ['1e65', '-1e300', '1e-65', '1e309', '-1E+9999999999', '1e-400', '0.0001e-9999999999'])
    assert.deepEqual(findForbidden(parseJson(`{"a":[${text}]}`)), { path: 'a.0', code: 'number_out_of_range' }, text);
  for (const text of ['1e64', '-1e-64', '-0', '12345678901234567890', '0e9999', '0.00000001000000000000001'])
    assert.equal(findForbidden(parseJson(`[${text}]`)), null, text);
});

test('a number is not written out to count its digits', () => {
  for (const text of ['1e9999999999', '-1e9999999999', '1e-9999999999', '1e18', '0.1e-9'])
    assert.equal(decimalFromJson((parseJson(`[${text}]`) as [JsonNumber])[0]), null, text);
  assert.equal(decimalFromJson((parseJson('[0.1e-8]') as [JsonNumber])[0]), '0.000000001');
  assert.equal(decimalFromJson((parseJson('[9.99999999999999999e17]') as [JsonNumber])[0]), '999999999999999999');
});

test('stored text goes into a reply as it is, wherever it stands, and nothing of it stays for the next one', () => {
  fc.assert(
    fc.property(fc.array(fc.jsonValue()), fc.jsonValue(), (documents, other) => {
      const reply = { documents: documents.map((document) => jsonText(JSON.stringify(document))), other };
      assert.equal(encodeJson(reply), JSON.stringify({ documents, other }));
      assert.equal(encodeJson(other), JSON.stringify(other));
    }),
  );
  assert.equal(
    encodeJson({ a: jsonText('{"rate":0.00000001000000000000001,"text":"$1 $& \\u0000"}') }),
    '{"a":{"rate":0.00000001000000000000001,"text":"$1 $& \\u0000"}}',
  );
});
