import { checkLanded, landBuyer } from './landing.ts';
import { runDeal, type Scene, type StepRecorder } from './scene.ts';
import {
  type Body,
  cancelOffer,
  change,
  deleteOffer,
  draftOffer,
  endThere,
  extendAndExpire,
  inDays,
  offerStatus,
  type Product,
  publishProduct,
  readOffer,
  refuseBuyer,
  refused,
  releaseOffer,
  waitForEntitlement,
} from './steps.ts';

const control = '/control/aws';
const buyer = '310987654321';
const terms = { buyerAccountId: buyer, duration: 'P12M', autoRenew: false };

/** All the data that AWS requires for a listing. */
const productBody = (name: string): Body => ({
  name,
  partner: 'AWS',
  fulfillmentUrl: 'https://globex.example/welcome',
  info: {
    awsSaasProduct: {
      Description: {
        ShortDescription: 'Insight into everything.',
        LongDescription: 'Insight into everything, at length.',
        Highlights: ['Fast'],
        Categories: ['Analytics'],
        SearchKeywords: ['insight'],
      },
      PromotionalResources: { LogoUrl: 'https://globex.example/logo.png' },
      SupportInformation: { Description: 'Write to support@globex.example.' },
    },
    currency: 'USD',
    eulaType: 'SCMP',
    refundCancellationPolicy: 'No refunds.',
    commits: [{ key: 'seats', name: 'Seats', description: 'Named users', rate: 1200, length: 12, timeUnit: 'MONTH' }],
    dimensions: [{ key: 'gb', name: 'Gigabytes', description: 'Stored', rate: 0.25 }],
    attributes: { signUpUrl: 'https://globex.example/sign-up' },
  },
});

type OfferSet = { id: string; status: string; externalID?: string };
type Message = { recipient: string; status: string };

/** The body of a draft, with overrides. */
type MakeOffer = (name: string, own?: Body & { info?: Body }) => Body;

const accept = async (scene: Scene, recorder: StepRecorder, offer: MakeOffer): Promise<void> => {
  const { simulator } = scene;
  const { id, externalID } = await releaseOffer(scene, recorder, offer('Accepted'));
  const accepted = { ...terms, quantities: { seats: 1 } };
  const { agreementId } = await simulator.post<{ agreementId: string }>(
    `${control}/offer/${externalID}/accept`,
    accepted,
  );
  await recorder.wait('accepted', 'ACCEPTED', () => offerStatus(scene, id));
  const agreement = `${control}/agreement/${agreementId}`;
  const { registrationToken: token } = await simulator.post<{ registrationToken: string }>(
    `${agreement}/registration-token`,
    {},
  );
  const landed = await landBuyer(scene, recorder, { field: 'x-amzn-marketplace-token', token });
  const entitlement = await waitForEntitlement(scene, recorder, id, 'ACTIVE');
  await checkLanded(recorder, landed, entitlement);
  await recorder.act('approve it', '409', () => refused(scene, 'POST', `/entitlement/${entitlement.id}/approve`));
  await recorder.act('cancel it', '409', () => refused(scene, 'POST', `/offer/${id}/cancel`));
  await endThere(scene, recorder, entitlement, { path: `${agreement}/cancel` });
};

const cancel = async (scene: Scene, recorder: StepRecorder, offer: MakeOffer): Promise<void> => {
  const { id, externalID } = await releaseOffer(scene, recorder, offer('Cancelled'));
  await cancelOffer(scene, recorder, id);
  await refuseBuyer(scene, recorder, `${control}/offer/${externalID}/accept`, terms);
};

/** The simulator refuses the name; the same offer is then submitted with another name. */
const mend = async (scene: Scene, recorder: StepRecorder, offer: MakeOffer): Promise<void> => {
  const id = await draftOffer(scene, recorder, offer('Refused, fail-release'));
  await recorder.act('submit', 'PENDING_CREATE', () => change(scene, 'POST', '/offer', { id }));
  await recorder.wait('not released', 'CREATE_FAILED', async () => (await readOffer(scene, id)).status);
  await recorder.act('submit again', 'PENDING_CREATE', () => change(scene, 'POST', '/offer', { id, name: 'Mended' }));
  await recorder.wait('released', 'PENDING_ACCEPTANCE', () => offerStatus(scene, id));
};

/** Changes one price, and adds one for a dimension that the product does not have. */
const reprice = async (scene: Scene, recorder: StepRecorder, offer: MakeOffer): Promise<void> => {
  const { id } = await releaseOffer(scene, recorder, offer('Repriced'));
  const dimensions = [
    { key: 'gb', rate: 0.15 },
    { key: 'exports', name: 'Exports', description: 'Files exported', rate: 2 },
  ];
  await recorder.act('price', 'PENDING_UPDATE', () => change(scene, 'PATCH', `/offer/${id}/price`, { dimensions }));
  await recorder.wait('priced', 'PENDING_ACCEPTANCE', () => offerStatus(scene, id));
  await recorder.act('prices', 'gb 0.15, exports 2', async () => {
    const { info } = await readOffer(scene, id);
    return (info.dimensions ?? []).map(({ key, rate }) => `${key} ${rate}`).join(', ');
  });
};

const deleteOpen = async (scene: Scene, recorder: StepRecorder, offer: MakeOffer): Promise<void> => {
  const { simulator } = scene;
  const { id, externalID } = await releaseOffer(scene, recorder, offer('Deleted'));
  await deleteOffer(scene, recorder, id);
  await recorder.wait('there', 'over', async () => {
    const path = `${control}/offer/${externalID}`;
    const { availabilityEndDate: end } = await simulator.read<{ availabilityEndDate: string }>(path);
    const today = new Date(await simulator.now()).toISOString().slice(0, 10);
    return end < today ? 'over' : `open until ${end}`;
  });
  await refuseBuyer(scene, recorder, `${control}/offer/${externalID}/accept`, terms);
};

const announce = async (scene: Scene, recorder: StepRecorder, offer: MakeOffer): Promise<void> => {
  const { api, simulator } = scene;
  const { id } = await releaseOffer(scene, recorder, offer('Announced'));
  const emailAddress = 'robin@initech.example';
  const contact = await api.post<{ id: string }>('/contact', { emailAddress, name: 'Robin' });
  await api.post(`/contact/${contact.id}/offer/${id}`, undefined);
  await recorder.act('notify contacts', '200', () => change(scene, 'POST', `/offer/${id}/notifyContacts`));
  await recorder.wait('message', 'DONE', async () => {
    const { notificationMessages } = await api.read<{ notificationMessages: Message[] }>('/notificationMessage');
    return notificationMessages.find(({ recipient }) => recipient === emailAddress)?.status ?? 'none';
  });
  await recorder.wait('outbox', 'there', async () => {
    const page = await simulator.readText('/');
    return page.includes(emailAddress) ? 'there' : 'no mail';
  });
};

/** The EULA of a draft is fetched from the seller's site, stored, and read at a signed address. */
const showEula = async (scene: Scene, recorder: StepRecorder, offer: MakeOffer): Promise<void> => {
  const eulaUrl = `${scene.urls.simulator}/seller/eula.pdf`;
  const id = await draftOffer(scene, recorder, offer('With an EULA', { info: { eulaType: 'CUSTOM', eulaUrl } }));
  let link = '';
  await recorder.act('address', 'signed', async () => {
    link = await scene.api.read<string>(`/offer/${id}/eula`);
    return /[?&]sig=/.test(link) ? 'signed' : link;
  });
  await recorder.act('file', 'PDF', async () => {
    const response = await fetch(link);
    const text = await response.text();
    return text.startsWith('%PDF-') ? 'PDF' : `answered ${response.status}`;
  });
  await recorder.act('forged address', '403', async () =>
    String((await fetch(link.replace(/sig=(.)/, (_, first) => (first === '_' ? 'sig=-' : 'sig=_')))).status),
  );
};

const sellTogether = async (scene: Scene, recorder: StepRecorder, offer: MakeOffer): Promise<void> => {
  const { api, simulator } = scene;
  const products = await api.read<Product[]>('/product?partner=AWS');
  const other = products.find(({ name, info }) => name !== productName && (info.commits ?? []).length > 0);
  const key = other?.info.commits?.[0]?.key;
  if (!other || key === undefined) throw new Error('there is no second product');
  const first = await draftOffer(scene, recorder, offer('First of two'));
  const info = { commits: [{ key, rate: 100, quantity: 1, length: 12, timeUnit: 'MONTH' }], dimensions: [] };
  const second = await draftOffer(scene, recorder, offer('Second of two', { productID: other.id, info }));
  let id = '';
  await recorder.act('submit', 'PENDING_CREATE', async () => {
    const body = { name: 'Both', partner: 'AWS', offerIDs: [first, second] };
    const set = await api.post<OfferSet>('/offerSet', body);
    id = set.id;
    return set.status;
  });
  const read = (): Promise<OfferSet> => api.read<OfferSet>(`/offerSet/${id}`);
  await recorder.wait('released', 'PENDING_ACCEPTANCE', async () => (await read()).status);
  await recorder.act('cancel one', '409', () => refused(scene, 'POST', `/offer/${first}/cancel`));
  await simulator.post(`${control}/offer-set/${(await read()).externalID}/accept`, terms);
  await recorder.wait('accepted', 'ACCEPTED', async () => (await read()).status);
  await recorder.wait('its offers', 'ACCEPTED ACCEPTED', async () =>
    [await offerStatus(scene, first), await offerStatus(scene, second)].join(' '),
  );
};

const productName = 'Globex Reports';

/** All deals with AWS Marketplace. */
export const runAwsDeals = async (scene: Scene): Promise<void> => {
  let productID: string | undefined;
  await runDeal(scene, 'product', async (recorder) => {
    productID = (await publishProduct(scene, recorder, productBody(productName))).id;
  });
  if (productID === undefined) return;
  const expireTime = await inDays(scene, 2);
  const offer: MakeOffer = (name, { info, ...own } = {}) => ({
    name,
    productID,
    expireTime,
    ...own,
    info: {
      currency: 'USD',
      eulaType: 'SCMP',
      buyerAwsAccountIds: [buyer],
      commits: [{ key: 'seats', rate: 900, quantity: 1, length: 12, timeUnit: 'MONTH' }],
      dimensions: [{ key: 'gb', rate: 0.2 }],
      ...info,
    },
  });
  const live = (
    deal: string,
    work: (scene: Scene, recorder: StepRecorder, offer: MakeOffer) => Promise<void>,
  ): Promise<void> => runDeal(scene, deal, (recorder) => work(scene, recorder, offer));
  await Promise.all([
    live('accepted', accept),
    live('cancelled', cancel),
    live('mended', mend),
    live('deleted while open', deleteOpen),
    live('mail', announce),
    live('custom EULA', showEula),
    live('offer set', sellTogether),
  ]);
  await runDeal(scene, 'expired', (recorder) => extendAndExpire(scene, recorder, offer('Expired')));
  // The dimension that a price adds becomes the product's, and every later offer would have to price it. So this comes
  // last.
  const later = await inDays(scene, 2);
  await runDeal(scene, 'repriced', (recorder) =>
    reprice(scene, recorder, (name, own) => offer(name, { expireTime: later, ...own })),
  );
};
