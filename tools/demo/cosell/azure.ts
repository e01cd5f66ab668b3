import type { Scene, StepRecorder } from '../deals/scene.ts';
import { type Body, change, inDays } from '../deals/steps.ts';
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

const control = '/control/azure';
const slot = 'createMicrosoftReferralRequest';

/** Data of a deal shared with Microsoft that the CRM does not have. */
const shared: Body = {
  type: 'Shared',
  details: { requirements: { solutions: [{ id: 'SOL-10002-CON', name: 'Globex Insights', type: 'Name' }] } },
  team: [{ firstName: 'John', lastName: 'Doe', email: 'john@globex.example', phoneNumber: '1231231234' }],
  inviteContext: { notes: 'Please help with licensing.', assistanceRequestCode: 'General' },
};

type Copy = { accountId: string; content: { status: string; substatus: string } };

/** The copies of a deal at Microsoft: ours, and Microsoft's. */
const there = async (scene: Scene, id: string): Promise<string> => {
  const { externalID } = await readReferral(scene, id);
  const { engagementId } = await scene.simulator.read<{ engagementId: string }>(`${control}/referral/${externalID}`);
  const { referrals } = await scene.simulator.read<{ referrals: Copy[] }>(
    `${control}/referral?engagementId=${engagementId}`,
  );
  return referrals
    .map(({ accountId, content }) => `${accountId === 'msft' ? 'theirs' : 'ours'} ${content.substatus}`)
    .sort()
    .join(', ');
};

/** People at Microsoft act on their copy. */
const atMicrosoft = async (scene: Scene, id: string, act: string, body: Body = {}): Promise<void> => {
  const { externalID } = await readReferral(scene, id);
  await scene.simulator.post(`${control}/referral/${externalID}/${act}`, body);
};

/** A seller enters a deal into HubSpot, with its company and a contact. */
const enterRecord = async (scene: Scene, name: string): Promise<string> => {
  const path = `/control/hubspot/account/${await crmAccount(scene, 'HUBSPOT')}/record`;
  const make = async (type: string, properties: Body, to: Readonly<Record<string, number>> = {}): Promise<string> => {
    const associations = Object.entries(to).map(([id, associationTypeId]) => ({
      to: { id },
      types: [{ associationCategory: 'HUBSPOT_DEFINED', associationTypeId }],
    }));
    return (await scene.simulator.post<{ id: string }>(path, { type, properties, associations })).id;
  };
  const company = await make('companies', {
    ...{ name: 'Fourth Coffee', website: 'https://coffee.example', country: 'Germany' },
    ...{ zip: '10115', city: 'Berlin', address: 'Hauptstrasse 1' },
  });
  const email = `${name.toLowerCase().replaceAll(' ', '.')}@coffee.example`;
  const contact = await make('contacts', { firstname: 'Sue', lastname: 'Smith', email, phone: '+4930123456' });
  const deal = {
    ...{ dealname: name, amount: '50000.50', dealstage: 'qualifiedtobuy' },
    closedate: (await inDays(scene, 180)).slice(0, 10),
    description: 'They deliver by a plan on paper.',
  };
  return make('deals', deal, { [company]: 5, [contact]: 3 });
};

const submit = async (scene: Scene, recorder: StepRecorder, name: string): Promise<string> => {
  const recordId = await enterRecord(scene, name);
  const draft = { partner: 'AZURE', crm: 'HUBSPOT', recordId, slot, document: shared } as const;
  const id = await createFromRecord(scene, recorder, draft);
  await waitForStatus(scene, recorder, id, 'SUBMITTED');
  await recorder.act('at Microsoft', 'ours Accepted, theirs Pending', () => there(scene, id));
  return id;
};

const win = async (scene: Scene, recorder: StepRecorder): Promise<void> => {
  const id = await submit(scene, recorder, 'Won with Microsoft');
  await atMicrosoft(scene, id, 'receive');
  await waitForStatus(scene, recorder, id, 'IN_REVIEW');
  await atMicrosoft(scene, id, 'accept');
  await waitForStatus(scene, recorder, id, 'ACCEPTED');
  const seller = { firstName: 'Sam', lastName: 'Seller', email: 'sam@microsoft.example' };
  await atMicrosoft(scene, id, 'contact', seller);
  await recorder.wait('people of Microsoft', 'sam@microsoft.example', async () => {
    const path = '/cosell/partner_contact?partner=AZURE&buyerCompany=Fourth%20Coffee';
    const people = await scene.api.read<{ email: string }[]>(path);
    return people.map(({ email }) => email).join(', ');
  });
  await atMicrosoft(scene, id, 'note', { notes: 'They want it in two languages.' });
  await recorder.wait('their note', 'They want it in two languages.', async () => {
    const { details } = (await readReferral(scene, id)).info[slot] as { details: { notes: string } };
    return details.notes;
  });
  for (const stage of ['BUSINESS_VALIDATION', 'COMMITTED']) await moveStage(scene, recorder, id, stage);
  await moveTo(scene, recorder, id, 'WON');
  await recorder.act('won there', 'ours Won, theirs Accepted', () => there(scene, id));
  await checkLedger(scene, recorder, id);
};

const lose = async (scene: Scene, recorder: StepRecorder): Promise<void> => {
  const id = await submit(scene, recorder, 'Lost with Microsoft');
  await moveTo(scene, recorder, id, 'LOST', { closeReason: 'They took another product' });
  await recorder.act('lost there', 'ours Lost, theirs Pending', () => there(scene, id));
  await moveTo(scene, recorder, id, 'ARCHIVED');
};

const reject = async (scene: Scene, recorder: StepRecorder): Promise<void> => {
  const id = await submit(scene, recorder, 'Declined by Microsoft');
  const reason = 'Not a managed customer.';
  await atMicrosoft(scene, id, 'decline', { reason });
  await waitForStatus(scene, recorder, id, 'REJECTED');
  await recorder.act('the reason', reason, async () => (await readReferral(scene, id)).partnerView?.reason ?? 'none');
};

/** Microsoft sends the seller a deal. */
const offer = async (scene: Scene, recorder: StepRecorder): Promise<string> => {
  const { data } = await scene.owner.read<{ data: { partner: string; service: string; accountId: string }[] }>(
    '/integration?page_size=100',
  );
  const account = data.find(({ partner, service }) => partner === 'AZURE' && service === 'COSELL');
  const { id } = await scene.simulator.post<{ id: string }>(`${control}/referral`, { accountId: account?.accountId });
  return waitForOffered(scene, recorder, id);
};

const accept = async (scene: Scene, recorder: StepRecorder): Promise<void> => {
  const id = await offer(scene, recorder);
  await moveTo(scene, recorder, id, 'ACCEPTED');
  await recorder.act('at Microsoft', 'ours Accepted, theirs Accepted', () => there(scene, id));
  await moveStage(scene, recorder, id, 'COMMITTED');
  await recorder.act('the last stage', 'WON', () =>
    change(scene, 'PATCH', `/cosell/referral/${id}`, { stage: 'LAUNCHED' }),
  );
  await waitForStatus(scene, recorder, id, 'WON');
};

const decline = async (scene: Scene, recorder: StepRecorder): Promise<void> => {
  const id = await offer(scene, recorder);
  await moveTo(scene, recorder, id, 'REJECTED', { closeReason: 'No capacity this year' });
  await recorder.act('declined there', 'ours Declined, theirs Accepted', () => there(scene, id));
};

const ignore = async (scene: Scene, recorder: StepRecorder): Promise<void> =>
  letExpire(scene, recorder, await offer(scene, recorder), 15);

/** All co-sell deals with Microsoft. */
export const dealsWithAzure: Deals = { win, lose, reject, accept, decline, ignore };
