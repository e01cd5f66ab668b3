import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { readCsv } from '../../../kit/csv.ts';
import { having, submit, today } from '../documents.test-support.ts';
import type { PartnerStanding, ReferralDocument, Situation } from '../port.ts';
import { handOffColumns, handOffFile } from './hand-off.ts';
import { gcpRules } from './rules.ts';
import { rules as members } from './table.ts';
import { readStage, stageOf, stageWord, standingOf, standingOfState, stateOf } from './words.ts';

const gcp = (changes: Readonly<Record<string, unknown>>): ReferralDocument => having('GCP', changes);
const codes = (document: ReferralDocument, situation: Situation = submit): string[] =>
  gcpRules.check(document, situation).map(({ path, code }) => `${path} ${code}`);

describe('enum values of Google', () => {
  it('every value is translated to a stage or standing, and back to a value of the same meaning', () => {
    for (const [word, stage] of Object.entries(stageOf)) assert.equal(stageWord[stage], word);
    for (const standing of Object.values(standingOfState)) {
      const state = stateOf[standing];
      assert.equal(state && standingOfState[state], standing);
    }
    assert.equal(readStage('SALES_STAGE_CLOSED_WON'), 'LAUNCHED');
    assert.equal(readStage('MIGRATING'), undefined);
  });

  it('the standing is read from the approval, or else the status, and the sales stage can end it', () => {
    const cases: readonly (readonly [Parameters<typeof standingOf>[0], PartnerStanding])[] = [
      [{ approval: 'PENDING', status: 'NEW' }, 'IN_REVIEW'],
      [{ approval: 'APPROVAL_STATE_APPROVED' }, 'ACCEPTED'],
      [{ approval: 'Odd', status: 'SUBMITTED' }, 'SUBMITTED'],
      [{ approval: 'APPROVED', salesStage: 'CLOSED_WON' }, 'WON'],
      [{ approval: 'APPROVED', salesStage: 'CLOSED_LOST' }, 'LOST'],
      [{ approval: 'REJECTED' }, 'REJECTED'],
      [{ approval: 'Odd' }, 'IN_REVIEW'],
      [{}, 'IN_REVIEW'],
    ];
    for (const [words, standing] of cases) assert.equal(standingOf(words), standing, JSON.stringify(words));
  });
});

describe('what Google requires of a lead', () => {
  const required = [
    ...['engagementModel', 'dealTransactionType', 'supportLevel', 'productInterests', 'opportunitySummary', 'dealTerm'],
    ...['partnerAnnualContractValue', 'leadCurrencyCode', 'estimatedCloseDate', 'submitterEmail', 'customer.company'],
  ].map((name) => `lead.${name}`);
  const cases: readonly (readonly [name: string, changes: Readonly<Record<string, unknown>>, faults: string[]])[] = [
    ...required.map((path): [string, Record<string, unknown>, string[]] => [
      `${path} is required`,
      { [path]: undefined },
      [`${path} required`],
    ]),
    ['a lowercase value', { 'lead.engagementModel': 'co_sell' }, ['lead.engagementModel format']],
    ['an unspecified value', { 'lead.supportLevel': 'SUPPORT_LEVEL_UNSPECIFIED' }, ['lead.supportLevel format']],
    ['two products', { 'lead.productInterests': ['A_B', 'C_D'] }, ['lead.productInterests too_long']],
    ['an invalid mail address', { 'lead.submitterEmail': 'bo' }, ['lead.submitterEmail format']],
    [
      'a web address in place of a domain',
      { 'lead.customer.googleAccountDomain': 'https://a.example' },
      ['lead.customer.googleAccountDomain format'],
    ],
    ['half a date', { 'lead.estimatedCloseDate': { year: 2027, month: 3 } }, ['lead.estimatedCloseDate.day required']],
    [
      'a date that does not exist',
      { 'lead.estimatedCloseDate': { year: 2027, month: 2, day: 30 } },
      ['lead.estimatedCloseDate format'],
    ],
    [
      'month 13',
      { 'lead.estimatedCloseDate.month': 13 },
      ['lead.estimatedCloseDate.month range', 'lead.estimatedCloseDate format'],
    ],
    [
      'a date of yesterday',
      { 'lead.estimatedCloseDate': { year: 2026, month: 11, day: 23 } },
      ['lead.estimatedCloseDate past'],
    ],
    ['a value below 0', { 'lead.partnerAnnualContractValue': -5 }, ['lead.partnerAnnualContractValue range']],
    ['a term as a number', { 'opportunity.termMonths': 12 }, ['opportunity.termMonths type']],
    ['a field that is newer than this release', { 'lead.colour': 'red' }, []],
  ];
  for (const [name, changes, faults] of cases) it(name, () => assert.deepEqual(codes(gcp(changes)), faults));

  it('an accepted lead cannot change, but its opportunity can', () => {
    const before = gcp({ opportunity: { salesStage: 'QUALIFYING', name: 'partners/1/opportunities/2' } });
    const situation: Situation = { act: 'UPDATE', today, before, standing: 'ACCEPTED' };
    const changed = gcpRules.write(before, { dealValue: '5', targetCloseDate: '2027-05-01', stage: 'QUALIFIED' });
    assert.deepEqual(codes(changed, situation), []);
    assert.deepEqual(codes(gcpRules.write(before, { name: 'x' }), situation), ['lead fixed']);
    assert.deepEqual(codes(changed, { ...situation, standing: 'IN_REVIEW' }), ['opportunity fixed']);
  });
});

describe('unified fields at Google', () => {
  it('are read from the lead until there is an opportunity', () => {
    assert.deepEqual(gcpRules.unify(gcp({})), {
      name: 'Planning for mills',
      buyerCompany: {
        name: 'Example Mills',
        country: 'GB',
        industry: 'INDUSTRY_INDUSTRIAL_GOODS_AND_MANUFACTURING',
      },
      dealValue: '30000',
      currency: 'GBP',
      targetCloseDate: '2027-03-31',
      crmRecordId: '006A0000001',
    });
    const document = gcpRules.write(gcp({ opportunity: {} }), { dealValue: '90000', targetCloseDate: '2027-05-01' });
    assert.deepEqual(document, gcp({ opportunity: { dealSize: 90000, closeDate: { year: 2027, month: 5, day: 1 } } }));
    assert.equal(gcpRules.unify(document).dealValue, '90000');
  });

  it('a lead has no stage, and an opportunity is given the nearest sales stage', () => {
    const lead = gcp({});
    assert.equal(gcpRules.write(lead, { stage: 'QUALIFIED' }), lead);
    const document = gcpRules.write(gcp({ opportunity: {} }), { stage: 'COMMITTED' });
    assert.deepEqual(document.opportunity, { salesStage: 'NEGOTIATING' });
  });
});

describe('Google’s hand-off file', () => {
  it('has a column for each field of the table, and a line for each deal', () => {
    const known = new Set(members.map(({ path }) => path.replaceAll('[]', '.0')));
    for (const { path } of handOffColumns) assert.ok(known.has(path), path);
    const documents = [
      gcp({}),
      gcp({ 'lead.opportunitySummary': '=1+1', 'lead.isPublicTender': true, 'lead.need': undefined }),
    ];
    const [header, first, second, ...rest] = [...readCsv(handOffFile(documents))].map((record) =>
      record.fault === undefined ? record.cells : [],
    );
    assert.equal(rest.length, 0);
    const cell = (cells: readonly string[] | undefined, title: string) => cells?.[header?.indexOf(title) ?? -1];
    assert.deepEqual(
      header,
      handOffColumns.map(({ title }) => title),
    );
    assert.equal(cell(first, 'Annual contract value'), '30000');
    assert.equal(cell(first, 'Estimated close date'), '2027-03-31');
    assert.equal(cell(first, 'Product interests'), 'GOOGLE_CLOUD_PLATFORM');
    assert.equal(cell(second, 'Opportunity summary'), "'=1+1");
    assert.equal(cell(second, 'Public tender'), 'Yes');
  });

  it('has a column for every required field of a lead', () => {
    const columns = new Set(handOffColumns.map(({ path }) => path));
    for (const { path, required } of members) {
      if (required === 'SUBMITTED') assert.ok(columns.has(path), path);
    }
  });
});
