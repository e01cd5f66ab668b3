import assert from 'node:assert/strict';
import { test } from 'node:test';
import { coSellPartners } from '../../../adapters/cosell/port.ts';
import { crmSystems } from '../../../adapters/crm/port.ts';
import { isRefusal } from '../../../kit/errors.ts';
import { checkRows } from './check-rows.ts';
import { defaultMapping } from './default-mappings.ts';
import type { FieldMapping } from './mapping.ts';

const both = (target: string, source: string): FieldMapping => ({ target, source, direction: 'BOTH' });
const toPartner = (target: string, source: string): FieldMapping => ({ target, source, direction: 'TO_PARTNER' });

const faultsOf = (...rows: FieldMapping[]): [path: string, code: string][] => {
  try {
    checkRows(rows);
    return [];
  } catch (error) {
    assert.ok(isRefusal(error) && error.code === 'BadRequest');
    return (error.info as { path: string; code: string }[]).map(({ path, code }) => [path, code]);
  }
};

test('two rows never write to one field of the CRM, however it is spelled; reading it twice is fine', () => {
  const title = both('Project.Title', 'deal.Name');
  assert.deepEqual(faultsOf(title, both('Project.Other', 'deal.Name')), [['fields.1.source', 'repeated']]);
  assert.deepEqual(faultsOf(title, both('Project.Other', 'deal.NAME')), [['fields.1.source', 'repeated']]);
  const status: FieldMapping = { target: 'referral.status', source: 'deal.Name', direction: 'TO_CRM' };
  assert.deepEqual(faultsOf(title, status), [['fields.1.source', 'repeated']]);
  assert.deepEqual(faultsOf(title, { ...status, isPaused: true }), []);
  assert.deepEqual(faultsOf(title, toPartner('Project.Other', 'deal.Name')), []);
});

test('no member is stated twice, by itself or as a part of another one; every fault is named', () => {
  const name = toPartner('Customer.Account.CompanyName', 'company.Name');
  assert.deepEqual(faultsOf(name, toPartner(name.target, 'deal.Name')), [['fields.1.target', 'repeated']]);
  assert.deepEqual(faultsOf(name, toPartner('Customer.Account', 'deal.Name')), [['fields.1.target', 'overlap']]);
  assert.deepEqual(faultsOf(toPartner('Customer', 'deal.Name'), name), [['fields.1.target', 'overlap']]);
  assert.deepEqual(faultsOf(toPartner('A.B', 'deal.X'), toPartner('A.B[0].C', 'deal.Y')), [
    ['fields.1.target', 'overlap'],
  ]);
  assert.deepEqual(faultsOf(toPartner('A.B[0]', 'deal.X'), toPartner('A.B[1]', 'deal.Y')), []);
  assert.deepEqual(faultsOf(toPartner('A.Bc', 'deal.X'), toPartner('A.B', 'deal.Y')), []);
  assert.deepEqual(faultsOf(both('A', 'deal.X'), both('A', 'deal.X')), [
    ['fields.1.target', 'repeated'],
    ['fields.1.source', 'repeated'],
  ]);
});

for (const crm of crmSystems)
  for (const partner of coSellPartners)
    test(`the default mapping of ${crm} and ${partner} claims nothing twice`, () => {
      checkRows(defaultMapping(crm, partner).fields);
    });
