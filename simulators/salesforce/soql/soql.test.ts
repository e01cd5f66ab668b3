import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Bench, codesOf, type ErrorDoc, openBench, type Page, seedDeal } from '../salesforce.test-support.ts';

const names = async (bench: Bench, where: string): Promise<unknown[]> =>
  (await bench.select(`SELECT Name FROM Opportunity ${where}`)).map(({ Name }) => Name);

const seedMany = async (bench: Bench) => {
  const rows: [string, string, string, number | null][] = [
    ['Alpha', 'Prospecting', '2026-11-20', 100],
    ["Be'ta_1", 'Closed Won', '2026-11-21', 2500.75],
    ['Gamma 100%', 'Closed Lost', '2026-12-31', null],
    ['delta', 'Qualification', '2027-01-15', 90000],
  ];
  for (const [Name, StageName, CloseDate, Amount] of rows) {
    await bench.create('Opportunity', { Name, StageName, CloseDate, Amount });
  }
};

test('parents, children and ids are nested as Salesforce does', async (t) => {
  const bench = await openBench(t);
  const { accountId, contactId, opportunityId, roleId } = await seedDeal(bench);
  const { body } = await bench.query(
    "SELECT Id, Account.Name, Account.Owner.Email, Amount, Owner.Email, NextStep, (SELECT Role, Contact.Email, Contact.Account.Name FROM OpportunityContactRoles WHERE IsPrimary = true), (SELECT Id FROM OpportunityLineItems) FROM Opportunity o WHERE o.Account.Name = 'globex'",
  );
  const base = '/services/data/v68.0/sobjects';
  assert.deepEqual(body, {
    totalSize: 1,
    done: true,
    records: [
      {
        attributes: { type: 'Opportunity', url: `${base}/Opportunity/${opportunityId}` },
        Id: opportunityId,
        Account: {
          attributes: { type: 'Account', url: `${base}/Account/${accountId}` },
          Name: 'Globex',
          Owner: {
            attributes: { type: 'User', url: `${base}/User/${bench.account.apiUserId}` },
            Email: 'integration@acme.example',
          },
        },
        Amount: 125000.5,
        Owner: {
          attributes: { type: 'User', url: `${base}/User/${bench.account.apiUserId}` },
          Email: 'integration@acme.example',
        },
        NextStep: null,
        OpportunityContactRoles: {
          totalSize: 1,
          done: true,
          records: [
            {
              attributes: { type: 'OpportunityContactRole', url: `${base}/OpportunityContactRole/${roleId}` },
              Role: 'Decision Maker',
              Contact: {
                attributes: { type: 'Contact', url: `${base}/Contact/${contactId}` },
                Email: 'hank@globex.example',
                Account: {
                  attributes: { type: 'Account', url: `${base}/Account/${accountId}` },
                  Name: 'Globex',
                },
              },
            },
          ],
        },
        OpportunityLineItems: null,
      },
    ],
  });
  assert.deepEqual(Object.keys(body.records[0] ?? {}), [
    'attributes',
    'Id',
    'Account',
    'Amount',
    'Owner',
    'NextStep',
    'OpportunityContactRoles',
    'OpportunityLineItems',
  ]);
});

test('conditions match the right records', async (t) => {
  const bench = await openBench(t);
  await seedMany(bench);
  const cases: [string, string[]][] = [
    ['', ['Alpha', "Be'ta_1", 'Gamma 100%', 'delta']],
    ["WHERE Name = 'ALPHA'", ['Alpha']],
    ["WHERE Name = 'Be\\'ta_1'", ["Be'ta_1"]],
    ["WHERE Name LIKE 'be%'", ["Be'ta_1"]],
    ["WHERE Name LIKE '%\\_1'", ["Be'ta_1"]],
    ["WHERE Name LIKE '%0\\%'", ['Gamma 100%']],
    ["WHERE Name LIKE 'a_pha'", ['Alpha']],
    ["WHERE NOT Name LIKE '%a%'", []],
    ['WHERE Amount = null', ['Gamma 100%']],
    ['WHERE Amount != 100', ["Be'ta_1", 'Gamma 100%', 'delta']],
    ['WHERE Amount < 2500.76', ['Alpha', "Be'ta_1"]],
    ['WHERE Amount >= 2500.75 AND IsClosed = FALSE', ['delta']],
    ["WHERE (StageName = 'Prospecting' OR Amount = null) AND CloseDate > 2026-11-20", ['Gamma 100%']],
    ["WHERE StageName IN ('Closed Won', 'Closed Lost')", ["Be'ta_1", 'Gamma 100%']],
    ["WHERE StageName NOT IN ('Closed Won', 'Closed Lost')", ['Alpha', 'delta']],
    ['WHERE CloseDate = TODAY', ['Alpha']],
    ['WHERE CloseDate = TOMORROW', ["Be'ta_1"]],
    ['WHERE CloseDate > THIS_MONTH AND CloseDate = THIS_YEAR', ['Gamma 100%']],
    ['WHERE CloseDate = NEXT_N_DAYS:41', ["Be'ta_1", 'Gamma 100%']],
    ['WHERE CloseDate = NEXT_YEAR', ['delta']],
    ['WHERE SystemModstamp > 2026-11-20T18:30:00.5Z', []],
    ['WHERE SystemModstamp >= 2026-11-20T19:00:00+01:00', ['Alpha', "Be'ta_1", 'Gamma 100%', 'delta']],
    ['ORDER BY Amount', ['Gamma 100%', 'Alpha', "Be'ta_1", 'delta']],
    ['ORDER BY Amount DESC NULLS LAST', ['delta', "Be'ta_1", 'Alpha', 'Gamma 100%']],
    ['ORDER BY IsWon DESC, Name DESC LIMIT 2', ["Be'ta_1", 'Gamma 100%']],
    ['ORDER BY CloseDate LIMIT 2 OFFSET 1', ["Be'ta_1", 'Gamma 100%']],
  ];
  for (const [where, wanted] of cases) assert.deepEqual(await names(bench, where), wanted, where);
});

test('a query may use the records that another query finds, and request a count', async (t) => {
  const bench = await openBench(t);
  const { accountId, opportunityId } = await seedDeal(bench);
  await seedMany(bench);
  const soql = 'SELECT Id FROM Account WHERE Id IN (SELECT AccountId FROM Opportunity WHERE Amount > 100000)';
  assert.deepEqual(await bench.select(soql), [{ Id: accountId }]);
  // An id of fifteen characters names the same record.
  assert.deepEqual(await bench.select(`SELECT Id FROM Opportunity WHERE Id = '${opportunityId.slice(0, 15)}'`), [
    { Id: opportunityId },
  ]);
  const { body } = await bench.query('SELECT COUNT() FROM Opportunity');
  assert.deepEqual(body, { totalSize: 5, done: true, records: [] });
});

test('invalid SOQL, or an unknown name, is refused with code, position and status', async (t) => {
  const bench = await openBench(t);
  const cases: [string, string, RegExp][] = [
    ['SELECT FROM Opportunity', 'MALFORMED_QUERY', /\^\nERROR at Row:1:Column:8\nunexpected token: 'FROM'/],
    ['SELECT Id Opportunity', 'MALFORMED_QUERY', /unexpected token: 'Opportunity'/],
    ["SELECT Id FROM Opportunity WHERE Name = 'x' AND Name = 'y' OR Name = 'z'", 'MALFORMED_QUERY', /'OR'/],
    ["SELECT Id FROM Opportunity WHERE Name = 'x", 'MALFORMED_QUERY', /mismatched character/],
    ['SELECT Id FROM Opportunity WHERE', 'MALFORMED_QUERY', /<EOF>/],
    [
      'SELECT Id,\n Nope FROM Opportunity',
      'INVALID_FIELD',
      /Row:2:Column:2\nNo such column 'Nope' on entity 'Opportunity'/,
    ],
    ['SELECT Nope.Name FROM Opportunity', 'INVALID_FIELD', /Didn't understand relationship 'Nope' in field path/],
    ['SELECT Id FROM Lead', 'INVALID_TYPE', /sObject type 'Lead' is not supported/],
    ['SELECT Id, (SELECT Id FROM Nopes) FROM Account', 'INVALID_TYPE', /relationship 'Nopes' in FROM part/],
    [
      "SELECT Id FROM Opportunity WHERE CloseDate = '2026-11-20'",
      'INVALID_FIELD',
      /type date and should not be enclosed/,
    ],
    ['SELECT Id FROM Opportunity WHERE Name = 5', 'INVALID_FIELD', /type string and should be enclosed in quotes/],
    ["SELECT Id FROM Opportunity WHERE Description = 'x'", 'INVALID_FIELD', /can not be filtered/],
    ["SELECT Id FROM Opportunity WHERE Id = 'x'", 'INVALID_QUERY_FILTER_OPERATOR', /invalid ID field: x/],
    ['SELECT Id, Id FROM Opportunity', 'INVALID_FIELD', /duplicate field selected: Id/],
    ['SELECT Id FROM Opportunity OFFSET 2001', 'NUMBER_OUTSIDE_VALID_RANGE', /2000/],
  ];
  for (const [soql, code, message] of cases) {
    const answer = await bench.query<ErrorDoc[]>(soql);
    assert.deepEqual(codesOf(answer), [400, code], soql);
    assert.match(answer.body[0]?.message ?? '', message);
  }
});

test('a long result is paged, and the address of the next page stays valid until the end', async (t) => {
  const bench = await openBench(t);
  const records = Array.from({ length: 200 }, (_, index) => ({ attributes: { type: 'Account' }, Name: `A${index}` }));
  for (const part of [1, 2]) {
    await bench.api('POST', '/composite/sobjects', {
      records: records.map((one) => ({ ...one, Name: `${one.Name}-${part}` })),
    });
  }
  const soql = 'SELECT Name FROM Account ORDER BY CreatedDate, Name';
  const first = await bench.query(soql, { 'sforce-query-options': 'batchSize=200' });
  assert.deepEqual([first.body.totalSize, first.body.done, first.body.records.length], [400, false, 200]);
  // A record that is deleted meanwhile is not in the pages that follow.
  const [last] = await bench.select("SELECT Id FROM Account WHERE Name = 'A99-2'");
  await bench.api('DELETE', `/sobjects/Account/${last?.Id}`);
  const second = await bench.call<Page>('GET', String(first.body.nextRecordsUrl));
  assert.deepEqual([second.status, second.body.totalSize, second.body.done], [200, 400, true]);
  assert.equal(second.body.nextRecordsUrl, undefined);
  assert.equal(new Set([...first.body.records, ...second.body.records].map(({ Name }) => Name)).size, 400);
  await bench.control('POST', '/settings', { queryPageMax: 150 });
  assert.equal((await bench.query(soql)).body.records.length, 150);
  await bench.clock.advance(3 * 86_400_000);
  await bench.logInAgain();
  const late = await bench.call('GET', String(first.body.nextRecordsUrl));
  assert.deepEqual(codesOf(late), [400, 'INVALID_QUERY_LOCATOR']);
});
