import { applyAgreement } from '../../src/domain/entitlement/actions/apply-agreement.ts';
import { decodeId, encodeId } from '../../src/kit/ids.ts';
import type { TestApp, TestOrganization } from '../app.ts';
import { anAgreementRead } from '../factories/commerce.ts';
import { aDirectPurchase } from './buyer.ts';
import { actIn, aDeal } from './deal.ts';
import type { Examples } from './example.ts';

let count = 0;

/** An entitlement with an unused commit; a new one each time. */
const aPurchase = async (app: TestApp, organization: TestOrganization) => {
  const { connectionId } = await aDeal(app, organization);
  const connection = { id: decodeId('conn', connectionId) ?? '', partner: 'AWS', accountId: '111122223333' } as const;
  count += 1;
  const start = new Date('2026-01-01T00:00:00Z');
  const read = anAgreementRead({
    externalId: `agmt-own-${count}`,
    startTime: start,
    endTime: new Date('2030-01-01T00:00:00Z'),
    licenseArn: `arn:aws:license-manager::1:license:own-${organization.uuid}-${count}`,
  });
  const { entitlementId } = await actIn(app, organization, (call) => applyAgreement(call, connection, read));
  const params = { entitlementId: encodeId('ent', entitlementId) };
  const { body } = await organization.editor.call('GET', `/entitlement/${params.entitlementId}`);
  return { params, termId: (body as { entitlementTermID: string }).entitlementTermID };
};

const division = { commitAmount: 1000, startDates: ['2026-01-01T00:00:00Z', '2027-01-01T00:00:00Z'] };

export const entitlementExamples: Examples = {
  updateEntitlementName: async (app, organization) => {
    const { params } = await aPurchase(app, organization);
    return { params, body: { id: params.entitlementId, name: 'Globex 2027', organizationID: organization.id } };
  },
  updateEntitlementEndNotice: async (app, organization) => {
    const { params } = await aPurchase(app, organization);
    return { params, body: { alertDaysBeforeEnd: 45 } };
  },
  updateEntitlementMetaInfo: async (app, organization) => {
    const { params } = await aPurchase(app, organization);
    return { params, body: { internalNote: 'Renewal is agreed by phone.', customMetaInfo: { team: 'north' } } };
  },
  addEntitlementCredit: async (app, organization) => {
    const { params, termId: entitlementTermID } = await aPurchase(app, organization);
    const { entitlementId: entitlementID } = params;
    const ids = { entitlementID, entitlementTermID, organizationID: organization.id };
    return { params, body: { ...ids, creditAmountIncrement: 250.5 } };
  },
  divideEntitlementCommit: async (app, organization) => ({
    params: (await aPurchase(app, organization)).params,
    body: division,
  }),
  deleteEntitlementTerm: async (app, organization) => {
    const { params } = await aPurchase(app, organization);
    const path = `/entitlement/${params.entitlementId}`;
    await organization.editor.call('POST', `${path}/divideCommit`, { body: division });
    const { body } = await organization.editor.call('GET', `${path}/entitlementTerm?type=DivideCommit`);
    return { params: { ...params, entitlementTermId: (body as { id: string }[])[0]?.id ?? '' } };
  },
  updateEntitlementPriceModel: async (app, organization) => ({
    params: { entitlementId: await aDirectPurchase(app, organization) },
    body: {
      applyTime: '2099-01-01T00:00:00Z',
      billableDimensions: [
        {
          billableMetricId: 'metric_calls',
          name: 'API calls',
          category: 'tiered',
          priceModelTiered: {
            tiers: [
              { firstUnit: 0, lastUnit: 1000, unitAmount: 0.02 },
              { firstUnit: 1000, unitAmount: 0.01 },
            ],
          },
        },
      ],
      commits: [{ key: 'platform', name: 'Platform', rate: 500, length: 1, timeUnit: 'MONTH' }],
    },
  }),
  applyAddonToEntitlement: async (app, organization) => ({
    params: { entitlementId: await aDirectPurchase(app, organization) },
    body: { id: 'onboarding-2027', name: 'Onboarding', description: 'Two days on site', amount: 1500.5 },
  }),
  getEntitlementPdf: async (app, organization) => ({
    params: { entitlementId: (await aDeal(app, organization)).entitlementId },
  }),
};
