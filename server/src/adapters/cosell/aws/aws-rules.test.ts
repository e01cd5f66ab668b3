import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import * as sdk from '@aws-sdk/client-partnercentral-selling';
import { having, submit, today } from '../documents.test-support.ts';
import type { PartnerStanding, ReferralDocument, ReferralStage, Situation } from '../port.ts';
import { countriesWithFormats, countriesWithoutPostalCodes, fitsPostalFormat } from './postal-codes.ts';
import { awsRules } from './rules.ts';
import { rules as members } from './table.ts';
import {
  lostReasons,
  reviewOf,
  stageOf,
  stageWord,
  standingOf,
  standingOfInvitation,
  standingOfReview,
} from './words.ts';

const aws = (changes: Readonly<Record<string, unknown>>): ReferralDocument => having('AWS', changes);
const codes = (document: ReferralDocument, situation: Situation = submit): string[] =>
  awsRules.check(document, situation).map(({ path, code }) => `${path} ${code}`);

const spend = { Amount: '10', CurrencyCode: 'USD', Frequency: 'Monthly', TargetCompany: 'AWS' };
const spends = 'Project.ExpectedCustomerSpend';
const account = 'Customer.Account';
const address = `${account}.Address`;

describe('enum values of AWS', () => {
  it('every stage and review status of the SDK is translated, and translated back to the same value', () => {
    assert.deepEqual(Object.keys(stageOf).sort(), Object.values(sdk.Stage).sort());
    for (const [word, stage] of Object.entries(stageOf)) assert.equal(stageWord[stage], word);
    assert.deepEqual(Object.keys(standingOfReview).sort(), Object.values(sdk.ReviewStatus).sort());
    for (const [word, standing] of Object.entries(standingOfReview)) assert.equal(reviewOf[standing], word);
    assert.deepEqual(Object.keys(standingOfInvitation).sort(), Object.values(sdk.InvitationStatus).sort());
    assert.deepEqual([...lostReasons].sort(), Object.values(sdk.ClosedLostReason).sort());
  });

  it('the standing is read from the review status, and from the stage once the review is approved', () => {
    const cases: readonly (readonly [words: Parameters<typeof standingOf>[0], standing: PartnerStanding])[] = [
      [{ reviewStatus: 'Pending Submission', stage: 'Prospect' }, 'CREATED'],
      [{ reviewStatus: 'In review', stage: 'Qualified' }, 'IN_REVIEW'],
      [{ reviewStatus: 'In Review', stage: 'Qualified' }, 'IN_REVIEW'],
      [{ reviewStatus: 'Action Required', stage: 'Closed Lost' }, 'ACTION_REQUIRED'],
      [{ reviewStatus: 'Approved', stage: 'Committed' }, 'ACCEPTED'],
      [{ reviewStatus: 'Approved', stage: 'Launched' }, 'WON'],
      [{ reviewStatus: 'Approved', stage: 'Closed Lost' }, 'LOST'],
      [{ reviewStatus: 'Approved', stage: 'Hibernating' }, 'ACCEPTED'],
      [{ origin: 'AWS Referral', stage: 'Prospect' }, 'ACCEPTED'],
      [{ origin: 'AWS Referral', stage: 'Launched' }, 'WON'],
      [{ reviewStatus: 'Pondered', stage: 'Prospect' }, 'IN_REVIEW'],
      [{ reviewStatus: 7 }, 'IN_REVIEW'],
    ];
    for (const [words, standing] of cases) assert.equal(standingOf(words), standing, JSON.stringify(words));
  });

  it('an unknown stage is left out', () => {
    assert.equal(awsRules.unify(aws({ 'LifeCycle.Stage': 'Hibernating' })).stage, undefined);
  });
});

describe('picklists of AWS: every value of the SDK is accepted, and no other', () => {
  const lists: readonly (readonly [path: string, list: Readonly<Record<string, string>>, around?: object])[] = [
    ['PrimaryNeedsFromAws.0', sdk.PrimaryNeedFromAws],
    ['OpportunityType', sdk.OpportunityType, { 'Project.RelatedOpportunityIdentifier': 'O123' }],
    [`${account}.Industry`, sdk.Industry, { [`${account}.OtherIndustry`]: undefined }],
    ['Project.DeliveryModels.0', sdk.DeliveryModel],
    ['Project.SalesActivities.0', sdk.SalesActivity],
    [`${spends}.0.Frequency`, sdk.PaymentFrequency],
    ['Project.ExpectedContractDuration.Term', sdk.ExpectedContractDurationTerm],
    ['Project.CompetitorName', sdk.CompetitorName],
    ['Marketing.Source', sdk.MarketingSource],
    ['SoftwareRevenue.DeliveryModel', sdk.RevenueModel],
    ['LifeCycle.Stage', sdk.Stage],
    ['LifeCycle.ReviewStatus', sdk.ReviewStatus],
    ['Project.AwsPartition', sdk.AwsPartition],
  ];
  for (const [path, list, around] of lists) {
    it(path, () => {
      for (const word of Object.values(list)) {
        assert.ok(!codes(aws({ ...around, [path]: word })).includes(`${path} value`) || word === 'Closed Lost', word);
      }
      assert.ok(codes(aws({ ...around, [path]: 'Something else' })).includes(`${path} value`));
    });
  }

  it('lists that depend on another member', () => {
    const marketing = { Source: 'Marketing Activity', AwsFundingUsed: 'No', Channels: Object.values(sdk.Channel) };
    assert.deepEqual(codes(aws({ Marketing: marketing })), []);
    assert.deepEqual(codes(aws({ Marketing: { ...marketing, Channels: ['Pigeon'] } })), ['Marketing.Channels.0 value']);
    for (const reason of Object.values(sdk.ClosedLostReason)) {
      const lost = aws({ 'LifeCycle.Stage': 'Closed Lost', 'LifeCycle.ClosedLostReason': reason });
      assert.deepEqual(codes(lost, { act: 'UPDATE', today }), [], reason);
    }
    for (const code of Object.values(sdk.CurrencyCode)) {
      const value = aws({ 'SoftwareRevenue.Value': { Amount: '1', CurrencyCode: code } });
      assert.deepEqual(codes(value), [], code);
    }
  });

  it('every country is accepted, with a postal code in its own format', () => {
    const sample = { AD: 'AD100', GB: 'SW1A 1AA', US: '98101-1234', CA: 'K1A 0B1', NL: '1012 AB', BR: '01310-100' };
    for (const country of Object.values(sdk.CountryCode)) {
      const place = { CountryCode: country, PostalCode: undefined, StateOrRegion: undefined };
      const found = codes(aws({ [address]: place }));
      assert.ok(!found.includes(`${address}.CountryCode value`), country);
      assert.equal(
        found.includes(`${address}.PostalCode required`),
        !countriesWithoutPostalCodes.has(country),
        country,
      );
    }
    for (const [country, code] of Object.entries(sample)) assert.ok(fitsPostalFormat(country, code), country);
    for (const country of countriesWithFormats) assert.ok(!fitsPostalFormat(country, '12-34-56'), country);
    for (const [country, code] of [
      ['BR', '0131'],
      ['GB', 'SW1A-1AA'],
      ['VC', '1234'],
      ['PL', '00950'],
    ] as const) {
      assert.ok(!fitsPostalFormat(country, code), country);
    }
    assert.ok(countriesWithFormats.length > 120 && countriesWithFormats.includes('BR'));
    const known = new Set<string>(Object.values(sdk.CountryCode));
    for (const country of [...countriesWithFormats, ...countriesWithoutPostalCodes])
      assert.ok(known.has(country), country);
    assert.deepEqual(
      countriesWithFormats.filter((country) => countriesWithoutPostalCodes.has(country)),
      [],
    );
  });

  it('every member of CreateOpportunity has a row', () => {
    const named = new Set(members.flatMap(({ path }) => path.replaceAll('[]', '').split('.')));
    const shapes = [
      ...[sdk.CreateOpportunityRequest$, sdk.Customer$, sdk.Account$, sdk.Address$, sdk.Contact$, sdk.Project$],
      ...[sdk.ExpectedCustomerSpend$, sdk.ExpectedContractDuration$, sdk.Marketing$, sdk.SoftwareRevenue$],
      ...[sdk.MonetaryValue$, sdk.LifeCycle$],
    ];
    for (const [, , shape, , names] of shapes) {
      for (const name of names) assert.ok(named.has(name), `${shape} ${name}`);
    }
  });
});

describe('what AWS requires of a submission', () => {
  const cases: readonly (readonly [name: string, changes: Readonly<Record<string, unknown>>, faults: string[]])[] = [
    ...[
      ...['CompanyName', 'WebsiteUrl', 'Industry'].map((name) => `${account}.${name}`),
      ...['CountryCode', 'PostalCode', 'StateOrRegion'].map((name) => `${address}.${name}`),
      ...['Title', 'CustomerBusinessProblem', 'CustomerUseCase', 'DeliveryModels'].map((name) => `Project.${name}`),
      ...['Project.SalesActivities', spends, 'Marketing.Source', 'LifeCycle.TargetCloseDate', 'PrimaryNeedsFromAws'],
    ].map((path): [string, Record<string, unknown>, string[]] => [
      `${path} is required`,
      // Without a country, no state can be given.
      { [path]: undefined, ...(path.endsWith('CountryCode') && { [`${address}.StateOrRegion`]: undefined }) },
      [`${path} required`],
    ]),
    [
      'a short problem',
      { 'Project.CustomerBusinessProblem': 'x'.repeat(19) },
      ['Project.CustomerBusinessProblem too_short'],
    ],
    ['a long title', { 'Project.Title': 'x'.repeat(256) }, ['Project.Title too_long']],
    ['a long company', { [`${account}.CompanyName`]: 'x'.repeat(121) }, [`${account}.CompanyName too_long`]],
    [
      'a use case in the spelling of the field table',
      { 'Project.CustomerUseCase': 'Edge Computing / End User Computing' },
      [],
    ],
    ['a use case of our own', { 'Project.CustomerUseCase': 'Weather' }, ['Project.CustomerUseCase value']],
    ['other industry', { [`${account}.Industry`]: 'Other' }, [`${account}.OtherIndustry required`]],
    [
      'an industry in addition to one from the list',
      { [`${account}.OtherIndustry`]: 'Toys' },
      [`${account}.OtherIndustry forbidden`],
    ],
    ['an account id of 11 digits', { [`${account}.AwsAccountId`]: '12345678901' }, [`${account}.AwsAccountId format`]],
    [
      'a mail address with capitals',
      { 'Customer.Contacts.0.Email': 'Ann@example.com' },
      ['Customer.Contacts.0.Email format'],
    ],
    [
      'a phone number without a country code',
      { 'Customer.Contacts.0.Phone': '4155550123' },
      ['Customer.Contacts.0.Phone format'],
    ],
    ['an invalid state', { [`${address}.StateOrRegion`]: 'WA' }, [`${address}.StateOrRegion value`]],
    [
      'a state outside the United States',
      { [address]: { CountryCode: 'DE', PostalCode: '10115', StateOrRegion: 'Texas' } },
      [`${address}.StateOrRegion forbidden`],
    ],
    ['a postal code in another format', { [`${address}.PostalCode`]: '1234' }, [`${address}.PostalCode format`]],
    [
      'a postal code in a country without any',
      { [address]: { CountryCode: 'HK', PostalCode: '99999' } },
      [`${address}.PostalCode forbidden`],
    ],
    ['no postal code in a country without any', { [address]: { CountryCode: 'HK' } }, []],
    ['a close date of yesterday', { 'LifeCycle.TargetCloseDate': '2026-11-23' }, ['LifeCycle.TargetCloseDate past']],
    ['a close date of today', { 'LifeCycle.TargetCloseDate': today }, []],
    ['three decimals', { [`${spends}.0.Amount`]: '1.005' }, [`${spends}.0.Amount format`]],
    ['an amount as a number', { [`${spends}.0.Amount`]: 5 }, [`${spends}.0.Amount type`]],
    ['no spend at all', { [`${spends}.0.Amount`]: '0.00' }, [`${spends}.0.Amount range`]],
    ['spend in another currency', { [`${spends}.0.CurrencyCode`]: 'GBP' }, [`${spends}.0.CurrencyCode value`]],
    [
      'US dollars in the European partition',
      { 'Project.AwsPartition': 'aws-eusc' },
      [`${spends}.0.CurrencyCode value`],
    ],
    ['spend at other companies only', { [`${spends}.0.TargetCompany`]: 'Self' }, [`${spends} required`]],
    [
      'spend at a third party beside a duration',
      { [`${spends}`]: [spend, { ...spend, TargetCompany: 'Other' }] },
      [`${spends}.1.TargetCompany value`],
    ],
    ['a total of the seller', { [`${spends}`]: [spend, { ...spend, TargetCompany: 'Self', Frequency: 'None' }] }, []],
    ['eleven items of spend', { [`${spends}`]: Array(11).fill(spend) }, [`${spends} too_long`]],
    [
      'a private estimate',
      { [`${spends}.0.EstimationUrl`]: 'https://example.com' },
      [`${spends}.0.EstimationUrl format`],
    ],
    [
      'a duration of 145 months',
      { 'Project.ExpectedContractDuration.Value': '145' },
      ['Project.ExpectedContractDuration.Value format'],
    ],
    [
      'a renewal without the renewed opportunity',
      { OpportunityType: 'Flat Renewal' },
      ['Project.RelatedOpportunityIdentifier required'],
    ],
    ['another competitor, unnamed', { 'Project.CompetitorName': '*Other' }, ['Project.OtherCompetitorNames required']],
    [
      'a competitor in addition to one from the list',
      { 'Project.OtherCompetitorNames': 'X' },
      ['Project.OtherCompetitorNames forbidden'],
    ],
    [
      'marketing without funding',
      { Marketing: { Source: 'Marketing Activity' } },
      ['Marketing.AwsFundingUsed required'],
    ],
    ['funding without marketing', { 'Marketing.AwsFundingUsed': 'No' }, ['Marketing.AwsFundingUsed forbidden']],
    ['a campaign without marketing', { 'Marketing.CampaignName': 'x' }, ['Marketing.CampaignName forbidden']],
    [
      'a value without a currency',
      { 'SoftwareRevenue.Value': { Amount: '5' } },
      ['SoftwareRevenue.Value.CurrencyCode required'],
    ],
    [
      'a contract that ends before it begins',
      { SoftwareRevenue: { EffectiveDate: '2027-02-01', ExpirationDate: '2027-01-31' } },
      ['SoftwareRevenue.ExpirationDate order'],
    ],
    ['a reason without a loss', { 'LifeCycle.ClosedLostReason': 'Price' }, ['LifeCycle.ClosedLostReason forbidden']],
    [
      'a deal that is lost',
      { 'LifeCycle.Stage': 'Closed Lost', 'LifeCycle.ClosedLostReason': 'Price' },
      ['LifeCycle.Stage value'],
    ],
    ['national security outside of government', { NationalSecurity: 'Yes' }, ['NationalSecurity forbidden']],
    [
      'national security for a government',
      {
        NationalSecurity: 'Yes',
        [account]: { Industry: 'Government', Address: { CountryCode: 'US', PostalCode: '20001' } },
      },
      [],
    ],
    ['a referral in the name of AWS', { Origin: 'AWS Referral' }, ['Origin value']],
    ['a field in another spelling', { 'Project.title': 'x' }, ['Project.title unknown']],
    ['what GetOpportunity adds', { Id: 'O1', Arn: 'arn', LastModifiedDate: 'x' }, []],
  ];
  for (const [name, changes, faults] of cases) {
    it(name, () => assert.deepEqual(codes(aws(changes)), faults));
  }

  it('what is sold: one of three references, or a description', () => {
    const none = { RelatedEntityIdentifiers: undefined };
    assert.deepEqual(codes(aws(none)), ['Project.OtherSolutionDescription required']);
    assert.deepEqual(codes(aws({ ...none, 'Project.OtherSolutionDescription': 'Planner' })), []);
    for (const [name, id] of [
      ['Solutions', 'S-1'],
      ['AwsMarketplaceSolutions', 'arn:aws:partnercentral:us-east-1::catalog/AWS/solution/1'],
      ['AwsMarketplaceProducts', 'arn:aws:aws-marketplace:us-east-1:123456789012:AWSMarketplace/SaaSProduct/prod-1'],
    ] as const) {
      assert.deepEqual(codes(aws({ RelatedEntityIdentifiers: { [name]: [id] } })), [], name);
    }
    const offer = { ...none, 'RelatedEntityIdentifiers.AwsMarketplaceOffers': ['offer-1'] };
    assert.deepEqual(codes(aws({ ...offer, 'Project.OtherSolutionDescription': 'Planner' })), [
      'RelatedEntityIdentifiers.AwsMarketplaceOffers.0 format',
    ]);
  });

  it('the involvement, unless the caller names it', () => {
    const without = aws({ PrimaryNeedsFromAws: undefined });
    assert.deepEqual(codes(without), ['PrimaryNeedsFromAws required']);
    assert.deepEqual(codes(without, { ...submit, links: { involvement: 'FOR_VISIBILITY_ONLY' } }), []);
  });
});

describe('what AWS allows to be changed', () => {
  const before = aws({ SoftwareRevenue: { DeliveryModel: 'Contract' } });
  const update = (standing: PartnerStanding, changes: Readonly<Record<string, unknown>>): string[] => {
    const document =
      Object.keys(changes).length === 0 ? before : aws({ SoftwareRevenue: { DeliveryModel: 'Contract' }, ...changes });
    return codes(document, { act: 'UPDATE', today, before, standing });
  };
  const title = { 'Project.Title': 'Another' };
  const place = { [`${address}.City`]: 'Tacoma', [`${address}.PostalCode`]: '98402' };
  const cases: readonly (readonly [PartnerStanding, Readonly<Record<string, unknown>>, string[]])[] = [
    ['CREATED', { ...title, ...place }, []],
    ['CREATED', { OpportunityTeam: [{ Email: 'a@example.com' }] }, ['OpportunityTeam fixed']],
    ['SUBMITTED', {}, []],
    ['SUBMITTED', title, ['Project fixed']],
    ['IN_REVIEW', { 'LifeCycle.NextSteps': 'x' }, ['LifeCycle fixed']],
    ['IN_REVIEW', { LastModifiedDate: 'x' }, []],
    ['ACTION_REQUIRED', place, []],
    ['ACTION_REQUIRED', { 'Project.CustomerBusinessProblem': 'A longer problem than the first.' }, []],
    ['ACTION_REQUIRED', { [`${spends}.0.Amount`]: '9.99', PartnerOpportunityIdentifier: 'x' }, []],
    ['ACTION_REQUIRED', { [`${account}.WebsiteUrl`]: 'mills.example', 'LifeCycle.TargetCloseDate': '2027-04-01' }, []],
    ['ACTION_REQUIRED', title, ['Project.Title fixed']],
    ['ACTION_REQUIRED', { 'LifeCycle.NextSteps': 'x' }, ['LifeCycle.NextSteps fixed']],
    ['ACTION_REQUIRED', { 'LifeCycle.ReviewStatus': 'Approved' }, []],
    ['ACCEPTED', title, ['Project.Title fixed']],
    ['ACCEPTED', { [`${address}.City`]: 'Tacoma', 'LifeCycle.NextSteps': 'x', PartnerOpportunityIdentifier: 'y' }, []],
    ['ACCEPTED', { [`${account}.Industry`]: 'Retail' }, [`${account}.Industry fixed`]],
    ['ACCEPTED', { 'LifeCycle.Stage': 'Technical Validation' }, []],
    ['ACCEPTED', { 'LifeCycle.Stage': 'Committed' }, ['LifeCycle.Stage stage']],
    ['WON', { 'SoftwareRevenue.DeliveryModel': 'Subscription', 'Project.AdditionalComments': 'x' }, []],
    ['WON', { 'LifeCycle.NextSteps': 'x' }, ['LifeCycle.NextSteps fixed']],
    ['REJECTED', place, ['Customer fixed']],
    ['LOST', { 'Project.AdditionalComments': 'x' }, ['Project fixed']],
  ];
  for (const [standing, changes, faults] of cases) {
    it(`${standing}: ${Object.keys(changes).join(', ') || 'nothing'}`, () => {
      assert.deepEqual(update(standing, changes), faults);
    });
  }

  it('fields that only AWS writes are fixed in every standing', () => {
    for (const standing of ['CREATED', 'ACCEPTED', 'ACTION_REQUIRED', 'WON'] as const) {
      assert.ok(awsRules.fixed(standing).includes('LifeCycle.ReviewStatus'), standing);
    }
    assert.ok(!awsRules.fixed('ACTION_REQUIRED').some((path) => path.startsWith('Customer.Account.Address')));
  });
});

describe('stages at AWS', () => {
  const cases: readonly (readonly [ReferralStage, ReferralStage[]])[] = [
    ['PROSPECT', ['QUALIFIED', 'CLOSED_LOST']],
    ['TECHNICAL_VALIDATION', ['PROSPECT', 'QUALIFIED', 'BUSINESS_VALIDATION', 'CLOSED_LOST']],
    ['LAUNCHED', []],
    ['CLOSED_LOST', []],
  ];
  for (const [stage, after] of cases) it(stage, () => assert.deepEqual(awsRules.stagesAfter(stage), after));

  it('a lost deal has a reason from the list of AWS, and an open one has none', () => {
    const lost = awsRules.close(aws({}), 'LOST', 'Price');
    assert.deepEqual(codes(lost, { act: 'UPDATE', today, before: aws({}), standing: 'ACCEPTED' }), []);
    const open = awsRules.write(lost, { stage: 'QUALIFIED' });
    assert.deepEqual(open, aws({}));
    assert.deepEqual(codes(awsRules.close(aws({}), 'LOST', undefined), { act: 'UPDATE', today }), [
      'LifeCycle.ClosedLostReason required',
    ]);
  });
});

describe('the value of a deal at AWS', () => {
  const self = { ...spend, Amount: '1200.50', CurrencyCode: 'EUR', TargetCompany: 'Self', Frequency: 'None' };
  const value = { Amount: '0.10', CurrencyCode: 'JPY' };
  const cases: readonly (readonly [
    string,
    Readonly<Record<string, unknown>>,
    string | undefined,
    string | undefined,
  ])[] = [
    ['monthly times months', {}, '90000', 'USD'],
    ['monthly without months', { 'Project.ExpectedContractDuration': undefined }, undefined, 'USD'],
    ['the total of the seller', { [spends]: [spend, self] }, '1200.5', 'EUR'],
    ['the value of the software', { [spends]: [spend, self], 'SoftwareRevenue.Value': value }, '0.1', 'JPY'],
    ['nothing', { [spends]: undefined }, undefined, undefined],
    ['an invalid amount', { 'SoftwareRevenue.Value': { Amount: 'ten', CurrencyCode: 'USD' } }, undefined, 'USD'],
    ['exact cents', { [`${spends}.0.Amount`]: '0.07', 'Project.ExpectedContractDuration.Value': '3' }, '0.21', 'USD'],
  ];
  for (const [name, changes, amount, currency] of cases) {
    it(name, () => {
      const { dealValue, currency: stated } = awsRules.unify(aws(changes));
      assert.deepEqual([dealValue, stated], [amount, currency]);
    });
  }

  it('a new deal value leaves the monthly spend alone, and keeps its currency', () => {
    const document = awsRules.write(aws({}), { dealValue: '120000.5' });
    assert.deepEqual(document, aws({ SoftwareRevenue: { Value: { Amount: '120000.5', CurrencyCode: 'USD' } } }));
    const total = awsRules.write(aws({ [spends]: [spend, self] }), { dealValue: '7' });
    assert.deepEqual(total, aws({ [spends]: [spend, { ...self, Amount: '7' }] }));
  });

  it('a value with three decimals is a fault, and is not rounded', () => {
    assert.deepEqual(codes(awsRules.write(aws({}), { dealValue: '1.005' })), ['SoftwareRevenue.Value.Amount format']);
  });
});
