import assert from 'node:assert/strict';
import { it } from 'node:test';
import { allBut, type DocumentTable, documentChecker, type MemberRule, pattern } from './check-document.ts';
import type { ReferralDocument, Situation } from './port.ts';

const today = '2026-11-24';
const submit: Situation = { act: 'SUBMIT', today };

const isOther = { path: 'deal.kind', is: ['Other'] };
const rules: readonly MemberRule[] = [
  { path: 'title', kind: 'text', required: 'SUBMITTED', min: 3, max: 5 },
  { path: 'deal.kind', kind: 'text', words: { what: 'kinds', list: ['Plain', 'Other'] } },
  { path: 'deal.other', kind: 'text', requiredIf: isOther, onlyIf: isOther },
  { path: 'deal.due', kind: 'day', notPast: true },
  { path: 'deal.price', kind: 'number', above: 0, max: 10 },
  { path: 'deal.secret', kind: 'boolean' },
  { path: 'deal.note', kind: 'text', required: 'SUBMITTED', unless: { path: 'deal.secret', given: true } },
  { path: 'loose', kind: 'text', words: { what: 'words', list: ['A / B'], loose: true } },
  { path: 'people', kind: 'list', max: 2 },
  { path: 'people[].mail', kind: 'text', required: 'WITH_ITS_OBJECT', form: pattern(/@/, 'a mail address') },
  { path: 'people[].role', kind: 'text' },
  { path: 'tags[]', kind: 'text' },
];
const table: DocumentTable = {
  rules,
  closed: true,
  fixed: (standing) =>
    standing === 'ACCEPTED' ? { paths: ['title'], why: 'it is agreed' } : { paths: [], why: 'it is ours' },
  also: ({ title }) => {
    if (title === 'twice') return [{ path: 'title', code: 'own', message: 'must be once' }];
    return title === 'deep' ? [{ path: 'deal.inner.end', code: 'own', message: 'is required' }] : [];
  },
};
const check = documentChecker(table);
const fine = { title: 'abc', deal: { note: 'x' } };

const codes = (document: ReferralDocument, situation: Situation = submit): string[] =>
  check(document, situation).map(({ path, code }) => `${path} ${code}`);

const cases: readonly (readonly [name: string, document: ReferralDocument, faults: string[], message?: string])[] = [
  ['a document that says all', fine, []],
  ['what only its rules know', { ...fine, title: 'deep' }, ['deal.inner.end own']],
  ['members of what is no object', { title: 'deep', deal: 0 }, ['deal type']],
  ['nothing', {}, ['title required', 'deal.note required'], 'is required'],
  ['null, an empty text', { title: null, deal: { note: '' } }, ['title required', 'deal.note required']],
  ['required unless', { title: 'abc', deal: { secret: true } }, []],
  ['too short', { ...fine, title: 'ab' }, ['title too_short'], 'must have at least 3 characters'],
  ['too long', { ...fine, title: 'abcdef' }, ['title too_long'], 'must have at most 5 characters'],
  ['characters, not halves of them', { ...fine, title: '😀😀😀😀😀' }, []],
  ['two characters of two halves', { ...fine, title: '😀😀' }, ['title too_short']],
  ['another kind', { ...fine, title: 7 }, ['title type'], 'must be a text'],
  ['a text for an object', { title: 'abc', deal: 'x' }, ['deal type'], 'must be an object'],
  ['a list for an object', { title: 'abc', deal: ['x'] }, ['deal type']],
  [
    'an unknown word',
    { title: 'abc', deal: { note: 'x', kind: 'plain' } },
    ['deal.kind value'],
    'must be one of kinds: Plain, Other',
  ],
  ['a loose word', { ...fine, loose: 'a/b' }, []],
  [
    'required if',
    { title: 'abc', deal: { note: 'x', kind: 'Other' } },
    ['deal.other required'],
    'is required, as deal.kind is Other',
  ],
  [
    'only if',
    { title: 'abc', deal: { note: 'x', other: 'y' } },
    ['deal.other forbidden'],
    'must be left out unless deal.kind is Other',
  ],
  [
    'a day that does not exist',
    { title: 'abc', deal: { note: 'x', due: '2027-02-30' } },
    ['deal.due type'],
    'must be a day, YYYY-MM-DD',
  ],
  [
    'yesterday',
    { title: 'abc', deal: { note: 'x', due: '2026-11-23' } },
    ['deal.due past'],
    'must not be in the past; today is 2026-11-24',
  ],
  ['today', { title: 'abc', deal: { note: 'x', due: today } }, []],
  ['zero', { title: 'abc', deal: { note: 'x', price: 0 } }, ['deal.price range'], 'must be more than 0'],
  [
    'a long number',
    { title: 'abc', deal: { note: 'x', price: JSON.rawJSON('9.99999999999999999') } },
    ['deal.price format'],
  ],
  ['a raw number', { title: 'abc', deal: { note: 'x', price: JSON.rawJSON('9.123456789') } }, []],
  [
    'a number that is too large',
    { title: 'abc', deal: { note: 'x', price: 10.01 } },
    ['deal.price range'],
    'must be at most 10',
  ],
  ['items', { ...fine, people: [{ mail: 'a@b' }, { role: 'x' }] }, ['people.1.mail required']],
  [
    'an item in the wrong format',
    { ...fine, people: [{ mail: 'ab' }] },
    ['people.0.mail format'],
    'must be a mail address',
  ],
  [
    'too many items',
    { ...fine, people: Array(3).fill({ mail: 'a@b' }) },
    ['people too_long'],
    'must have at most 2 items',
  ],
  ['an empty item', { ...fine, tags: ['a', null, 5] }, ['tags.1 required', 'tags.2 type']],
  [
    'an unknown member',
    { ...fine, colour: 'red' },
    ['colour unknown'],
    'is unknown here; must be one of members: title, deal, loose, people, tags',
  ],
  ['another spelling', { ...fine, Title: 'x' }, ['Title unknown'], 'must be spelled title'],
  ['an unknown member that is null', { ...fine, colour: null }, []],
  [
    'a name that every object has',
    JSON.parse('{"title":"abc","deal":{"note":"x"},"__proto__":{"x":1}}'),
    ['__proto__ unknown'],
  ],
  ['a rule of its own', { ...fine, title: 'twice' }, ['title own']],
];

for (const [name, document, faults, message] of cases) {
  it(`${name}: ${faults.join(', ') || 'no fault'}`, () => {
    assert.deepEqual(codes(document), faults);
    if (message !== undefined) assert.equal(check(document, submit)[0]?.message, message);
  });
}

it('an update is not checked for what only a submission requires', () => {
  assert.deepEqual(codes({}, { act: 'UPDATE', today }), []);
  assert.deepEqual(codes({ deal: { kind: 'Other' } }, { act: 'UPDATE', today }), ['deal.other required']);
});

it('values that the partner already has are not checked again, and those that it fixes cannot change', () => {
  const before = { title: 'far too long', deal: { kind: 'New word', due: '2020-01-01' }, colour: 'red' };
  const update = (document: ReferralDocument, standing: 'ACCEPTED' | 'CREATED') =>
    codes(document, { act: 'UPDATE', today, before, standing });
  assert.deepEqual(update(before, 'ACCEPTED'), []);
  assert.deepEqual(update({ ...before, title: 'other' }, 'ACCEPTED'), ['title fixed']);
  assert.deepEqual(update({ ...before, title: 'other' }, 'CREATED'), []);
  assert.deepEqual(update({ ...before, title: undefined }, 'ACCEPTED'), ['title fixed']);
  assert.deepEqual(update({ ...before, deal: { kind: 'Old word', due: '2020-01-02' } }, 'ACCEPTED'), [
    'deal.kind value',
    'deal.due past',
  ]);
});

it('a fault that nobody can fix is not reported', () => {
  const before = { title: 'twice' };
  assert.deepEqual(codes(before, { act: 'UPDATE', today, before, standing: 'ACCEPTED' }), []);
  assert.deepEqual(codes(before, { act: 'UPDATE', today, before, standing: 'CREATED' }), ['title own']);
});

it('at most 100 faults are reported', () => {
  assert.equal(check({ ...fine, tags: Array(500).fill(1) }, submit).length, 100);
});

it('"all but" lists every path that holds a value, except the named ones', () => {
  assert.deepEqual(allBut(rules, ['deal.kind', 'people', 'loose']), [
    ...['title', 'deal.other', 'deal.due', 'deal.price', 'deal.secret', 'deal.note', 'tags'],
  ]);
  assert.deepEqual(allBut(rules, ['deal']), ['title', 'loose', 'people', 'tags']);
});
