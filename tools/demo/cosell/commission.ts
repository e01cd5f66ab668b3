import type { ApiClient } from '../client.ts';
import { type Place, runDeal, type Scene, type StepRecorder, sceneOf, showSteps } from '../deals/scene.ts';
import { type Body, change, inDays, refused } from '../deals/steps.ts';

type Commission = { status: string; amount: number; currency: string; pendingUpdate?: { status: string } };
type Deal = { id: string; status: string; direction: string; dealValue: number; commission?: Commission };
type Invitation = { id: string; status: string; partnerId?: string; acceptUrl?: string };

/** One of the two organizations in a deal, with its own ids for the other organization and for the deal. */
type Side = { scene: Scene; partnerId: string; dealId: string };
type Sides = { seller: Side; partner: Side };

const root = '/cosell/referral';

/** The seller invites the partner; a user of the partner opens the link, and a program of the partner accepts. */
const befriend = async (
  scene: Scene,
  there: Scene,
  account: ApiClient,
  recorder: StepRecorder,
): Promise<[string, string]> => {
  const recipient = { companyName: 'Acme', email: 'partners@acme.example', name: 'Ann' };
  await recorder.act('draft a mail', 'TEMPLATE', async () => {
    const path = '/prm/partner/invitation/generate-email';
    return (await scene.api.post<{ writtenBy: string }>(path, { recipient, tone: 'FRIENDLY' })).writtenBy;
  });
  const sent = await scene.api.post<Invitation>('/prm/invitation', { recipient, relationship: 'REFERRAL' });
  const token = new URL(sent.acceptUrl ?? '').searchParams.get('token');
  const { body } = await account.callOutside('POST', '/partner-invitation/receive', {
    body: { token, organizationID: there.organizationId },
  });
  const received = (body as { invitationID?: string }).invitationID ?? '';
  let theirs = '';
  await recorder.act('accept', 'ACCEPTED', async () => {
    const accepted = await there.api.post<Invitation>(`/prm/invitation/${received}/accept`, {});
    theirs = accepted.partnerId ?? '';
    return accepted.status;
  });
  return [sent.partnerId ?? '', theirs];
};

/** The seller registers a deal that the partner brought; both have a copy. */
const register = async (
  scene: Scene,
  there: Scene,
  [ours, theirs]: [string, string],
  recorder: StepRecorder,
): Promise<Sides> => {
  const deal = {
    ...{ partnerId: ours, name: 'Brought by Acme', dealValue: 120000.5, currency: 'USD' },
    buyerCompany: { name: 'Initech', website: 'https://initech.example', country: 'US' },
    revenueShare: { type: 'REFERRAL_FEE', ratePercent: 10, capAmount: 15000, clawbackDays: 90 },
    targetCloseDate: (await inDays(scene, 120)).slice(0, 10),
  };
  const made = await scene.api.post<Deal>(`${root}/onBehalf`, deal);
  const { data } = await there.api.read<{ data: Deal[] }>(`${root}?partner=DIRECT&partnerId=${theirs}`);
  const [copy] = data;
  await recorder.act('registered', 'INBOUND ACCEPTED, OUTBOUND ACCEPTED', async () =>
    [made, ...data].map(({ direction, status }) => `${direction} ${status}`).join(', '),
  );
  return {
    seller: { scene, partnerId: ours, dealId: made.id },
    partner: { scene: there, partnerId: theirs, dealId: copy?.id ?? '' },
  };
};

/** The commission as both sides see it; both must see the same. */
const seen = async ({ seller, partner }: Sides): Promise<string> => {
  const [ours, theirs] = await Promise.all(
    [seller, partner].map(async ({ scene, dealId }) => {
      const { status, commission } = await scene.api.read<Deal>(`${root}/${dealId}`);
      return commission ? `${commission.status} ${commission.amount} ${commission.currency}` : status;
    }),
  );
  return ours === theirs ? String(ours) : `${ours}, but its partner sees ${theirs}`;
};

/** The statement of a month without times, ids and side; both sides must have the same. */
const statementOf = async ({ seller, partner }: Sides, month: string): Promise<string> => {
  const [ours, theirs] = await Promise.all(
    [seller, partner].map(async ({ scene, partnerId }) => {
      const path = `/prm/partner/${partnerId}/commissions/statement?month=${month}&format=csv`;
      const [header = '', ...lines] = (await scene.api.read<string>(path)).trimEnd().split('\r\n');
      const place = (name: string): number => header.split(',').indexOf(name);
      return lines
        .map((line) => line.split(','))
        .map((cells) => `${cells[place('type')]} ${cells[place('amount')]} ${cells[place('currency')]}`)
        .join(', ');
    }),
  );
  return ours === theirs ? String(ours) : `${ours}, but its partner has ${theirs}`;
};

const monthOf = async ({ simulator }: Scene): Promise<string> =>
  new Date(await simulator.now()).toISOString().slice(0, 7);

const live = async (sides: Sides, recorder: StepRecorder): Promise<void> => {
  const { seller, partner } = sides;
  const send = ({ scene, dealId }: Side, method: string, path: string, body: Body): Promise<string> =>
    change(scene, method, `${root}/${dealId}${path}`, body);
  const refuse = ({ scene, dealId }: Side, method: string, path: string, body: Body): Promise<string> =>
    refused(scene, method, `${root}/${dealId}${path}`, body);
  const advance = async (step: string, side: Side, body: Body, wanted: string): Promise<void> => {
    await recorder.act(step, 'WON', () => send(side, 'PATCH', '/commission', body));
    await recorder.act(`${step}: both see`, wanted, () => seen(sides));
  };
  const next = { action: 'ADVANCE' };

  await recorder.act('won by the partner', '403', () => refuse(partner, 'PATCH', '', { status: 'WON' }));
  await recorder.act('won', 'WON', () => send(seller, 'PATCH', '', { status: 'WON' }));
  await recorder.act('both see', 'PENDING_CONFIRMATION 12000.05 USD', () => seen(sides));
  await recorder.act('confirm by the partner', '403', () => refuse(partner, 'PATCH', '/commission', next));
  await advance('confirm', seller, next, 'CONFIRMED 12000.05 USD');
  await recorder.act('another value', 'WON', () => send(seller, 'PATCH', '', { dealValue: 200000 }));
  await recorder.act('frozen', 'CONFIRMED 12000.05 USD', () => seen(sides));
  const terms = { revenueShare: { type: 'REFERRAL_FEE', ratePercent: 12, clawbackDays: 90 }, reason: 'They did more' };
  await recorder.act('propose 12 %', 'WON', () => send(seller, 'POST', '/commission-update', terms));
  const invoice = { action: 'ADVANCE', invoiceNumber: 'INV-2026-7' };
  await recorder.act('invoice too early', '409', () => refuse(partner, 'PATCH', '/commission', invoice));
  await advance('accept 12 %', partner, { action: 'ACCEPT_UPDATE' }, 'CONFIRMED 14400.06 USD');
  await recorder.act('no number', '400', () => refuse(partner, 'PATCH', '/commission', next));
  await advance('invoice', partner, invoice, 'INVOICED 14400.06 USD');
  await advance('pay', seller, next, 'PAID 14400.06 USD');
  await recorder.act('pay again', '409', () => refuse(seller, 'PATCH', '/commission', next));
};

const settled = async (sides: Sides, recorder: StepRecorder): Promise<void> => {
  const { scene, dealId } = sides.seller;
  const paidIn = await monthOf(scene);
  const paid = [
    ...['OPENING_OWED 0 USD', 'OPENING_PAID 0 USD', 'CONFIRMED 12000.05 USD', 'INCREASED 2400.01 USD'],
    ...['PAID 14400.06 USD', 'CLOSING_OWED 0 USD', 'CLOSING_PAID 14400.06 USD'],
  ].join(', ');
  await recorder.act('statement', paid, () => statementOf(sides, paidIn));
  await scene.simulator.advanceTo(Date.parse(await inDays(scene, 32)));
  await recorder.act('take back', 'WON', () =>
    change(scene, 'PATCH', `${root}/${dealId}/commission`, { action: 'CLAWBACK', note: 'The customer left' }),
  );
  await recorder.act('taken back: both see', 'CLAWED_BACK 14400.06 USD', () => seen(sides));
  await recorder.act('statement of before', paid, () => statementOf(sides, paidIn));
  const takenBack = [
    ...['OPENING_OWED 0 USD', 'OPENING_PAID 14400.06 USD', 'CLAWED_BACK 14400.06 USD'],
    ...['CLOSING_OWED 0 USD', 'CLOSING_PAID 0 USD'],
  ].join(', ');
  await recorder.act('statement of after', takenBack, async () => statementOf(sides, await monthOf(scene)));
  await recorder.act('reopen the deal', '409', () =>
    refused(scene, 'PATCH', `${root}/${dealId}`, { status: 'ACCEPTED' }),
  );
};

/**
 * Two organizations become partners and sell together: a deal is registered, won, and its commission confirmed, agreed again,
 * invoiced, paid and taken back. Returns the findings.
 */
export const runCommission = async (place: Place): Promise<string[]> => {
  const { connections, narrator } = place;
  const [{ api, owner, account, organizationId }] = connections.organizations;
  const scene = sceneOf(place, { partner: 'DIRECT', deals: [] });
  narrator.chapter('A deal of two organizations, and its commission');
  await runDeal(scene, 'commission', async (recorder) => {
    if (!owner || !account) throw new Error('the first organization of the demo has no owner');
    const there: Scene = { ...scene, api, owner, organizationId };
    const sides = await register(scene, there, await befriend(scene, there, account, recorder), recorder);
    await live(sides, recorder);
    await settled(sides, recorder);
  });
  return showSteps(narrator, 'What the deal of two organizations has shown', scene.deals.flat());
};
