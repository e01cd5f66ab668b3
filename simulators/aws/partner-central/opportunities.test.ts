import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  AssignOpportunityCommand,
  CreateOpportunityCommand,
  GetAwsOpportunitySummaryCommand,
  GetOpportunityCommand,
  ListOpportunitiesCommand,
  ListSolutionsCommand,
  ListTagsForResourceCommand,
  PutSellingSystemSettingsCommand,
  SubmitOpportunityCommand,
  TagResourceCommand,
  UntagResourceCommand,
  UpdateOpportunityCommand,
} from '@aws-sdk/client-partnercentral-selling';
import { clientsOf, failureOf, type Seller } from '../simulator.test-support.ts';
import {
  approved,
  associate,
  complete,
  completeOpportunity,
  create,
  eventTypes,
  get,
  openPartnerBench,
  problemsOf,
  startSubmission,
  submitted,
  update,
  updateOf,
} from './partner-bench.test-support.ts';

const business = 'ValidationException BUSINESS_VALIDATION_FAILED';
const request = 'ValidationException REQUEST_VALIDATION_FAILED';

test('an opportunity is created with two fields only, and shown as it was given', async (t) => {
  const bench = await openPartnerBench(t);
  const { Id = '' } = await bench.selling.send(new CreateOpportunityCommand({ Catalog: 'AWS', ClientToken: 'a' }));
  const bare = await get(bench, Id);
  assert.deepEqual(
    [bare.LifeCycle?.ReviewStatus, bare.LifeCycle?.Stage, bare.NationalSecurity, bare.RelatedEntityIdentifiers],
    ['Pending Submission', 'Prospect', 'No', {}],
  );
  const given = completeOpportunity({ PartnerOpportunityIdentifier: 'CRM-1' });
  const created = await bench.selling.send(new CreateOpportunityCommand(given));
  assert.equal(created.PartnerOpportunityIdentifier, 'CRM-1');
  const shown = await get(bench, created.Id ?? '');
  assert.deepEqual([shown.Customer, shown.Project, shown.Marketing], [given.Customer, given.Project, given.Marketing]);
  assert.equal(shown.LastModifiedDate?.getTime(), created.LastModifiedDate?.getTime());
  assert.equal(shown.LifeCycle?.NextStepsHistory?.[0]?.Value, 'Show the prototype.');
  assert.match(shown.Arn ?? '', /^arn:aws:partnercentral:us-east-1:\d{12}:catalog\/AWS\/opportunity\/O\d+$/);
  assert.deepEqual(await eventTypes(bench), ['Opportunity Created', 'Opportunity Created']);
});

test('a client token creates one opportunity, and another request with it is refused', async (t) => {
  const bench = await openPartnerBench(t);
  const given = completeOpportunity({ ClientToken: 'same' });
  const first = await bench.selling.send(new CreateOpportunityCommand(given));
  const second = await bench.selling.send(new CreateOpportunityCommand(given));
  assert.deepEqual([second.Id, second.LastModifiedDate], [first.Id, first.LastModifiedDate]);
  const other = bench.selling.send(new CreateOpportunityCommand({ ...given, OpportunityType: 'Expansion' }));
  const error = await failureOf(other);
  assert.deepEqual([error.name, error.$metadata.httpStatusCode], ['ConflictException', 409]);
  assert.match(error.message, /Conflicting client token/);
  // The two catalogs are separate.
  const sandbox = await bench.selling.send(new CreateOpportunityCommand({ ...given, Catalog: 'Sandbox' }));
  assert.notEqual(sandbox.Id, first.Id);
  assert.equal((await failureOf(get(bench, sandbox.Id ?? '', 'AWS'))).name, 'ResourceNotFoundException');
});

test('a request that violates the model is refused with each of its fields', async (t) => {
  const bench = await openPartnerBench(t);
  const { Customer, Project } = complete;
  const call = bench.selling.send(
    new CreateOpportunityCommand({
      ...completeOpportunity(),
      Customer: {
        Account: { ...Customer.Account, Duns: '12', Industry: 'Robotics' as never, WebsiteUrl: 'abc' },
        Contacts: [{ Email: 'Ada@globex.example', Phone: '0170' }],
      },
      Project: {
        ...Project,
        CustomerBusinessProblem: 'Too short',
        ExpectedCustomerSpend: Array.from({ length: 11 }, () => ({
          Amount: '1',
          CurrencyCode: 'USD' as const,
          Frequency: 'Monthly' as const,
          TargetCompany: 'AWS',
        })),
      },
      LifeCycle: { TargetCloseDate: '2036-13-01' },
    }),
  );
  assert.deepEqual((await problemsOf(call)).sort(), [
    'INVALID_ENUM_VALUE Customer.Account.Industry',
    'INVALID_STRING_FORMAT Customer.Account.Duns',
    'INVALID_STRING_FORMAT Customer.Account.WebsiteUrl',
    'INVALID_STRING_FORMAT Customer.Contacts[0].Email',
    'INVALID_STRING_FORMAT Customer.Contacts[0].Phone',
    'INVALID_STRING_FORMAT LifeCycle.TargetCloseDate',
    'INVALID_STRING_FORMAT Project.CustomerBusinessProblem',
    'TOO_MANY_VALUES Project.ExpectedCustomerSpend',
    request,
  ]);
  const missing = bench.selling.send(new GetOpportunityCommand({ Catalog: 'AWS' } as never));
  assert.deepEqual(await problemsOf(missing), [request, 'REQUIRED_FIELD_MISSING Identifier']);
  const elsewhere = bench.selling.send(new GetOpportunityCommand({ Catalog: 'Test', Identifier: 'O1' }));
  assert.deepEqual(await problemsOf(elsewhere), [request, 'INVALID_VALUE Catalog']);
  const typed = bench.selling.send(new GetOpportunityCommand({ Catalog: 'AWS', Identifier: 7 as never }));
  assert.equal((await failureOf(typed)).name, 'SerializationException');
});

test('a request that violates a business rule is refused, complete or not', async (t) => {
  const bench = await openPartnerBench(t, { startsAt: '2026-11-20T06:00:00Z' });
  const refused = async (more: object): Promise<string[]> => {
    const [head, ...problems] = await problemsOf(
      bench.selling.send(new CreateOpportunityCommand(completeOpportunity(more))),
    );
    assert.equal(head, business);
    return problems;
  };
  const { Customer, Project } = complete;
  const located = (Address: object) => ({ Customer: { Account: { ...Customer.Account, Address } } });
  const project = (more: object) => ({ Project: { ...Project, ...more } });
  const spend = { Amount: '1', CurrencyCode: 'GBP', Frequency: 'Monthly', TargetCompany: 'AWS' };
  const cases: [object, string[]][] = [
    [{ Origin: 'AWS Referral' }, ['INVALID_VALUE Origin']],
    [{ NationalSecurity: 'Yes' }, ['INVALID_VALUE NationalSecurity']],
    [{ LifeCycle: { TargetCloseDate: '2026-11-19' } }, ['INVALID_VALUE LifeCycle.TargetCloseDate']],
    [{ LifeCycle: { ReviewStatus: 'Approved' } }, ['INVALID_VALUE LifeCycle.ReviewStatus']],
    [{ LifeCycle: { Stage: 'Closed Lost' } }, ['REQUIRED_FIELD_MISSING LifeCycle.ClosedLostReason']],
    [
      located({ CountryCode: 'US', StateOrRegion: 'NY', PostalCode: '1000' }),
      ['INVALID_VALUE Customer.Account.Address.StateOrRegion', 'INVALID_VALUE Customer.Account.Address.PostalCode'],
    ],
    [located({ CountryCode: 'AE', PostalCode: '12345' }), ['INVALID_VALUE Customer.Account.Address.PostalCode']],
    [project({ CustomerUseCase: 'Gardening' }), ['INVALID_VALUE Project.CustomerUseCase']],
    [project({ ApnPrograms: ['P4'] }), ['INVALID_VALUE Project.ApnPrograms']],
    [project({ OtherCompetitorNames: 'Initech' }), ['INVALID_VALUE Project.OtherCompetitorNames']],
    [project({ ExpectedCustomerSpend: [spend] }), ['INVALID_VALUE Project.ExpectedCustomerSpend']],
    [{ Marketing: { Source: 'None', AwsFundingUsed: 'No' } }, ['INVALID_VALUE Marketing.AwsFundingUsed']],
  ];
  for (const [more, problems] of cases) assert.deepEqual(await refused(more), problems);
  // The end of today is not in the past, and other countries have other codes.
  await create(bench, { LifeCycle: { TargetCloseDate: '2026-11-20' } });
  for (const [CountryCode, PostalCode] of [
    ['GB', 'SW1A 1AA'],
    ['CA', 'K1A 0B1'],
    ['DE', '10115'],
    ['LV', 'LV-1010'],
    ['IE', 'D02 AF30'],
  ] as const) {
    await create(bench, located({ CountryCode, PostalCode, StateOrRegion: 'somewhere' }));
  }
});

test('an opportunity about national security hides the customer', async (t) => {
  const bench = await openPartnerBench(t);
  const { Account } = complete.Customer;
  const id = await submitted(bench, {
    NationalSecurity: 'Yes',
    Customer: { Account: { ...Account, Industry: 'Government', Address: { ...Account.Address, CountryCode: 'US' } } },
  });
  const shown = (await get(bench, id)).Customer?.Account;
  assert.deepEqual(
    [shown?.CompanyName, shown?.WebsiteUrl, shown?.Address],
    ['Redacted', undefined, { City: 'New York', CountryCode: 'US' }],
  );
});

test('a submission reports everything that is missing, at once or in its task', async (t) => {
  const bench = await openPartnerBench(t);
  const { Id = '' } = await bench.selling.send(new CreateOpportunityCommand({ Catalog: 'AWS', ClientToken: 'a' }));
  const call = bench.selling.send(
    new SubmitOpportunityCommand({ Catalog: 'AWS', Identifier: Id, InvolvementType: 'Co-Sell' }),
  );
  const missing = [
    ...['Account.CompanyName', 'Account.WebsiteUrl', 'Account.Address.CountryCode', 'Account.Address.PostalCode'].map(
      (name) => `Customer.${name}`,
    ),
    ...['Customer.Account.Industry', 'LifeCycle.TargetCloseDate', 'Marketing.Source', 'PrimaryNeedsFromAws'],
    ...[
      'CustomerBusinessProblem',
      'CustomerUseCase',
      'DeliveryModels',
      'ExpectedCustomerSpend',
      'SalesActivities',
      'Title',
    ].map((name) => `Project.${name}`),
    'RelatedEntityIdentifiers.Solutions',
  ];
  assert.deepEqual(await problemsOf(call), [business, ...missing.map((field) => `REQUIRED_FIELD_MISSING ${field}`)]);
  const task = await startSubmission(bench, Id);
  assert.deepEqual([task.TaskStatus, task.ReasonCode], ['FAILED', 'OpportunityValidationFailed']);
  assert.match(task.Message ?? '', /Project\.Title must be given/);
  assert.equal((await get(bench, Id)).LifeCycle?.ReviewStatus, 'Pending Submission');
});

test('some fields are mandatory only together with others', async (t) => {
  const bench = await openPartnerBench(t);
  const { Customer, Project } = complete;
  const problemsWith = async (more: object, InvolvementType: 'Co-Sell' | 'For Visibility Only' = 'Co-Sell') => {
    const id = await create(bench, { ...more });
    await associate(bench, id, bench.solutionId);
    const call = bench.selling.send(new SubmitOpportunityCommand({ Catalog: 'AWS', Identifier: id, InvolvementType }));
    return call.then(
      () => [],
      async () => (await problemsOf(call)).slice(1),
    );
  };
  const account = (more: object) => ({ Customer: { Account: { ...Customer.Account, ...more } } });
  const project = (more: object) => ({ Project: { ...Project, ...more } });
  const free = { Amount: '0.00', CurrencyCode: 'USD', Frequency: 'Monthly', TargetCompany: 'AWS' };
  const cases: [object, string[]][] = [
    [{}, []],
    [account({ Industry: 'Other' }), ['REQUIRED_FIELD_MISSING Customer.Account.OtherIndustry']],
    [
      account({ Address: { CountryCode: 'US', PostalCode: '10001' } }),
      ['REQUIRED_FIELD_MISSING Customer.Account.Address.StateOrRegion'],
    ],
    [account({ Address: { CountryCode: 'AE' } }), []],
    [{ OpportunityType: 'Flat Renewal' }, ['REQUIRED_FIELD_MISSING Project.RelatedOpportunityIdentifier']],
    [project({ CompetitorName: '*Other' }), ['REQUIRED_FIELD_MISSING Project.OtherCompetitorNames']],
    [project({ ExpectedCustomerSpend: [free] }), ['INVALID_VALUE Project.ExpectedCustomerSpend']],
    [{ Marketing: { Source: 'Marketing Activity' } }, ['REQUIRED_FIELD_MISSING Marketing.AwsFundingUsed']],
    [
      { LifeCycle: { Stage: 'Closed Lost', ClosedLostReason: 'Price', TargetCloseDate: '2036-01-01' } },
      ['INVALID_VALUE LifeCycle.Stage'],
    ],
  ];
  for (const [more, problems] of cases) assert.deepEqual(await problemsWith(more), problems);
  const needless = { PrimaryNeedsFromAws: [] };
  assert.deepEqual(await problemsWith(needless), ['REQUIRED_FIELD_MISSING PrimaryNeedsFromAws']);
  assert.deepEqual(await problemsWith(needless, 'For Visibility Only'), []);
});

test('an update replaces the whole record, and only in the version that it names', async (t) => {
  const bench = await openPartnerBench(t);
  const id = await create(bench, { PartnerOpportunityIdentifier: 'CRM-1' });
  const before = await get(bench, id);
  const { Marketing: _, ...kept } = updateOf(before);
  const updated = await bench.selling.send(new UpdateOpportunityCommand(kept));
  const after = await get(bench, id);
  assert.equal(after.Marketing, undefined);
  assert.equal(after.PartnerOpportunityIdentifier, 'CRM-1');
  assert.ok((updated.LastModifiedDate ?? 0) > (before.LastModifiedDate ?? 0));
  const stale = await failureOf(bench.selling.send(new UpdateOpportunityCommand(updateOf(before))));
  assert.deepEqual([stale.name, stale.$metadata.httpStatusCode], ['ConflictException', 409]);
  // Fields that only AWS writes are kept, whatever the request says.
  await update(bench, id, ({ LifeCycle }) => ({
    LifeCycle: { ...LifeCycle, NextSteps: 'Call.', NextStepsHistory: [], ReviewComments: 'mine' },
  }));
  const { LifeCycle } = await get(bench, id);
  assert.deepEqual(
    [LifeCycle?.ReviewComments, LifeCycle?.NextStepsHistory?.map(({ Value }) => Value)],
    [undefined, ['Show the prototype.', 'Call.']],
  );
  const decided = update(bench, id, (given) => ({ LifeCycle: { ...given.LifeCycle, ReviewStatus: 'Approved' } }));
  assert.deepEqual(await problemsOf(decided), [business, 'ACTION_NOT_PERMITTED LifeCycle.ReviewStatus']);
});

test('an opportunity is read-only while AWS reviews it, and after a rejection', async (t) => {
  const bench = await openPartnerBench(t);
  const id = await submitted(bench);
  const locked = [business, 'INVALID_RESOURCE_STATE LifeCycle.ReviewStatus'];
  for (const act of [null, 'start-review', 'reject']) {
    if (act !== null) await bench.post(`/aws/opportunity/${id}/${act}`, { reason: 'Duplicate' });
    assert.deepEqual(await problemsOf(update(bench, id, () => ({ OpportunityType: 'Expansion' }))), locked);
    assert.deepEqual(await problemsOf(associate(bench, id, 'AmazonS3', 'AwsProducts')), locked);
  }
  const { LifeCycle } = await get(bench, id);
  assert.deepEqual([LifeCycle?.ReviewStatus, LifeCycle?.ReviewStatusReason], ['Rejected', 'Duplicate']);
  const again = await startSubmission(bench, id);
  assert.deepEqual([again.TaskStatus, again.ReasonCode], ['FAILED', 'OpportunitySubmissionFailed']);
});

test('when AWS asks for action, some fields are editable, and an update returns it to the review', async (t) => {
  const bench = await openPartnerBench(t);
  const id = await submitted(bench);
  await bench.post(`/aws/opportunity/${id}/request-action`, { reason: 'Incomplete', comments: 'Which site?' });
  const asked = await get(bench, id);
  assert.deepEqual(
    [asked.LifeCycle?.ReviewStatus, asked.LifeCycle?.ReviewStatusReason, asked.LifeCycle?.ReviewComments],
    ['Action Required', 'Incomplete', 'Which site?'],
  );
  const { Customer, Project } = complete;
  const closed = update(bench, id, () => ({ Project: { ...Project, Title: 'Another' }, OpportunityType: 'Expansion' }));
  const fields = ['OpportunityType', 'Project.Title'];
  assert.deepEqual(await problemsOf(closed), [business, ...fields.map((field) => `ACTION_NOT_PERMITTED ${field}`)]);
  const Account = { ...Customer.Account, WebsiteUrl: 'https://plant.globex.example' };
  await update(bench, id, () => ({ Customer: { ...Customer, Account }, PartnerOpportunityIdentifier: 'CRM-2' }));
  assert.equal((await get(bench, id)).LifeCycle?.ReviewStatus, 'Submitted');
  await bench.post(`/aws/opportunity/${id}/approve`);
  assert.equal((await get(bench, id)).LifeCycle?.ReviewStatus, 'Approved');
});

test('after the approval, fields that AWS has validated are fixed, and the others are not', async (t) => {
  const bench = await openPartnerBench(t);
  const id = await approved(bench, { PartnerOpportunityIdentifier: 'CRM-1' });
  const { Customer, Project } = complete;
  const Account = { ...Customer.Account, CompanyName: 'Hooli', Industry: 'Retail' as const };
  const call = update(bench, id, () => ({
    Customer: {
      Account: { ...Account, WebsiteUrl: 'https://hooli.example', Address: { CountryCode: 'DE', PostalCode: '10115' } },
    },
    Project: { ...Project, Title: 'Another', CustomerBusinessProblem: 'Quite another business problem.' },
    PartnerOpportunityIdentifier: 'CRM-2',
  }));
  const fixed = [
    ...[
      'Address.CountryCode',
      'Address.PostalCode',
      'Address.StateOrRegion',
      'CompanyName',
      'Industry',
      'WebsiteUrl',
    ].map((name) => `Customer.Account.${name}`),
    ...['PartnerOpportunityIdentifier', 'Project.CustomerBusinessProblem', 'Project.Title'],
  ];
  assert.deepEqual(await problemsOf(call), [business, ...fixed.map((field) => `ACTION_NOT_PERMITTED ${field}`)]);
  await update(bench, id, (given) => ({
    LifeCycle: { ...given.LifeCycle, Stage: 'Technical Validation', NextSteps: 'Sign.' },
    Project: { ...Project, CustomerUseCase: 'Database', AdditionalComments: 'Soon' },
  }));
  const incomplete = update(bench, id, () => ({ Marketing: {} }));
  assert.deepEqual(await problemsOf(incomplete), [business, 'REQUIRED_FIELD_MISSING Marketing.Source']);
});

test('an opportunity is launched or lost by the rules of each', async (t) => {
  const bench = await openPartnerBench(t);
  const other = await create(bench, {
    Project: { ...complete.Project, OtherSolutionDescription: 'Ours' },
  });
  assert.equal((await startSubmission(bench, other)).TaskStatus, 'COMPLETE');
  await bench.post(`/aws/opportunity/${other}/approve`);
  const stage = (id: string, Stage: 'Committed' | 'Launched' | 'Closed Lost', more: object = {}) =>
    update(bench, id, ({ LifeCycle }) => ({ LifeCycle: { ...LifeCycle, Stage }, ...more }));
  const solutionless = await problemsOf(stage(other, 'Committed'));
  assert.deepEqual(solutionless, [business, 'REQUIRED_FIELD_MISSING RelatedEntityIdentifiers.Solutions']);
  await associate(bench, other, bench.solutionId);
  await stage(other, 'Launched');

  const traits = { path: 'Services', saasRevenueRecognition: true };
  await bench.put(`/aws/account/${bench.seller.id}/partner-traits`, traits);
  const id = await approved(bench);
  const contract = ['DeliveryModel', 'EffectiveDate', 'ExpirationDate', 'Value.Amount', 'Value.CurrencyCode'];
  assert.deepEqual(await problemsOf(stage(id, 'Launched')), [
    business,
    'REQUIRED_FIELD_MISSING Customer.Account.AwsAccountId',
    ...contract.map((name) => `REQUIRED_FIELD_MISSING SoftwareRevenue.${name}`),
  ]);
  const { Customer } = complete;
  const SoftwareRevenue = {
    DeliveryModel: 'Contract' as const,
    EffectiveDate: '2026-12-01',
    ExpirationDate: '2027-11-30',
    Value: { Amount: '150000.00', CurrencyCode: 'USD' as const },
  };
  const Account = { ...Customer.Account, AwsAccountId: '210987654321' };
  await stage(id, 'Launched', { SoftwareRevenue, Customer: { ...Customer, Account } });
  await update(bench, id, () => ({ SoftwareRevenue: { ...SoftwareRevenue, ExpirationDate: '2028-11-30' } }));
  const late = update(bench, id, ({ LifeCycle }) => ({ LifeCycle: { ...LifeCycle, NextSteps: 'More.' } }));
  assert.deepEqual(await problemsOf(late), [business, 'ACTION_NOT_PERMITTED LifeCycle.NextSteps']);
  assert.equal((await problemsOf(associate(bench, id, 'AmazonS3', 'AwsProducts')))[0], business);

  const lost = await approved(bench);
  assert.deepEqual(await problemsOf(stage(lost, 'Closed Lost')), [
    business,
    'REQUIRED_FIELD_MISSING LifeCycle.ClosedLostReason',
  ]);
  await update(bench, lost, ({ LifeCycle }) => ({
    LifeCycle: { ...LifeCycle, Stage: 'Closed Lost', ClosedLostReason: 'Price' },
  }));
  const reopened = update(bench, lost, ({ LifeCycle }) => ({ LifeCycle: { ...LifeCycle, Stage: 'Qualified' } }));
  assert.deepEqual(await problemsOf(reopened), [business, 'ACTION_NOT_PERMITTED LifeCycle.Stage']);
});

test('an opportunity for visibility only can become a co-sell, never the reverse', async (t) => {
  const bench = await openPartnerBench(t);
  const { Customer } = complete;
  const id = await create(bench, { PrimaryNeedsFromAws: [], Customer: { Account: Customer.Account } });
  await associate(bench, id, bench.solutionId);
  assert.equal((await startSubmission(bench, id, { InvolvementType: 'For Visibility Only' })).TaskStatus, 'COMPLETE');
  await bench.post(`/aws/opportunity/${id}/approve`);
  const needs = { PrimaryNeedsFromAws: ['Co-Sell - Deal Support' as const] };
  assert.deepEqual(await problemsOf(update(bench, id, () => needs)), [
    business,
    'REQUIRED_FIELD_MISSING Customer.Contacts',
  ]);
  await update(bench, id, () => ({ ...needs, Customer }));
  const summary = await bench.selling.send(
    new GetAwsOpportunitySummaryCommand({ Catalog: 'AWS', RelatedOpportunityIdentifier: id }),
  );
  assert.equal(summary.InvolvementType, 'Co-Sell');
  assert.deepEqual(await problemsOf(update(bench, id, () => ({ PrimaryNeedsFromAws: [] }))), [
    business,
    'REQUIRED_FIELD_MISSING PrimaryNeedsFromAws',
  ]);
});

test('in Sandbox the partner plays the reviewer', async (t) => {
  const bench = await openPartnerBench(t, { catalog: 'Sandbox' });
  const id = await create(bench, { Catalog: 'Sandbox' });
  const set = (ReviewStatus: 'Approved' | 'Action Required' | 'Submitted') =>
    update(bench, id, ({ LifeCycle }) => ({ LifeCycle: { ...LifeCycle, ReviewStatus } }), 'Sandbox');
  assert.deepEqual(await problemsOf(set('Approved')), [business, 'INVALID_RESOURCE_STATE LifeCycle.ReviewStatus']);
  await associate(bench, id, bench.solutionId, 'Solutions', 'Sandbox');
  assert.equal((await startSubmission(bench, id, undefined, 'Sandbox')).TaskStatus, 'COMPLETE');
  await set('Action Required');
  assert.deepEqual(await problemsOf(set('Submitted')), [business, 'INVALID_VALUE LifeCycle.ReviewStatus']);
  await set('Approved');
  assert.equal((await get(bench, id, 'Sandbox')).LifeCycle?.ReviewStatus, 'Approved');
});

test('lists are filtered, sorted and paged, and contain summaries', async (t) => {
  const bench = await openPartnerBench(t);
  const { Account } = complete.Customer;
  const ids: string[] = [];
  for (const CompanyName of ['Hooli', 'Globex', 'Initech']) {
    ids.push(await create(bench, { Customer: { Account: { ...Account, CompanyName } } }));
    await bench.post('/clock', { advance: 'PT1M' });
  }
  const list = async (more: object = {}) => {
    const { OpportunitySummaries = [], NextToken } = await bench.selling.send(
      new ListOpportunitiesCommand({ Catalog: 'AWS', ...more }),
    );
    return { found: OpportunitySummaries, ids: OpportunitySummaries.map(({ Id = '' }) => Id), NextToken };
  };
  const [first = '', second = '', third = ''] = ids;
  const all = await list();
  assert.deepEqual(all.ids, [third, second, first]);
  assert.deepEqual(Object.keys(all.found[0]?.Project ?? {}).sort(), ['DeliveryModels', 'ExpectedCustomerSpend']);
  assert.equal('Contacts' in (all.found[0]?.Customer ?? {}), false);
  const named = { SortBy: 'CustomerCompanyName', SortOrder: 'ASCENDING' };
  assert.deepEqual((await list({ Sort: named })).ids, [second, first, third]);
  const page = await list({ Sort: named, MaxResults: 2 });
  assert.deepEqual(page.ids, [second, first]);
  assert.deepEqual((await list({ Sort: named, MaxResults: 2, NextToken: page.NextToken })).ids, [third]);
  const foreign = list({ MaxResults: 2, NextToken: page.NextToken, Identifier: [first] });
  assert.deepEqual(await problemsOf(foreign), [request, 'INVALID_VALUE NextToken']);
  // The ends of a range belong to it, so that the latest known date finds its own opportunity again.
  const latest = all.found[0]?.LastModifiedDate;
  assert.deepEqual((await list({ LastModifiedDate: { AfterLastModifiedDate: latest } })).ids, [third]);
  assert.deepEqual((await list({ CustomerCompanyName: ['hooli'], LifeCycleStage: ['Qualified'] })).ids, [first]);
  assert.deepEqual((await list({ LifeCycleReviewStatus: ['Approved'] })).ids, []);
  assert.deepEqual((await list({ TargetCloseDate: { BeforeTargetCloseDate: '2036-10-10' } })).ids, []);
  assert.deepEqual(
    (await list({ TargetCloseDate: { AfterTargetCloseDate: '2036-10-11' }, Identifier: [second] })).ids,
    [second],
  );
});

test('an account sees neither the opportunities nor the solutions of another', async (t) => {
  const bench = await openPartnerBench(t);
  const id = await create(bench);
  const other = clientsOf(bench.url, await bench.post<Seller>('/aws/account', { name: 'Other' }));
  const read = await failureOf(other.selling.send(new GetOpportunityCommand({ Catalog: 'AWS', Identifier: id })));
  assert.deepEqual([read.name, read.$metadata.httpStatusCode], ['ResourceNotFoundException', 404]);
  const { SolutionSummaries } = await other.selling.send(new ListSolutionsCommand({ Catalog: 'AWS' }));
  assert.deepEqual(SolutionSummaries, []);
  const own = await bench.selling.send(new ListSolutionsCommand({ Catalog: 'AWS', Status: ['Active'] }));
  assert.deepEqual(
    own.SolutionSummaries?.map(({ Id, Name }) => [Id, Name]),
    [[bench.solutionId, 'Acme API']],
  );
});

test('an opportunity is assigned and tagged, and the role for snapshots is stored', async (t) => {
  const bench = await openPartnerBench(t);
  const id = await create(bench, { OpportunityTeam: [{ Email: 'sam@acme.example', FirstName: 'Sam' }] });
  const assign = (Email: string) =>
    bench.selling.send(
      new AssignOpportunityCommand({
        Catalog: 'AWS',
        Identifier: id,
        Assignee: { Email, FirstName: 'Kim', LastName: 'Lee', BusinessTitle: 'OpportunityOwner' },
      }),
    );
  await assign('kim@acme.example');
  await assign('lou@acme.example');
  const { OpportunityTeam, Arn = '' } = await get(bench, id);
  assert.deepEqual(
    OpportunityTeam?.map(({ Email }) => Email),
    ['sam@acme.example', 'lou@acme.example'],
  );

  await bench.selling.send(
    new TagResourceCommand({
      ResourceArn: Arn,
      Tags: [
        { Key: 'team', Value: 'a' },
        { Key: 'deal', Value: '1' },
      ],
    }),
  );
  await bench.selling.send(new TagResourceCommand({ ResourceArn: Arn, Tags: [{ Key: 'team', Value: 'b' }] }));
  await bench.selling.send(new UntagResourceCommand({ ResourceArn: Arn, TagKeys: ['deal'] }));
  const { Tags } = await bench.selling.send(new ListTagsForResourceCommand({ ResourceArn: Arn }));
  assert.deepEqual(Tags, [{ Key: 'team', Value: 'b' }]);
  const missing = Arn.replace(id, 'O1');
  const unknown = await failureOf(bench.selling.send(new ListTagsForResourceCommand({ ResourceArn: missing })));
  assert.equal(unknown.name, 'ResourceNotFoundException');

  const role = { Catalog: 'AWS', ResourceSnapshotJobRoleIdentifier: 'snapshots' };
  const settings = await bench.selling.send(new PutSellingSystemSettingsCommand(role));
  assert.equal(settings.ResourceSnapshotJobRoleArn, `arn:aws:iam::${bench.seller.id}:role/snapshots`);
});
