import { complete } from '../../src/adapters/cosell/documents.test-support.ts';
import type { CoSellPartner } from '../../src/adapters/cosell/port.ts';
import { recordRead } from '../../src/domain/cosell/referral/actions/record-read.ts';
import { encodeId } from '../../src/kit/ids.ts';
import type { TestApp, TestOrganization } from '../app.ts';
import { aReferralRead } from '../factories/referral.ts';
import { actIn } from './deal.ts';
import { aDealWith, aNewDeal, won } from './direct-deal.ts';
import type { Examples } from './example.ts';
import { aPartnership } from './prm.ts';

let count = 0;

/** A draft that AWS would accept, for another CRM record each time. */
const aDraft = () => {
  count += 1;
  const recordId = `006Dn00000${String(count).padStart(5, '0')}`;
  return { partner: 'AWS', salesforceOpportunityId: recordId, info: { aceOpportunityV2: complete.AWS } };
};

/** A referral that its partner has accepted, read from it. */
const aReferral = async (
  app: TestApp,
  organization: TestOrganization,
  partner: CoSellPartner = 'AWS',
): Promise<string> => {
  const read = aReferralRead(partner);
  const direction = 'BOTH' as const;
  const preference = 'NEWEST_WINS' as const;
  const { referralId } = await actIn(app, organization, (call) =>
    recordRead(call, { partner, read, direction, preference }),
  );
  return encodeId('referral', referralId);
};

/** A deal that the organization sells with a new partner. */
const aDeal = async (app: TestApp, organization: TestOrganization): Promise<string> =>
  aDealWith(organization, (await aPartnership(app, organization)).id);

export const coSellExamples: Examples = {
  getCosellMetric: async () => ({ query: 'startDate=2025-01-01&endDate=2025-12-31&partner=AWS' }),
  searchAwsPartner: async () => ({ query: 'query=acme&limit=20' }),
  lookupMicrosoftSolutions: async () => ({ params: { searchTerm: 'azure' } }),
  lookupThirdPartySolutions: async () => ({ params: { searchTerm: 'acme' } }),
  getCosellMapping: async () => ({ params: { crm: 'SALESFORCE', partner: 'AWS' } }),
  replaceCosellMapping: async () => {
    count += 1;
    return {
      params: { crm: 'HUBSPOT', partner: 'AWS' },
      body: {
        conflictRule: 'CRM_WINS',
        fields: [
          { target: 'Project.Title', source: 'deal.dealname', direction: 'BOTH' },
          { target: 'Project.CustomerBusinessProblem', expression: '$trim(deal.description) & " " & company.name' },
          { target: 'LifeCycle.Stage', source: 'deal.dealstage', values: { closedwon: 'Launched' }, isPaused: true },
          { target: 'Project.ApnPrograms', standard: [`Program ${count}`] },
        ],
      },
    };
  },
  listCosellPartnerContacts: async (app, organization) => {
    await aReferral(app, organization);
    return { query: 'partner=AWS' };
  },
  listReferrals: async () => ({ query: 'q=(= partner "AWS")&s=-creation_time' }),
  batchPreviewReferrals: async () => ({
    body: { partner: 'AWS', crm: 'SALESFORCE', recordIds: ['006Dn00000ABCDEIA4'] },
  }),
  createReferral: async () => ({ body: aDraft() }),
  batchCreateReferrals: async () => ({ body: [aDraft(), { partner: 'AWS', info: {} }] }),
  predictReferralQualityScore: async () => ({ body: { referral: aDraft() } }),
  createReferralOnBehalf: async (app, organization) => {
    const { id } = await aPartnership(app, organization);
    return { body: aNewDeal(id) };
  },
  advanceReferralCommission: async (app, organization) => ({
    params: { referralId: await won(organization, await aDeal(app, organization)) },
    body: { action: 'ADVANCE', note: 'Checked against the order' },
  }),
  proposeReferralCommissionUpdate: async (app, organization) => ({
    params: { referralId: await won(organization, await aDeal(app, organization)) },
    body: {
      revenueShare: { type: 'REFERRAL_FEE', ratePercent: 12.5, capAmount: 20000, clawbackDays: 60 },
      reason: 'The partner also did the rollout',
    },
  }),
  updateReferralPartner: async (app, organization) => {
    const { id: partnerId } = await aPartnership(app, organization);
    return {
      params: { referralId: await aDealWith(organization, partnerId) },
      body: { partnerId, dealValue: 130000.5, note: 'Two more sites' },
    };
  },
  validateReferral: async () => ({ body: aDraft() }),
  getReferral: async (app, organization) => ({ params: { referralId: await aReferral(app, organization) } }),
  updateReferral: async (app, organization) => ({
    params: { referralId: await aReferral(app, organization) },
    body: { targetCloseDate: '2027-06-30', metaInfo: { team: 'north' } },
  }),
  syncReferral: async (app, organization) => ({
    params: { referralId: await aReferral(app, organization) },
    body: { direction: 'INBOUND' },
  }),
  invitePartnerToReferral: async (app, organization) => ({
    params: { referralId: await aReferral(app, organization, 'AZURE') },
    body: {
      invitedMpnId: '1234567',
      notes: 'Please join us for the rollout',
      assistanceRequestCode: 'TechnicalSupport',
    },
  }),
  getReferralHandOff: async (app, organization) => ({
    params: { referralId: await aReferral(app, organization, 'GCP') },
  }),
  importCosellHandOff: async (app, organization) => {
    count += 1;
    const referralId = await aReferral(app, organization, 'GCP');
    return {
      body: `referral_id,google_id,status,sales_stage,reason\r\n${referralId},OPP-${1000 + count},,CLOSED_LOST,Price\r\n`,
    };
  },
  listReferralSyncEvents: async (app, organization) => ({
    params: { referralId: await aReferral(app, organization) },
    query: 's=-creation_time',
  }),
};
