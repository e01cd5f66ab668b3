import type { Integration } from '../deals/accounts.ts';
import type { Scene, StepRecorder } from '../deals/scene.ts';
import { type Body, change, inDays, refused } from '../deals/steps.ts';

export type Referral = {
  id: string;
  status: string;
  stage: string;
  name: string;
  direction: string;
  externalID?: string;
  closeReason?: string;
  info: Record<string, Body>;
  partnerView?: { status: string; reason?: string; comments?: string };
  sync: { status: string; errors: { path: string; message: string }[] };
};

/** The outcomes that are played through with every partner, each from the beginning. */
export type Deals = Readonly<
  Record<
    'win' | 'lose' | 'reject' | 'accept' | 'decline' | 'ignore',
    (scene: Scene, recorder: StepRecorder) => Promise<void>
  >
>;

type Change = { path: string };
type SyncEvent = { direction: string; changes: Change[]; conflicts: Change[]; error?: { message: string } };

const root = '/cosell/referral';

export const readReferral = ({ api }: Scene, id: string): Promise<Referral> => api.read<Referral>(`${root}/${id}`);

/** The status, and any difference between the two sides. */
const standingOf = ({ status, sync }: Referral): string =>
  [status, ...(sync.status === 'IN_SYNC' ? [] : [sync.status, ...sync.errors.map(({ message }) => message)])].join(' ');

/** Waits until a referral has a status and the partner's copy matches. */
export const waitForStatus = (
  scene: Scene,
  recorder: StepRecorder,
  id: string,
  status: string,
  step = status,
): Promise<void> =>
  recorder.wait(step.toLowerCase().replaceAll('_', ' '), status, async () => standingOf(await readReferral(scene, id)));

/** The id of the account that an organization has connected with a CRM. */
export const crmAccount = async ({ owner }: Scene, partner: 'SALESFORCE' | 'HUBSPOT'): Promise<string> => {
  const { data } = await owner.read<{ data: Integration[] }>('/integration?page_size=100');
  const accountId = data.find((one) => one.partner === partner && one.service === 'CRM')?.accountId;
  if (accountId === undefined) throw new Error(`no account of ${partner} is connected`);
  return accountId;
};

type Draft = { partner: string; crm: 'SALESFORCE' | 'HUBSPOT'; recordId: string; slot: string; document?: Body };

/** Previews a CRM record and creates a referral from it; returns the referral's id. Creating it again returns the same one. */
export const createFromRecord = async (
  { api }: Scene,
  recorder: StepRecorder,
  { partner, crm, recordId, slot, document = {} }: Draft,
): Promise<string> => {
  await recorder.act('preview', 'a draft', async () => {
    const body = { partner, crm, recordIds: [recordId] };
    const [shown] = await api.post<{ draft?: { info: Record<string, Body> } }[]>(`${root}/batchPreview`, body);
    return shown?.draft?.info[slot] ? 'a draft' : 'nothing';
  });
  const record = crm === 'SALESFORCE' ? { salesforceOpportunityId: recordId } : { hubspotDealId: recordId };
  const create = async (): Promise<string> =>
    (await api.post<{ entityId: string }>(root, { partner, ...record, info: { [slot]: document } })).entityId;
  let id = '';
  await recorder.act('create', 'created', async () => {
    id = await create();
    return 'created';
  });
  await recorder.act('create again', 'the same', async () => ((await create()) === id ? 'the same' : 'another'));
  return id;
};

/** The referral by which a partner offers a deal, once its message has arrived. */
export const waitForOffered = async (scene: Scene, recorder: StepRecorder, externalId: string): Promise<string> => {
  const list = async (): Promise<Referral[]> =>
    (await scene.api.read<{ data: Referral[] }>(`${root}?externalID=${encodeURIComponent(externalId)}`)).data;
  await recorder.wait('offered', 'PENDING_ACCEPTANCE INBOUND', async () =>
    (await list()).map(({ status, direction }) => `${status} ${direction}`).join(', '),
  );
  const [found] = await list();
  if (!found) throw new Error('the offered referral is gone');
  return found.id;
};

/** Changes a referral by hand, and waits until its partner has the change. */
export const moveTo = async (
  scene: Scene,
  recorder: StepRecorder,
  id: string,
  status: string,
  more: Body = {},
): Promise<void> => {
  const step = `ask for ${status}`;
  const before = (await readReferral(scene, id)).status;
  // A deal offered by a partner keeps its status until the partner has received the answer.
  const during = before === 'PENDING_ACCEPTANCE' ? before : status;
  await recorder.act(step, during, () => change(scene, 'PATCH', `${root}/${id}`, { status, ...more }));
  await waitForStatus(scene, recorder, id, status);
};

export const moveStage = async (
  scene: Scene,
  recorder: StepRecorder,
  id: string,
  stage: string,
  more: Body = {},
): Promise<void> => {
  await recorder.act(`stage ${stage}`, 'ACCEPTED', () => change(scene, 'PATCH', `${root}/${id}`, { stage, ...more }));
  await recorder.wait(`${stage} there`, `${stage} IN_SYNC`, async () => {
    const { stage: shown, sync } = await readReferral(scene, id);
    return `${shown} ${sync.status}`;
  });
};

/** Checks that no part of a referral was refused, and that nothing was changed by both sides. */
export const checkLedger = ({ api }: Scene, recorder: StepRecorder, id: string): Promise<void> =>
  recorder.act('ledger', 'sent and received', async () => {
    const { data } = await api.read<{ data: SyncEvent[] }>(`${root}/${id}/syncEvent?page_size=100`);
    const wrong = data.flatMap(({ error, conflicts }) => [
      ...(error ? [error.message] : []),
      ...conflicts.map(({ path }) => path),
    ]);
    if (wrong.length > 0) return wrong.join(', ');
    const directions = new Set(data.map(({ direction }) => direction));
    return directions.size === 2 ? 'sent and received' : [...directions].join(' ');
  });

/** Leaves a partner's offer unanswered until it expires. */
export const letExpire = async (scene: Scene, recorder: StepRecorder, id: string, days: number): Promise<void> => {
  await scene.simulator.advanceTo(Date.parse(await inDays(scene, days)));
  await waitForStatus(scene, recorder, id, 'EXPIRED');
  await recorder.act('accept it late', '409', () => refused(scene, 'PATCH', `${root}/${id}`, { status: 'ACCEPTED' }));
};
