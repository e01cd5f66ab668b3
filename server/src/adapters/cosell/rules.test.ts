import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { valueAt } from './document.ts';
import { complete, having, submit, today } from './documents.test-support.ts';
import {
  coSellPartners,
  type PartnerStanding,
  type ReferralDocument,
  referralStages,
  type UnifiedReferral,
} from './port.ts';
import { coSellRules } from './rules.ts';

const standings: readonly PartnerStanding[] = [
  ...(['CREATED', 'SUBMITTED', 'IN_REVIEW', 'ACTION_REQUIRED', 'ACCEPTED', 'REJECTED'] as const),
  ...(['PENDING_ACCEPTANCE', 'EXPIRED', 'WON', 'LOST'] as const),
];

const text = fc.string({ minLength: 1, maxLength: 40, unit: 'grapheme' });
const day = fc
  .date({ min: new Date('1000-01-01T00:00:00Z'), max: new Date('9999-12-31T00:00:00Z'), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10));
/** Canonical decimals of at least 0, of up to 18 digits before the point and 2 after it. */
const amount = fc
  .tuple(fc.bigInt({ min: 0n, max: 10n ** 18n - 1n }), fc.integer({ min: 0, max: 99 }))
  .map(([whole, cents]) => {
    const fraction = String(cents).padStart(2, '0').replace(/0+$/, '');
    return fraction === '' ? `${whole}` : `${whole}.${fraction}`;
  });

/** Values that a document may have in place of the expected ones. */
const rubbish = fc.jsonValue({ depthSize: 'small' });

/** The places of the unified fields in each partner's document, which the tests break. */
const places = {
  AWS: [
    'Project',
    'Project.ExpectedCustomerSpend',
    'SoftwareRevenue',
    'SoftwareRevenue.Value',
    'LifeCycle.Stage',
    'Customer',
  ],
  AZURE: ['details', 'details.dealValue', 'details.requirements.industries', 'status', 'substatus', 'customerProfile'],
  GCP: [
    'lead',
    'lead.customer',
    'opportunity',
    'opportunity.dealSize',
    'opportunity.closeDate',
    'lead.estimatedCloseDate',
  ],
} as const;

describe('rules of every partner', () => {
  for (const partner of coSellPartners) {
    const rules = coSellRules[partner];
    const broken: fc.Arbitrary<ReferralDocument> = fc
      .dictionary(fc.constantFrom(...places[partner]), rubbish, { maxKeys: 3 })
      .map((members) => having(partner, members));
    const change: fc.Arbitrary<UnifiedReferral> = fc.record(
      {
        name: text,
        buyerCompany: fc.record(
          { name: text, country: text, industry: text, ...(partner === 'AWS' && { website: text }) },
          { requiredKeys: [] },
        ),
        stage: fc.constantFrom(...rules.statedStages),
        dealValue: amount,
        currency: fc.constantFrom('USD', 'EUR', 'JPY'),
        targetCloseDate: day,
        crmRecordId: text,
      },
      { requiredKeys: [] },
    );

    it(`${partner}: a complete document has no fault`, () => {
      assert.deepEqual(rules.check(complete[partner], submit), []);
    });

    it(`${partner}: writing back what was read changes nothing`, () => {
      fc.assert(
        fc.property(broken, (document) => {
          assert.equal(rules.write(document, rules.unify(document)), document);
        }),
      );
    });

    it(`${partner}: what is written is read back, and the rest stays`, () => {
      fc.assert(
        fc.property(broken, change, (document, wanted) => {
          // A lead of Google has no stage before there is an opportunity.
          const { stage, ...others } = wanted;
          const hasStages = partner !== 'GCP' || valueAt(document, 'opportunity.salesStage') !== undefined;
          const asked: UnifiedReferral = hasStages && stage ? wanted : others;
          const before = rules.unify(document);
          const after = rules.unify(rules.write(document, asked));
          const { buyerCompany, ...members } = asked;
          for (const [member, value] of Object.entries(members)) {
            assert.equal(after[member as keyof typeof after], value, member);
          }
          for (const [member, value] of Object.entries(buyerCompany ?? {})) {
            assert.equal(after.buyerCompany?.[member as 'name'], value, member);
          }
          for (const member of ['name', 'targetCloseDate', 'crmRecordId'] as const) {
            if (!(member in asked)) assert.equal(after[member], before[member], member);
          }
        }),
      );
    });

    it(`${partner}: nothing throws, and at most 100 faults are reported, whatever a document holds`, () => {
      const anything = fc.oneof(broken, fc.dictionary(fc.string(), rubbish)) as fc.Arbitrary<ReferralDocument>;
      fc.assert(
        fc.property(anything, anything, fc.constantFrom(...standings), (document, before, standing) => {
          for (const situation of [submit, { act: 'UPDATE' as const, today, before, standing }]) {
            const faults = rules.check(document, situation);
            assert.ok(faults.length <= 100);
            for (const { message } of faults) assert.match(message, /\S/);
          }
          for (const { points, maxPoints, name } of rules.quality) {
            const found = points(document);
            assert.ok(Number.isInteger(found) && found >= 0 && found <= maxPoints, name);
          }
          rules.close(document, 'LOST', 'Other');
          rules.close(document, 'WON', undefined);
        }),
      );
    });

    it(`${partner}: a document too large to be checked is one fault`, () => {
      const deep = Array.from({ length: 40 }).reduce<unknown>((inner) => ({ inner }), 'x');
      for (const members of [{ long: 'x'.repeat(300_000) }, { many: Array(6000).fill(1) }, { deep }]) {
        const faults = rules.check({ ...complete[partner], ...members }, submit);
        assert.deepEqual(
          faults.map(({ path, code }) => [path, code]),
          [['', 'too_large']],
        );
      }
    });

    it(`${partner}: fields that only the partner writes, and values that it already has, are no faults in an update`, () => {
      for (const standing of standings) {
        const before = having(partner, { oddMember: 'odd', [partner === 'GCP' ? 'lead.name' : 'Id']: 'x' });
        assert.deepEqual(rules.check(before, { act: 'UPDATE', today: '2099-01-01', before, standing }), [], standing);
      }
    });

    it(`${partner}: a stage never follows itself, and none follows a final stage that the partner fixes`, () => {
      for (const stage of referralStages) {
        const after = rules.stagesAfter(stage);
        assert.ok(!after.includes(stage));
        assert.equal(new Set(after).size, after.length);
      }
    });

    it(`${partner}: a won deal is launched, a lost one is lost`, () => {
      const reason = rules.lostReasons[0];
      assert.equal(rules.unify(rules.close(complete[partner], 'WON', undefined)).stage, 'LAUNCHED');
      assert.equal(rules.unify(rules.close(complete[partner], 'LOST', reason)).stage, 'CLOSED_LOST');
    });

    it(`${partner}: the factors add up to 100 points, and the README names each`, () => {
      const readme = readFileSync(join(import.meta.dirname, 'README.md'), 'utf8');
      assert.equal(
        rules.quality.reduce((sum, { maxPoints }) => sum + maxPoints, 0),
        100,
      );
      for (const { name, maxPoints } of rules.quality) {
        assert.ok(readme.includes(`| ${partner} | ${name} | ${maxPoints} |`), name);
      }
      const rows = [...readme.matchAll(new RegExp(`^\\| ${partner} \\| [^|]+ \\| \\d+ \\|`, 'gm'))];
      assert.equal(rows.length, rules.quality.length);
    });
  }
});
