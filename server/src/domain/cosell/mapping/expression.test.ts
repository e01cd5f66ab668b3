import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isRefusal } from '../../../kit/errors.ts';
import { statementOf } from './apply-mapping.ts';
import { checkExpressions } from './check-expressions.ts';
import { checkExpression, evaluate, fieldsNamed, noWork } from './expression.ts';
import type { FieldMapping } from './mapping.ts';

const record = {
  deal: { Name: ' Acme ', Amount: 1234.5, Tags: 'a;b', Account: { Name: 'Acme Inc' } },
  contacts: [
    { Email: 'a@acme.test', Primary: true, Kind: 'a', Same: 'c' },
    { Email: 'b@acme.test', Kind: 'b', Same: 'c' },
    { Kind: 'a' },
  ],
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
  ['$distinct(contacts.Kind)', ['a', 'b']],
  ['$distinct(["b", "a", "b", 1, "1", {"x": 1, "y": 2}, {"y": 2, "x": 1}])', ['b', 'a', 1, '1', { x: 1, y: 2 }]],
  ['$distinct(contacts.Same)', 'c'],
  ['$toMillis("2026-11-25")', Date.UTC(2026, 10, 25)],
  ['$toMillis("25.11.2026 07:05", "[D01].[M01].[Y0001] [H01]:[m01]")', Date.UTC(2026, 10, 25, 7, 5)],
  ['$toMillis("20261125", "[Y0001][M01][D01]")', Date.UTC(2026, 10, 25)],
  ['$toMillis("25 Nov 2026", "[D01] [MNn,*-3] [Y0001]")', Date.UTC(2026, 10, 25)],
  ['$fromMillis(1795564800000)', '2026-11-25T00:00:00.000Z'],
  ['$fromMillis(1795564800000, "[D01].[M01].[Y0001]")', '25.11.2026'],
  ['$formatNumber(deal.Amount, "#,##0.00")', '1,234.50'],
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

for (const [text, deal] of [
  // Two components of any length next to each other: JSONata's regular expression would try every split of the digits.
  ['$toMillis(deal.Text, "[f][f][f][f][Y]x")', { Text: '1'.repeat(250) }],
  ['$toMillis(deal.Text, "[MNn][FNn][MNn][FNn][MNn]-")', { Text: 'a'.repeat(500) }],
  ['$toMillis(deal.Text, "[Yw][Y]")', { Text: 'seventeen'.repeat(50) }],
  ['$fromMillis(0, "[Y,99999999]")', {}],
  ['$formatNumber(1, deal.Picture)', { Picture: '0'.repeat(101) }],
] as const) {
  test(`${text} is stopped`, async () => {
    assert.equal(checkExpression(text), null);
    await assert.rejects(evaluate(text, { deal }), /cannot be used/);
  });
}

const words = Array.from({ length: 18_000 }, (_, index) => index.toString(36)).join(' ');

for (const text of [
  '$count($distinct($split(deal.Text, " ")))',
  '$split(deal.Text, " ").($length($$.deal.Text & $$.deal.Text))',
  '$split(deal.Text, " ")[$ in $split($$.deal.Text, " ")]',
  'contacts.(contacts; $split($$.deal.Text, "").($$.deal.Text.$length()))',
]) {
  test(`${text} lets others have a turn`, async () => {
    let [longest, last] = [0, performance.now()];
    const timer = setInterval(() => {
      longest = Math.max(longest, performance.now() - last);
      last = performance.now();
    }, 1);
    const start = performance.now();
    await evaluate(text, { deal: { Text: words }, contacts: record.contacts }).catch(() => {});
    longest = Math.max(longest, performance.now() - last);
    clearInterval(timer);
    assert.ok(longest < 500 && performance.now() - start < 3000, `${longest} ms without a turn`);
  });
}

test('all expressions of a record share one limit', async () => {
  const work = noWork();
  const text = 'contacts.($$.contacts.($$.contacts.Email))';
  const contacts = Array.from({ length: 10 }, (_, index) => ({ Email: `${index}@acme.test` }));
  await evaluate(text, { contacts }, work);
  await assert.rejects(async () => {
    for (let count = 0; count < 50; count += 1) await evaluate(text, { contacts }, work);
  }, /too many steps/);
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

/** How often others have their turn meanwhile. */
const turnsDuring = async (work: () => Promise<unknown>): Promise<number> => {
  let [turns, isOver] = [0, false];
  const count = (): void => {
    turns += 1;
    if (!isOver) setImmediate(count);
  };
  setImmediate(count);
  await work();
  isOver = true;
  return turns;
};

/** Takes two steps, and a millisecond to read. */
const longChoice = (index: number): string => `${'a?'.repeat(245)}${index}${':c'.repeat(245)}`;

test('many expressions of few steps let others have a turn, too', async () => {
  const fields = Array.from({ length: 200 }, (_, index) => ({
    ...{ target: `T${index}`, expression: longChoice(index), direction: 'TO_PARTNER', isPaused: false },
  })) as FieldMapping[];
  const turns = await turnsDuring(() =>
    statementOf({ fields }, { id: '1', url: '', updatedTime: new Date(0), deal: {}, company: null, contacts: [] }),
  );
  assert.ok(turns > 3, `${turns} turns`);
});

test('others have a turn while many expressions are checked, and each that is refused is named', async () => {
  const long = Array.from({ length: 200 }, (_, index) => ({ expression: longChoice(1000 + index) }));
  assert.ok((await turnsDuring(() => checkExpressions(long))) > 3);
  const rows = [{ expression: 'deal.Name' }, {}, { expression: '$eval("1")' }, { expression: '(' }];
  await assert.rejects(checkExpressions(rows), (error) => {
    assert.ok(isRefusal(error));
    assert.deepEqual(
      (error.info as { path: string; code: string }[]).map(({ path, code }) => `${path} ${code}`),
      ['fields.2.expression expression', 'fields.3.expression expression'],
    );
    return true;
  });
});
