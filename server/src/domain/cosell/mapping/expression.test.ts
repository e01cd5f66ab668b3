import assert from 'node:assert/strict';
import { test } from 'node:test';
import { checkExpression, evaluate, fieldsNamed } from './expression.ts';

const record = {
  deal: { Name: ' Acme ', Amount: 1234.5, Tags: 'a;b', Account: { Name: 'Acme Inc' } },
  contacts: [{ Email: 'a@acme.test', Primary: true }, { Email: 'b@acme.test' }],
};

for (const [text, expected] of [
  ['$trim(deal.Name)', 'Acme'],
  ['$uppercase(deal.Account.Name) & " deal"', 'ACME INC deal'],
  ['deal.Amount > 1000 ? "large" : "small"', 'large'],
  ['$split(deal.Tags, ";")', ['a', 'b']],
  ['contacts[Primary=true].Email', 'a@acme.test'],
  ['contacts.Email', ['a@acme.test', 'b@acme.test']],
  ['$replace(deal.Tags, ";", ", ")', 'a, b'],
  ['deal.Missing', undefined],
  ['["x", deal.Tags]', ['x', 'a;b']],
] as const) {
  test(`${text} gives ${JSON.stringify(expected)}`, async () => {
    assert.equal(checkExpression(text), null);
    assert.deepEqual(await evaluate(text, record), expected);
  });
}

for (const text of [
  '$eval("1")',
  '$match(deal.Name, /(a+)+$/)',
  '$pad("x", 100000000)',
  '[1..9999999]',
  '($f := function($x){$f($x)}; $f(1))',
  'function($x){$x}(1)',
  'deal.**',
  'deal.*',
  '|deal|{"a": 1}|',
  '$replace(deal.Name, "a", deal.Name)',
  '$join(deal.Tags, deal.Name)',
  '$x',
  '$map(contacts, $uppercase)',
  '$now()',
  '$random()',
  'deal ~> $trim',
  'deal.Name[',
  `"${'x'.repeat(1000)}"`,
]) {
  test(`${text.slice(0, 60)} is refused`, () => assert.equal(typeof checkExpression(text), 'string'));
}

test('an expression that multiplies its work is stopped', async () => {
  const text = 'contacts.($$.contacts.($$.contacts.($$.contacts.($$.contacts.($$.contacts.Email)))))';
  assert.equal(checkExpression(text), null);
  const contacts = Array.from({ length: 50 }, (_, index) => ({ Email: `${index}@acme.test` }));
  await assert.rejects(evaluate(text, { contacts }), /too many steps/);
});

test('an expression that makes a long text is stopped', async () => {
  const long = 'x'.repeat(100_000);
  await assert.rejects(evaluate('a & a & a', { a: long }), /too long a text/);
});

test('the fields that an expression needs are those that it names', () => {
  assert.deepEqual(fieldsNamed('deal.Account.Name & $trim(deal.`My Field`) & company.Website', 'deal'), [
    'Account.Name',
    'My Field',
  ]);
  assert.deepEqual(fieldsNamed('contacts[Primary=true].Email', 'contacts'), ['Primary', 'Email']);
  assert.deepEqual(fieldsNamed('deal.(Name & $string(Amount))', 'deal'), ['Name', 'Amount']);
  assert.deepEqual(fieldsNamed('contacts.(Email & $$.deal.Name)', 'deal'), ['Name']);
});
