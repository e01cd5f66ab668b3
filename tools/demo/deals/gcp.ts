import { waitFor } from '../deal.ts';
import { connectAccount, type Integration } from './accounts.ts';
import { checkLanded, landBuyer } from './landing.ts';
import { runDeal, type Scene, type StepRecorder } from './scene.ts';
import {
  type Body,
  cancelOffer,
  change,
  deleteOffer,
  endThere,
  extendAndExpire,
  inDays,
  type Product,
  readOffer,
  refuseBuyer,
  refused,
  releaseOffer,
  waitForEntitlement,
} from './steps.ts';

const control = '/control/gcp';

type Account = { providerId: string; projectId: string; clientEmail: string; privateKey: string };
type Plan = { name: string };
type Listing = { listingSpec?: { purchaseSpec?: { purchaseOptionSpecs?: Plan[] } } };

/** The seller's listing is created in Google's portal, and is imported by the first reads. */
const findListing = async (scene: Scene, recorder: StepRecorder, accountId: string): Promise<Product> => {
  const { api, simulator } = scene;
  const list = async (): Promise<Product[]> => api.read<Product[]>('/product?partner=GCP');
  if ((await list()).length === 0) {
    const plans = [
      {
        plan: 'pro',
        title: 'Pro',
        monthlyPrice: '100',
        termMonths: [1, 12],
        metrics: [{ name: 'calls', price: '0.01' }],
      },
    ];
    await simulator.post(`${control}/product`, { accountId, title: 'Globex Reports', plans });
    await simulator.advanceTo((await simulator.now()) + 16 * 60_000);
  }
  const find = async () => (await list()).find(({ status }) => status === 'PUBLIC');
  await recorder.wait('imported', 'PUBLIC', async () => (await find())?.status ?? 'none');
  const { id } = await waitFor('the listing', find);
  const attributes = { signUpUrl: 'https://globex.example/sign-up' };
  await recorder.act('sign-up page', 'PUBLIC', () =>
    change(scene, 'PATCH', `/product/${id}`, { info: { attributes } }),
  );
  return api.read<Product>(`/product/${id}`);
};

/** All deals with Google Cloud Marketplace. */
export const runGcpDeals = async (scene: Scene): Promise<void> => {
  const { simulator, urls } = scene;
  let account: Integration | undefined;
  let product: Product | undefined;
  await runDeal(scene, 'account', async (recorder) => {
    const open = async () => {
      const made = await simulator.post<Account>(`${control}/account`, {
        id: 'globex-public',
        name: 'Globex',
        domain: new URL(urls.api).host,
      });
      const { providerId, clientEmail, privateKey } = made;
      return { accountId: providerId, endpoint: `${urls.simulator}/gcp`, credentials: { clientEmail, privateKey } };
    };
    account = await connectAccount(scene, recorder, open, (id, url) =>
      simulator.put(`${control}/account/${id}/message-target`, { url }),
    );
  });
  await runDeal(scene, 'product', async (recorder) => {
    product = await findListing(scene, recorder, account?.accountId ?? '');
    const body = { name: 'Globex Reports', partner: 'GCP' };
    await recorder.act('create by API', '409', () => refused(scene, 'POST', '/product', body));
  });
  if (!product) return;
  const { id: productID, info } = product;
  const [plan] = (info.gcpProduct as Listing | undefined)?.listingSpec?.purchaseSpec?.purchaseOptionSpecs ?? [];
  const expireTime = await inDays(scene, 3);
  let buyers = 0;
  // A customer can have only one order of a product, so every offer is for another customer.
  const offer = (name: string): Body => {
    buyers += 1;
    return {
      name,
      productID,
      expireTime,
      info: {
        currency: 'USD',
        eulaType: 'SCMP',
        gcpDuration: 12,
        gcpProviderInfo: { salesContactName: 'Sam', salesContactEmail: 'sales@globex.example' },
        gcpPlans: [{ name: plan?.name ?? '' }],
        gcpCustomerInfo: {
          organization: 'Initech',
          contact: 'Robin',
          email: 'robin@initech.example',
          unverifiedBillingAccount: `01AB23-45CD67-00000${buyers}`,
        },
        commits: [{ key: 'fee', name: 'Fee', rate: 900, quantity: 1, length: 1, timeUnit: 'MONTH' }],
      },
    };
  };
  const last = (externalID: string | undefined): string => externalID?.split('/').at(-1) ?? '';

  await Promise.all([
    runDeal(scene, 'accepted', async (recorder) => {
      const { id, externalID } = await releaseOffer(scene, recorder, offer('Accepted'));
      const purchase = await simulator.post<Body>(`${control}/offer/${last(externalID)}/accept`, {});
      const standing = async (): Promise<string> => {
        const { status, subStatus } = await readOffer(scene, id);
        return `${status} ${subStatus ?? ''}`.trim();
      };
      // At Google, acceptance creates the order at once, so the pending purchase may never be visible.
      await recorder.wait('accepted', 'ACCEPTED', async () => (await standing()).split(' ')[0] ?? '');
      const orderId = last(String(purchase.id ?? purchase.name ?? ''));
      const { field, token } = await simulator.post<{ field: string; token: string }>(
        `${control}/order/${orderId}/sign-up-token`,
        {},
      );
      const landed = await landBuyer(scene, recorder, { field, token });
      const order = await waitForEntitlement(scene, recorder, id, 'PENDING_START');
      await recorder.act('approve', 'PENDING_START', () => change(scene, 'POST', `/entitlement/${order.id}/approve`));
      const entitlement = await waitForEntitlement(scene, recorder, id, 'ACTIVE');
      await checkLanded(recorder, landed, entitlement);
      await recorder.wait('purchased', 'ACCEPTED', standing);
      const end = { path: `${control}/order/${orderId}/cancel`, body: { effective: 'IMMEDIATE' } };
      await endThere(scene, recorder, entitlement, end);
    }),
    runDeal(scene, 'cancelled', async (recorder) => {
      const { id, externalID } = await releaseOffer(scene, recorder, offer('Cancelled'));
      await recorder.act('price it', '409', () =>
        refused(scene, 'PATCH', `/offer/${id}/price`, { dimensions: [{ key: 'gb', rate: 1 }] }),
      );
      await cancelOffer(scene, recorder, id);
      await refuseBuyer(scene, recorder, `${control}/offer/${last(externalID)}/accept`);
    }),
    runDeal(scene, 'deleted while open', async (recorder) => {
      const { id, externalID } = await releaseOffer(scene, recorder, offer('Deleted'));
      await deleteOffer(scene, recorder, id);
      const read = () => simulator.read<{ state: string }>(`${control}/offer/${last(externalID)}`);
      await recorder.wait('there', 'CANCELLED', async () => (await read()).state);
      await refuseBuyer(scene, recorder, `${control}/offer/${last(externalID)}/accept`);
    }),
  ]);
  await runDeal(scene, 'expired', async (recorder) => {
    await extendAndExpire(scene, recorder, offer('Expired'));
  });
};
