import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { having, submit, today } from '../documents.test-support.ts';
import { type PartnerStanding, type ReferralDocument, referralStages, type Situation } from '../port.ts';
import { azureRules } from './rules.ts';
import { customerSizes } from './table.ts';
import { meaningOf, standingOf, statuses, substatuses, wordsOf, wordsOfStage } from './words.ts';

const azure = (changes: Readonly<Record<string, unknown>>): ReferralDocument => having('AZURE', changes);
const codes = (document: ReferralDocument, situation: Situation = submit): string[] =>
  azureRules.check(document, situation).map(({ path, code }) => `${path} ${code}`);

describe('enum values of Microsoft', () => {
  it('every substatus has a status and a translation, and is translated back to the same value', () => {
    assert.deepEqual(Object.keys(meaningOf).sort(), [...substatuses].sort());
    for (const [substatus, { status, standing, stage }] of Object.entries(meaningOf)) {
      assert.ok(statuses.includes(status), substatus);
      assert.equal(wordsOf[standing], substatus);
      if (stage) assert.equal(meaningOf[wordsOfStage[stage]].stage, stage);
    }
  });

  it('the standing is read from the substatus, or else from the status', () => {
    const cases: readonly (readonly [Parameters<typeof standingOf>[0], PartnerStanding])[] = [
      [{ status: 'New', substatus: 'Pending' }, 'SUBMITTED'],
      [{ status: 'New', substatus: 'Received' }, 'PENDING_ACCEPTANCE'],
      [{ status: 'active', substatus: 'accepted' }, 'ACCEPTED'],
      [{ status: 'Closed', substatus: 'Declined' }, 'REJECTED'],
      [{ status: 'Active', substatus: 'Engaged' }, 'ACCEPTED'],
      [{ status: 'Active', substatus: 'None' }, 'ACCEPTED'],
      [{ status: 'Parked', substatus: 'Engaged' }, 'IN_REVIEW'],
      [{}, 'IN_REVIEW'],
    ];
    for (const [words, standing] of cases) assert.equal(standingOf(words), standing, JSON.stringify(words));
  });
});

describe('what Microsoft requires of a referral', () => {
  const required = [
    ...['name', 'type', 'customerProfile.name', 'customerProfile.size', 'customerProfile.address.country'],
    ...['consent.consentToToShareInfoWithOthers', 'consent.consentToContact'],
    ...['details.dealValue', 'details.currency', 'details.closingDateTime'],
  ];
  const cases: readonly (readonly [name: string, changes: Readonly<Record<string, unknown>>, faults: string[]])[] = [
    ...required.map((path): [string, Record<string, unknown>, string[]] => [
      `${path} is required`,
      { [path]: undefined },
      [`${path} required`],
    ]),
    ...customerSizes.map((size): [string, Record<string, unknown>, string[]] => [
      size,
      { 'customerProfile.size': size },
      [],
    ]),
    ['another size', { 'customerProfile.size': '5' }, ['customerProfile.size value']],
    ['another type', { type: 'Secret' }, ['type value']],
    ['another qualification', { qualification: 'Hot' }, ['qualification value']],
    ['a lowercase currency', { 'details.currency': 'gbp' }, ['details.currency format']],
    ['a value below 0', { 'details.dealValue': -1 }, ['details.dealValue range']],
    ['a value as text', { 'details.dealValue': '5' }, ['details.dealValue type']],
    ['a date in place of a time', { 'details.closingDateTime': '2027-03-31' }, ['details.closingDateTime type']],
    [
      'a closing date of yesterday',
      { 'details.closingDateTime': '2026-11-23T23:00:00Z' },
      ['details.closingDateTime past'],
    ],
    [
      'a shared referral without solutions',
      { 'details.requirements.solutions': [] },
      ['details.requirements.solutions required'],
    ],
    ['an independent referral without solutions', { type: 'Independent', 'details.requirements.solutions': [] }, []],
    [
      'a contact without mail',
      { 'customerProfile.team.0.email': undefined },
      ['customerProfile.team.0.email required'],
    ],
    ['a target without type', { 'target.0.type': undefined }, ['target.0.type required']],
    [
      'contacts who do not consent',
      { 'consent.consentToToShareInfoWithOthers': false },
      ['consent.consentToToShareInfoWithOthers consent'],
    ],
    [
      'no consent, and no contacts',
      { 'consent.consentToToShareInfoWithOthers': false, 'customerProfile.team': [] },
      [],
    ],
    ['a status that contradicts the substatus', { status: 'Active' }, ['status value']],
    ['a field that is newer than this release', { solutionArea: 'Data' }, []],
  ];
  for (const [name, changes, faults] of cases) it(name, () => assert.deepEqual(codes(azure(changes)), faults));

  it('a closed referral stays closed, and nothing in it changes', () => {
    const before = azureRules.close(azure({}), 'LOST', 'They chose paper');
    assert.equal(before.statusReason, 'They chose paper');
    const update = (document: ReferralDocument, standing: PartnerStanding) =>
      codes(document, { act: 'UPDATE', today, before, standing });
    assert.deepEqual(update(before, 'LOST'), []);
    assert.deepEqual(update({ ...before, name: 'x' }, 'LOST'), ['name fixed']);
    assert.deepEqual(update(azureRules.write(before, { stage: 'QUALIFIED' }), 'LOST'), [
      ...['status stage', 'status fixed', 'substatus fixed'],
    ]);
  });
});

describe('stages at Microsoft', () => {
  it('an open stage is kept here alone, and changes nothing at Microsoft', () => {
    for (const stage of ['PROSPECT', 'COMMITTED'] as const) {
      const document = azure({});
      assert.equal(azureRules.write(document, { stage }), document);
      assert.equal(azureRules.unify(document).stage, undefined);
    }
  });

  it('any stage may follow an open one, and none a closed one', () => {
    assert.deepEqual(
      azureRules.stagesAfter('PROSPECT'),
      referralStages.filter((stage) => stage !== 'PROSPECT'),
    );
    assert.deepEqual(azureRules.stagesAfter('LAUNCHED'), []);
    assert.deepEqual(azureRules.stagesAfter('CLOSED_LOST'), []);
  });
});

describe('the value of a deal at Microsoft', () => {
  it('is exact, whether read as a number or as text, and is written as a number', () => {
    assert.equal(azureRules.unify(azure({})).dealValue, '90000.5');
    assert.equal(azureRules.unify(azure({ 'details.dealValue': '10000' })).dealValue, '10000');
    const long = '123456789012345678.12';
    assert.equal(azureRules.unify(azure({ 'details.dealValue': JSON.rawJSON(long) })).dealValue, long);
    assert.match(
      JSON.stringify(azureRules.write(azure({}), { dealValue: long })),
      /"dealValue":123456789012345678\.12,/,
    );
  });

  it('the closing day is in UTC, and its time of day is kept while the day stays the same', () => {
    const document = azure({ 'details.closingDateTime': '2027-03-31T23:30:00-02:00' });
    assert.equal(azureRules.unify(document).targetCloseDate, '2027-04-01');
    assert.equal(azureRules.write(document, { targetCloseDate: '2027-04-01' }), document);
  });

  it('the first industry is replaced by ours, and the others are kept', () => {
    const document = azureRules.write(azure({}), { buyerCompany: { industry: 'Education' } });
    assert.deepEqual(document, azure({ 'details.requirements.industries': [{ id: 'Education' }, { id: 'Services' }] }));
  });
});
