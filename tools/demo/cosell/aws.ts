import type { Scene, StepRecorder } from '../deals/scene.ts';
import { type Body, change, inDays, refused } from '../deals/steps.ts';
import {
  checkLedger,
  createFromRecord,
  crmAccount,
  type Deals,
  letExpire,
  moveStage,
  moveTo,
  readReferral,
  waitForOffered,
  waitForStatus,
} from './steps.ts';

const control = '/control/aws';
const slot = 'aceOpportunityV2';

type There = { opportunity: { LifeCycle: { Stage: string; ReviewStatus?: string } } };

/** An opportunity as AWS shows it. */
const there = async (scene: Scene, id: string): Promise<string> => {
  const { externalID } = await readReferral(scene, id);
  const { Stage, ReviewStatus } = (await scene.simulator.read<There>(`${control}/opportunity/${externalID}`))
    .opportunity.LifeCycle;
  return [ReviewStatus, Stage].filter(Boolean).join(', ');
};

/** People at AWS review an opportunity. */
const review = async (scene: Scene, id: string, act: string, body: Body = {}): Promise<void> => {
  const { externalID } = await readReferral(scene, id);
  await scene.simulator.post(`${control}/opportunity/${externalID}/${act}`, body);
};

/** A seller enters an opportunity into Salesforce, with its account. */
const enterRecord = async (scene: Scene, name: string): Promise<string> => {
  const { simulator } = scene;
  const path = `/control/salesforce/account/${await crmAccount(scene, 'SALESFORCE')}/record`;
  const make = async (type: string, fields: Body): Promise<string> =>
    (await simulator.post<{ fields: { Id: string } }>(path, { type, fields })).fields.Id;
  const account = await make('Account', {
    ...{ Name: 'Wingtip Toys', Website: 'https://wingtip.example', Industry: 'Retail' },
    ...{ BillingCountry: 'United States', BillingState: 'Washington', BillingCity: 'Redmond' },
    BillingPostalCode: '98052',
  });
  return make('Opportunity', {
    ...{ Name: name, StageName: 'Qualification', Amount: 2500, AccountId: account },
    CloseDate: (await inDays(scene, 180)).slice(0, 10),
    Description: 'They lose a day each month with their billing.',
  });
};

const submit = async (scene: Scene, recorder: StepRecorder, name: string): Promise<string> => {
  const recordId = await enterRecord(scene, name);
  const id = await createFromRecord(scene, recorder, { partner: 'AWS', crm: 'SALESFORCE', recordId, slot });
  await waitForStatus(scene, recorder, id, 'SUBMITTED');
  await recorder.act('at AWS', 'Submitted, Qualified', () => there(scene, id));
  return id;
};

const win = async (scene: Scene, recorder: StepRecorder): Promise<void> => {
  const { api, simulator } = scene;
  const id = await submit(scene, recorder, 'Won with AWS');
  await review(scene, id, 'start-review');
  await waitForStatus(scene, recorder, id, 'IN_REVIEW');
  const path = `/cosell/referral/${id}`;
  await recorder.act('accept it ourselves', '409', () => refused(scene, 'PATCH', path, { status: 'ACCEPTED' }));
  const comments = 'Which part of the billing takes a day?';
  await review(scene, id, 'request-action', { reason: 'Problem unclear', comments });
  await waitForStatus(scene, recorder, id, 'ACTION_REQUIRED');
  const asked = await readReferral(scene, id);
  await recorder.act('the question', comments, async () => asked.partnerView?.comments ?? 'none');
  const { Project, ...document } = asked.info[slot] as Body & { Project: Body };
  const CustomerBusinessProblem = 'Their accountants key each invoice in twice, which takes a day each month.';
  const mended = { ...document, Project: { ...Project, CustomerBusinessProblem } };
  await moveTo(scene, recorder, id, 'SUBMITTED', { info: { [slot]: mended } });
  await recorder.act('at AWS again', 'Submitted, Qualified', () => there(scene, id));
  await review(scene, id, 'approve');
  await waitForStatus(scene, recorder, id, 'ACCEPTED');
  await recorder.act('people of AWS', '2', async () => {
    const people = await api.read<unknown[]>('/cosell/partner_contact?partner=AWS&buyerCompany=Wingtip%20Toys');
    return String(people.length);
  });
  await recorder.act('skip stages', '409', () => refused(scene, 'PATCH', path, { stage: 'COMMITTED' }));
  for (const stage of ['TECHNICAL_VALIDATION', 'BUSINESS_VALIDATION']) await moveStage(scene, recorder, id, stage);
  await recorder.act('without a solution', '400', () => refused(scene, 'PATCH', path, { stage: 'COMMITTED' }));
  const { accountId } = await simulator.read<{ accountId: string }>(`${control}/opportunity/${asked.externalID}`);
  const solution = await simulator.post<{ id: string }>(`${control}/solution`, { accountId, name: 'Globex Insights' });
  const latest = (await readReferral(scene, id)).info[slot];
  const related = { RelatedEntityIdentifiers: { Solutions: [solution.id] } };
  await moveStage(scene, recorder, id, 'COMMITTED', { info: { [slot]: { ...latest, ...related } } });
  await moveTo(scene, recorder, id, 'WON');
  await recorder.act('launched', 'Approved, Launched', () => there(scene, id));
  await checkLedger(scene, recorder, id);
};

const lose = async (scene: Scene, recorder: StepRecorder): Promise<void> => {
  const id = await submit(scene, recorder, 'Lost with AWS');
  await review(scene, id, 'approve');
  await waitForStatus(scene, recorder, id, 'ACCEPTED');
  const path = `/cosell/referral/${id}`;
  await recorder.act('without a reason', '400', () => refused(scene, 'PATCH', path, { status: 'LOST' }));
  await moveTo(scene, recorder, id, 'LOST', { closeReason: 'Price' });
  await recorder.act('lost there', 'Approved, Closed Lost', () => there(scene, id));
  await moveTo(scene, recorder, id, 'ARCHIVED');
};

const reject = async (scene: Scene, recorder: StepRecorder): Promise<void> => {
  const id = await submit(scene, recorder, 'Rejected by AWS');
  await review(scene, id, 'reject', { reason: 'Duplicate', comments: 'Another partner has it.' });
  await waitForStatus(scene, recorder, id, 'REJECTED');
  await recorder.act(
    'the reason',
    'Duplicate',
    async () => (await readReferral(scene, id)).partnerView?.reason ?? 'none',
  );
};

/** AWS invites the seller to an AWS opportunity. */
const invite = async (scene: Scene, recorder: StepRecorder): Promise<string> => {
  const { data } = await scene.owner.read<{ data: { partner: string; service: string; accountId: string }[] }>(
    '/integration?page_size=100',
  );
  const account = data.find(({ partner, service }) => partner === 'AWS' && service === 'COSELL');
  const body = { accountId: account?.accountId ?? '', message: 'Can you help them?' };
  const { id } = await scene.simulator.post<{ id: string }>(`${control}/engagement-invitation`, body);
  return waitForOffered(scene, recorder, id);
};

const accept = async (scene: Scene, recorder: StepRecorder): Promise<void> => {
  const id = await invite(scene, recorder);
  await moveTo(scene, recorder, id, 'ACCEPTED');
  await recorder.act(
    'an opportunity',
    'O',
    async () => (await readReferral(scene, id)).externalID?.charAt(0) ?? 'none',
  );
  await recorder.act('at AWS', 'Prospect', async () => (await there(scene, id)).replace('Approved, ', ''));
  await moveStage(scene, recorder, id, 'QUALIFIED');
  await recorder.act('lose it', 'LOST', () =>
    change(scene, 'PATCH', `/cosell/referral/${id}`, { status: 'LOST', closeReason: 'No Opportunity' }),
  );
  await waitForStatus(scene, recorder, id, 'LOST');
};

const decline = async (scene: Scene, recorder: StepRecorder): Promise<void> => {
  const id = await invite(scene, recorder);
  await moveTo(scene, recorder, id, 'REJECTED', { closeReason: 'Not our field' });
};

const ignore = async (scene: Scene, recorder: StepRecorder): Promise<void> =>
  letExpire(scene, recorder, await invite(scene, recorder), 16);

/** All co-sell deals with AWS. */
export const dealsWithAws: Deals = { win, lose, reject, accept, decline, ignore };
