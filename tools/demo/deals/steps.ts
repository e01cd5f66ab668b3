import { unexpected } from '../client.ts';
import type { Scene, StepRecorder } from './scene.ts';

export type Body = Record<string, unknown>;

export type Product = {
  id: string;
  name: string;
  status: string;
  externalID?: string;
  info: Record<string, unknown> & { commits?: { key: string }[]; dimensions?: { key: string }[] };
  metaInfo?: Messages;
};

export type Offer = {
  id: string;
  name: string;
  status: string;
  subStatus?: string;
  externalID?: string;
  expireTime?: string;
  info: Record<string, unknown> & { dimensions?: { key: string; rate: number }[] };
  metaInfo: Messages;
};

export type Entitlement = { id: string; status: string; externalID?: string; offerID?: string; buyerID?: string };

type Messages = { errorMessages?: string[] };

const dayMs = 86_400_000;

/** The status, with the reason for a failure. */
const statusOf = ({ status, metaInfo }: { status: string; metaInfo?: Messages }): string =>
  status.endsWith('FAILED') ? `${status}: ${(metaInfo?.errorMessages ?? []).join('; ')}` : status;

export const readOffer = ({ api }: Scene, offerId: string): Promise<Offer> => api.read<Offer>(`/offer/${offerId}`);

/** The current status of an offer. */
export const offerStatus = async (scene: Scene, offerId: string): Promise<string> =>
  statusOf(await readOffer(scene, offerId));

/** The time a number of days from now, by the business clock. */
export const inDays = async ({ simulator }: Scene, days: number): Promise<string> =>
  new Date((await simulator.now()) + days * dayMs).toISOString();

/** Makes a change. Returns the status in the response body, or `200` if the response has none. */
export const change = async ({ api }: Scene, method: string, path: string, body?: unknown): Promise<string> => {
  const answer = await api.call(method, path, body === undefined ? {} : { body });
  if (answer.status !== 200) throw unexpected(`${method} ${path}`, answer);
  return String((answer.body as { status?: string }).status ?? '200');
};

/** Makes a request that must be refused; returns the HTTP status. */
export const refused = async ({ api }: Scene, method: string, path: string, body?: unknown): Promise<string> =>
  String((await api.call(method, path, body === undefined ? {} : { body })).status);

/** A buyer tries to accept anyway; `accept` is the path in the partner's simulator. */
export const refuseBuyer = (scene: Scene, recorder: StepRecorder, accept: string, body: Body = {}): Promise<void> =>
  recorder.act('buyer', 'refused', () =>
    scene.simulator.post(accept, body).then(
      () => 'accepted it',
      (error: Error) => (/answered 409/.test(error.message) ? 'refused' : error.message),
    ),
  );

/** Keeps the response body, for acts whose response is needed later. */
const kept = async <T extends { status: string }>(work: Promise<T>, keep: (answer: T) => void): Promise<string> => {
  const answer = await work;
  keep(answer);
  return answer.status;
};

/** Creates a draft product, creates it in its marketplace and publishes it; returns the published product. */
export const publishProduct = async (scene: Scene, recorder: StepRecorder, body: Body): Promise<Product> => {
  const { api } = scene;
  let id = '';
  const status = async (): Promise<string> => statusOf(await api.read<Product>(`/product/${id}`));
  const keep = (product: Product): void => {
    id = product.id;
  };
  await recorder.act('draft', 'DRAFT', () => kept(api.post<Product>('/draftProduct', body), keep));
  await recorder.act('create', 'PENDING_CREATE', () => kept(api.post<Product>('/product', { id }), keep));
  await recorder.wait('created', 'LIMITED', status);
  await recorder.act('publish', 'PENDING_PUBLISH', () => change(scene, 'PATCH', `/product/${id}/publish`, {}));
  await recorder.wait('published', 'PUBLIC', status);
  return api.read<Product>(`/product/${id}`);
};

/** Creates a draft offer; returns its id. */
export const draftOffer = async (scene: Scene, recorder: StepRecorder, body: Body): Promise<string> => {
  let id = '';
  const work = (): Promise<string> =>
    kept(scene.api.post<Offer>('/draftOffer', { partner: scene.partner, ...body }), (offer) => {
      id = offer.id;
    });
  await recorder.act('draft', 'DRAFT', work);
  return id;
};

/** Creates a draft and submits it, until its partner has released it (`released`); returns the offer. */
export const releaseOffer = async (
  scene: Scene,
  recorder: StepRecorder,
  body: Body,
  released = 'PENDING_ACCEPTANCE',
): Promise<Offer> => {
  const id = await draftOffer(scene, recorder, body);
  await recorder.act('submit', 'PENDING_CREATE', () => change(scene, 'POST', '/offer', { id }));
  await recorder.wait('released', released, () => offerStatus(scene, id));
  return readOffer(scene, id);
};

export const cancelOffer = async (scene: Scene, recorder: StepRecorder, offerId: string): Promise<void> => {
  await recorder.act('cancel', 'PENDING_CANCEL', () => change(scene, 'POST', `/offer/${offerId}/cancel`));
  await recorder.wait('cancelled', 'CANCELLED', () => offerStatus(scene, offerId));
};

/** Extends an offer by a number of days after its last one, or after today if that has passed. */
export const extendOffer = async (
  scene: Scene,
  recorder: StepRecorder,
  offerId: string,
  { days = 3, during = 'PENDING_UPDATE', after = 'PENDING_ACCEPTANCE' } = {},
): Promise<void> => {
  const { expireTime: old = '' } = await readOffer(scene, offerId);
  const base = Math.max(Date.parse(old), await scene.simulator.now());
  const day = new Date(base + days * dayMs).toISOString().slice(0, 10);
  const path = `/offer/${offerId}/extendExpiryDate?newExpiryDate=${day}`;
  await recorder.act('extend', during, () => change(scene, 'POST', path));
  await recorder.wait('extended', after, () => offerStatus(scene, offerId));
  await recorder.act('new last day', 'later', async () => {
    const { expireTime = '' } = await readOffer(scene, offerId);
    return Date.parse(expireTime) > Date.parse(old) ? 'later' : `${old}, then ${expireTime}`;
  });
};

/** A marketplace offer that is extended, outlives its old last day, expires on the new one and is deleted. */
export const extendAndExpire = async (scene: Scene, recorder: StepRecorder, body: Body): Promise<void> => {
  const { api, simulator } = scene;
  const { id, externalID = '', expireTime = '' } = await releaseOffer(scene, recorder, body);
  await extendOffer(scene, recorder, id);
  await recorder.act('by its first id', 'found', async () => {
    const found = await api.read<Offer>(`/offerExternalId/${encodeURIComponent(externalID)}`);
    return found.id === id ? 'found' : `found ${found.id}`;
  });
  await simulator.advanceTo(Date.parse(expireTime) + 60_000);
  await recorder.act('after the first end', 'PENDING_ACCEPTANCE', () => offerStatus(scene, id));
  await letExpire(scene, recorder, id);
  await deleteOffer(scene, recorder, id);
};

/** Advances time past the last instant of an offer. */
export const letExpire = async (scene: Scene, recorder: StepRecorder, offerId: string): Promise<void> => {
  const { expireTime = '' } = await readOffer(scene, offerId);
  await scene.simulator.advanceTo(Date.parse(expireTime) + 60_000);
  await recorder.wait('expired', 'EXPIRED', () => offerStatus(scene, offerId));
};

/** Deletes an offer: it stays readable by its id, but no list shows it. */
export const deleteOffer = async (scene: Scene, recorder: StepRecorder, offerId: string): Promise<void> => {
  const { api, partner } = scene;
  await recorder.act('delete', '200', () => change(scene, 'DELETE', `/offer/${offerId}`));
  await recorder.wait('deleted', 'DELETED', () => offerStatus(scene, offerId));
  await recorder.act('in the list', 'no', async () => {
    const offers = await api.read<Offer[]>(`/offer?partner=${partner}&limit=1000`);
    return offers.some(({ id }) => id === offerId) ? 'yes' : 'no';
  });
};

/** Waits until the only entitlement of an offer has a status; returns it. */
export const waitForEntitlement = async (
  scene: Scene,
  recorder: StepRecorder,
  offerId: string,
  status: 'PENDING_START' | 'ACTIVE',
): Promise<Entitlement> => {
  const step = status === 'ACTIVE' ? 'entitlement' : 'order';
  const list = (): Promise<Entitlement[]> => scene.api.read<Entitlement[]>(`/entitlement?offerId=${offerId}`);
  await recorder.wait(step, status, async () => (await list()).map((one) => one.status).join(' ') || 'none');
  const [found] = await list();
  if (!found) throw new Error('the entitlement is gone');
  return found;
};

/** Ends a purchase at its partner, with `path` of the simulator's control API; the offer stays ACCEPTED. */
export const endThere = async (
  scene: Scene,
  recorder: StepRecorder,
  { id, offerID = '' }: Entitlement,
  { path, body = {} }: { path: string; body?: Body },
): Promise<void> => {
  await scene.simulator.post(path, body);
  const status = async (): Promise<string> => (await scene.api.read<Entitlement>(`/entitlement/${id}`)).status;
  await recorder.wait('ended there', 'CANCELLED', status);
  await recorder.act('its offer', 'ACCEPTED', () => offerStatus(scene, offerID));
};
