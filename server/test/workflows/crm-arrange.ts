import { replaceCosellMapping } from '../../src/domain/cosell/mapping/actions/replace-mapping.ts';
import type { ConflictRule, FieldMapping } from '../../src/domain/cosell/mapping/mapping.ts';
import { ReplaceCosellMapping } from '../../src/domain/cosell/mapping/schema.ts';
import { connect } from '../../src/domain/organization/connection/actions/connect-account.ts';
import { decodeId } from '../../src/kit/ids.ts';
import type { Row, Tenant } from './deployment.ts';
import { finishRuns } from './execute.ts';
import { connected as connectMicrosoft, create, there } from './referral-arrange.ts';

// A referral to Microsoft whose deal is in HubSpot or Salesforce, at the simulators of all of them.

export type CrmSystem = 'HUBSPOT' | 'SALESFORCE';

/** Fields of a deal by what they say, in each CRM. */
const names = {
  HUBSPOT: { name: 'dealname', value: 'amount', notes: 'description', nextStep: 'hs_next_step', close: 'closedate' },
  SALESFORCE: { name: 'Name', value: 'Amount', notes: 'Description', nextStep: 'NextStep', close: 'CloseDate' },
} as const;

/** The mapping of these tests: three members both ways, the close date to the partner, the status to the CRM. */
export const fieldsOf = (system: CrmSystem): FieldMapping[] => {
  const { name, value, notes, nextStep, close } = names[system];
  return [
    { target: 'name', source: `deal.${name}`, direction: 'BOTH' },
    { target: 'details.dealValue', source: `deal.${value}`, form: 'NUMBER', direction: 'BOTH' },
    { target: 'details.notes', source: `deal.${notes}`, direction: 'BOTH' },
    { target: 'details.closingDateTime', source: `deal.${close}`, form: 'TIME', direction: 'TO_PARTNER' },
    { target: 'referral.partnerStatus', source: `deal.${nextStep}`, direction: 'TO_CRM' },
  ];
};

/** What both sides say at first. */
const deal = { name: 'Route planning', value: 50_000, notes: 'First call done.' };

export type Said = { name: string; value: number; notes: string };

/** The three places where a deal is said, and how it is changed in each. */
export type CrmBench = {
  tenant: Tenant;
  system: CrmSystem;
  crmConnectionId: string;
  recordId: string;
  /** As a person in the CRM. */
  editInCrm(change: Partial<Said> & { close?: string; nextStep?: string }): Promise<void>;
  /** As Microsoft. */
  editAtPartner(change: Partial<Said>): Promise<void>;
  inCrm(): Promise<Said & { nextStep: string }>;
  atPartner(): Promise<Said>;
  here(): Promise<Said>;
  referral(): Promise<Row>;
  events(): Promise<Row[]>;
  /** What was written to the CRM and to Microsoft, since the last time. */
  writes(): Promise<{ crm: Row[]; partner: number }>;
  /** The body of a change here. */
  patchOf(change: Partial<Said>): Promise<Row>;
  /** Microsoft's answer to the invitation. */
  acceptAtPartner(): Promise<void>;
  /** Another deal of the same organization. */
  addDeal(): Promise<CrmBench>;
  setMapping(change: { rule?: ConflictRule; fields?: FieldMapping[] }): Promise<void>;
};

const setMapping = (
  tenant: Tenant,
  system: CrmSystem,
  { rule = 'NEWEST_WINS', fields = fieldsOf(system) }: { rule?: ConflictRule; fields?: FieldMapping[] },
): Promise<unknown> =>
  tenant.act('map', (call) =>
    replaceCosellMapping(
      { ...call, checkVersion: () => {} },
      {
        params: { crm: system, partner: 'AZURE' },
        body: ReplaceCosellMapping.parse({ conflictRule: rule, fields }),
      },
    ),
  );

const simulatorOf = (tenant: Tenant, system: CrmSystem) =>
  system === 'HUBSPOT' ? tenant.deployment.hubspot() : tenant.deployment.salesforce();

const connectCrm = async (tenant: Tenant, system: CrmSystem): Promise<string> => {
  const { access } = await simulatorOf(tenant, system);
  const { accountId, endpoint, credentials } = access;
  const { view } = await tenant.act('connect', (call) =>
    connect(
      call,
      { partner: system, service: 'CRM', accountId, endpoint, credentials },
      tenant.deployment.environment.secretKeys,
    ),
  );
  return decodeId('conn', view.id) ?? '';
};

const createDeal = async (tenant: Tenant, system: CrmSystem): Promise<string> => {
  const of = names[system];
  const fields = { [of.name]: deal.name, [of.value]: deal.value, [of.notes]: deal.notes, [of.close]: '2029-03-01' };
  if (system === 'HUBSPOT')
    return (await tenant.deployment.hubspot()).create('deals', { ...fields, dealstage: 'qualifiedtobuy' });
  return (await tenant.deployment.salesforce()).create('Opportunity', { ...fields, StageName: 'Qualification' });
};

const saidIn = (said: Row, keys: { name: string; value: string; notes: string }): Said => ({
  name: String(said[keys.name] ?? ''),
  value: Number(said[keys.value] ?? 0),
  notes: String(said[keys.notes] ?? ''),
});

type Document = { name: string; details: { dealValue: number; notes: string } };
const saidOf = ({ name, details }: Document): Said =>
  saidIn({ name, ...details }, { ...names.HUBSPOT, name: 'name', value: 'dealValue', notes: 'notes' });

/** A deal in the CRM and its referral, submitted to Microsoft and in sync. */
export const openCrmBench = async (
  tenant: Tenant,
  system: CrmSystem = 'HUBSPOT',
  { rule }: { rule?: ConflictRule } = {},
): Promise<CrmBench> => {
  const crmConnectionId = await connectCrm(tenant, system);
  await setMapping(tenant, system, rule ? { rule } : {});
  await connectMicrosoft(tenant);
  return addDeal(tenant, system, { crmConnectionId, ...(rule ? { rule } : {}) });
};

const addDeal = async (
  tenant: Tenant,
  system: CrmSystem,
  { crmConnectionId, rule }: { crmConnectionId: string; rule?: ConflictRule },
): Promise<CrmBench> => {
  const recordId = await createDeal(tenant, system);
  const crm = system === 'HUBSPOT' ? { hubspotDealId: recordId } : { salesforceOpportunityId: recordId };
  const details = {
    dealValue: deal.value,
    notes: deal.notes,
    currency: 'USD',
    closingDateTime: '2029-03-01T00:00:00Z',
  };
  const requirements = { solutions: [{ id: 'SOL-10002-CON', name: 'Contoso Supply Insights', type: 'Name' }] };
  await create(tenant, { crm, deal: { name: deal.name, details: { ...details, requirements } } });
  await finishRuns(tenant);
  const simulator = await simulatorOf(tenant, system);
  const of = names[system];
  const inCrm = async () => {
    const said = (await simulator.read(recordId)) as Row;
    return { ...saidIn(said, of), nextStep: String(said[of.nextStep] ?? '') };
  };
  const referral = async (): Promise<Row> =>
    (await tenant.rows('referral')).find((row) => row.crm_record_id === recordId) as Row;
  const externalId = (await referral()).external_id;
  const copies = async () => {
    const all = await there(tenant);
    const own = all.find(({ id }) => id === externalId);
    return { own, theirs: all.find((one) => one.engagementId === own?.engagementId && one !== own) };
  };
  const withNotes = async (notes: string): Promise<Row> => {
    const { details, ...document } = (await referral()).document as { details: Row };
    return { ...document, details: { ...details, notes } };
  };
  const writtenAt = { crm: simulator.sent.length, partner: tenant.deployment.toMicrosoft.length };
  return {
    tenant,
    system,
    crmConnectionId,
    recordId,
    editInCrm: async (change) => {
      const fields = Object.entries(change).map(([key, value]) => [of[key as keyof typeof of], value]);
      await simulator.edit(recordId, Object.fromEntries(fields));
    },
    editAtPartner: async ({ name, value, notes }) => {
      const { own } = await copies();
      const { control } = await tenant.deployment.azure();
      const details = {
        ...(value === undefined ? {} : { dealValue: value }),
        ...(notes === undefined ? {} : { notes }),
      };
      await control('PATCH', `/referral/${own?.id}`, {
        referral: { ...(name === undefined ? {} : { name }), ...(Object.keys(details).length > 0 ? { details } : {}) },
      });
    },
    inCrm,
    atPartner: async () => saidOf((await copies()).own?.content as unknown as Document),
    here: async () => saidOf((await referral()).document as Document),
    referral,
    events: async () =>
      (await tenant.rows('referral_sync_event')).sort((left, right) => (String(left.id) < String(right.id) ? -1 : 1)),
    writes: async () => {
      const sent = simulator.sent.slice(writtenAt.crm);
      const toMicrosoft = tenant.deployment.toMicrosoft.slice(writtenAt.partner);
      writtenAt.crm = simulator.sent.length;
      writtenAt.partner = tenant.deployment.toMicrosoft.length;
      const isOfRecord = ({ url }: { url: string }): boolean => url.includes(recordId);
      return {
        crm: sent.filter((asked) => asked.method === 'PATCH' && isOfRecord(asked)).map(({ body }) => bodyOf(body)),
        partner: toMicrosoft.filter(({ method, url }) => method !== 'GET' && url.includes('/referrals')).length,
      };
    },
    patchOf: async ({ name, value, notes }) => ({
      ...(name === undefined ? {} : { name }),
      ...(value === undefined ? {} : { dealValue: value }),
      ...(notes === undefined ? {} : { info: { createMicrosoftReferralRequest: await withNotes(notes) } }),
    }),
    acceptAtPartner: async () => {
      const { control } = await tenant.deployment.azure();
      await control('POST', `/referral/${(await copies()).theirs?.id}/accept`, {});
    },
    addDeal: () => addDeal(tenant, system, { crmConnectionId, ...(rule ? { rule } : {}) }),
    setMapping: async (change) => void (await setMapping(tenant, system, { ...(rule ? { rule } : {}), ...change })),
  };
};

const bodyOf = (body: unknown): Row => {
  const parsed = JSON.parse(String(body)) as Row;
  return (parsed.properties as Row | undefined) ?? parsed;
};
