import { checkLanded, landBuyer } from './landing.ts';
import { liveDeal, type Pen, type Scene } from './scene.ts';
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

const accept = async (scene: Scene, pen: Pen, offer: MakeOffer): Promise<void> => {
  const { simulator } = scene;
  const { id, externalID } = await releaseOffer(scene, pen, offer('Accepted'));
  const accepted = { ...terms, quantities: { seats: 1 } };
  const { agreementId } = await simulator.post<{ agreementId: string }>(
    `${control}/offer/${externalID}/accept`,
    accepted,
  );
  await pen.wait('accepted', 'ACCEPTED', () => offerStatus(scene, id));
  const agreement = `${control}/agreement/${agreementId}`;
  const { registrationToken: token } = await simulator.post<{ registrationToken: string }>(
    `${agreement}/registration-token`,
    {},
  );
  const landed = await landBuyer(scene, pen, { field: 'x-amzn-marketplace-token', token });
  const entitlement = await waitForEntitlement(scene, pen, id, 'ACTIVE');
  await checkLanded(pen, landed, entitlement);
  await pen.act('approve it', '409', () => refused(scene, 'POST', `/entitlement/${entitlement.id}/approve`));
  await pen.act('cancel it', '409', () => refused(scene, 'POST', `/offer/${id}/cancel`));
  await endThere(scene, pen, entitlement, { path: `${agreement}/cancel` });
};

const cancel = async (scene: Scene, pen: Pen, offer: MakeOffer): Promise<void> => {
  const { id, externalID } = await releaseOffer(scene, pen, offer('Cancelled'));
  await cancelOffer(scene, pen, id);
  await refuseBuyer(scene, pen, `${control}/offer/${externalID}/accept`, terms);
};

/** The simulator refuses the name; the same offer is then submitted with another name. */
const mend = async (scene: Scene, pen: Pen, offer: MakeOffer): Promise<void> => {
  const id = await draftOffer(scene, pen, offer('Refused, fail-release'));
  await pen.act('submit', 'PENDING_CREATE', () => change(scene, 'POST', '/offer', { id }));
  await pen.wait('not released', 'CREATE_FAILED', async () => (await readOffer(scene, id)).status);
  await pen.act('submit again', 'PENDING_CREATE', () => change(scene, 'POST', '/offer', { id, name: 'Mended' }));
  await pen.wait('released', 'PENDING_ACCEPTANCE', () => offerStatus(scene, id));
};

/** Changes one price, and adds one for a dimension that the product does not have. */
const reprice = async (scene: Scene, pen: Pen, offer: MakeOffer): Promise<void> => {
  const { id } = await releaseOffer(scene, pen, offer('Repriced'));
  const dimensions = [
    { key: 'gb', rate: 0.15 },
    { key: 'exports', name: 'Exports', description: 'Files exported', rate: 2 },
  ];
  await pen.act('price', 'PENDING_UPDATE', () => change(scene, 'PATCH', `/offer/${id}/price`, { dimensions }));
  await pen.wait('priced', 'PENDING_ACCEPTANCE', () => offerStatus(scene, id));
  await pen.act('prices', 'gb 0.15, exports 2', async () => {
    const { info } = await readOffer(scene, id);
    return (info.dimensions ?? []).map(({ key, rate }) => `${key} ${rate}`).join(', ');
  });
};

const deleteOpen = async (scene: Scene, pen: Pen, offer: MakeOffer): Promise<void> => {
  const { simulator } = scene;
  const { id, externalID } = await releaseOffer(scene, pen, offer('Deleted'));
  await deleteOffer(scene, pen, id);
  await pen.wait('there', 'over', async () => {
    const path = `${control}/offer/${externalID}`;
    const { availabilityEndDate: end } = await simulator.read<{ availabilityEndDate: string }>(path);
    const today = new Date(await simulator.now()).toISOString().slice(0, 10);
    return end < today ? 'over' : `open until ${end}`;
  });
  await refuseBuyer(scene, pen, `${control}/offer/${externalID}/accept`, terms);
};

const announce = async (scene: Scene, pen: Pen, offer: MakeOffer): Promise<void> => {
  const { api, simulator } = scene;
  const { id } = await releaseOffer(scene, pen, offer('Announced'));
  const emailAddress = 'robin@initech.example';
  const contact = await api.post<{ id: string }>('/contact', { emailAddress, name: 'Robin' });
  await api.post(`/contact/${contact.id}/offer/${id}`, undefined);
  await pen.act('notify contacts', '200', () => change(scene, 'POST', `/offer/${id}/notifyContacts`));
  await pen.wait('message', 'DONE', async () => {
    const { notificationMessages } = await api.read<{ notificationMessages: Message[] }>('/notificationMessage');
    return notificationMessages.find(({ recipient }) => recipient === emailAddress)?.status ?? 'none';
  });
  await pen.wait('outbox', 'there', async () => {
    const page = await simulator.readText('/');
    return page.includes(emailAddress) ? 'there' : 'no mail';
  });
};

/** The EULA of a draft is fetched from the seller's site, stored, and read at a signed address. */
const showEula = async (scene: Scene, pen: Pen, offer: MakeOffer): Promise<void> => {
  const eulaUrl = `${scene.urls.simulator}/seller/eula.pdf`;
  const id = await draftOffer(scene, pen, offer('With an EULA', { info: { eulaType: 'CUSTOM', eulaUrl } }));
  let link = '';
  await pen.act('address', 'signed', async () => {
    link = await scene.api.read<string>(`/offer/${id}/eula`);
    return /[?&]sig=/.test(link) ? 'signed' : link;
  });
  await pen.act('file', 'PDF', async () => {
    const response = await fetch(link);
    const text = await response.text();
    return text.startsWith('%PDF-') ? 'PDF' : `answered ${response.status}`;
  });
  await pen.act('forged address', '403', async () =>
    String((await fetch(link.replace(/sig=(.)/, (_, first) => (first === '_' ? 'sig=-' : 'sig=_')))).status),
  );
};

const sellTogether = async (scene: Scene, pen: Pen, offer: MakeOffer): Promise<void> => {
  const { api, simulator } = scene;
  const products = await api.read<Product[]>('/product?partner=AWS');
  const other = products.find(({ name, info }) => name !== productName && (info.commits ?? []).length > 0);
  const key = other?.info.commits?.[0]?.key;
  if (!other || key === undefined) throw new Error('there is no second product');
  const first = await draftOffer(scene, pen, offer('First of two'));
  const info = { commits: [{ key, rate: 100, quantity: 1, length: 12, timeUnit: 'MONTH' }], dimensions: [] };
  const second = await draftOffer(scene, pen, offer('Second of two', { productID: other.id, info }));
  let id = '';
  await pen.act('submit', 'PENDING_CREATE', async () => {
    const body = { name: 'Both', partner: 'AWS', offerIDs: [first, second] };
    const set = await api.post<OfferSet>('/offerSet', body);
    id = set.id;
    return set.status;
  });
  const read = (): Promise<OfferSet> => api.read<OfferSet>(`/offerSet/${id}`);
  await pen.wait('released', 'PENDING_ACCEPTANCE', async () => (await read()).status);
  await pen.act('cancel one', '409', () => refused(scene, 'POST', `/offer/${first}/cancel`));
  await simulator.post(`${control}/offer-set/${(await read()).externalID}/accept`, terms);
  await pen.wait('accepted', 'ACCEPTED', async () => (await read()).status);
  await pen.wait('its offers', 'ACCEPTED ACCEPTED', async () =>
    [await offerStatus(scene, first), await offerStatus(scene, second)].join(' '),
  );
};

const productName = 'Globex Reports';

/** All deals with AWS Marketplace. */
export const liveAws = async (scene: Scene): Promise<void> => {
  let productID: string | undefined;
  await liveDeal(scene, 'product', async (pen) => {
    productID = (await publishProduct(scene, pen, productBody(productName))).id;
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
  const live = (deal: string, work: (scene: Scene, pen: Pen, offer: MakeOffer) => Promise<void>): Promise<void> =>
    liveDeal(scene, deal, (pen) => work(scene, pen, offer));
  await Promise.all([
    live('accepted', accept),
    live('cancelled', cancel),
    live('mended', mend),
    live('deleted while open', deleteOpen),
    live('mail', announce),
    live('custom EULA', showEula),
    live('offer set', sellTogether),
  ]);
  await liveDeal(scene, 'expired', (pen) => extendAndExpire(scene, pen, offer('Expired')));
  // The dimension that a price adds becomes the product's, and every later offer would have to price it. So this comes
  // last.
  const later = await inDays(scene, 2);
  await liveDeal(scene, 'repriced', (pen) =>
    reprice(scene, pen, (name, own) => offer(name, { expireTime: later, ...own })),
  );
};
