import { connectAccount } from './accounts.ts';
import { checkLanded, landBuyer } from './landing.ts';
import { runDeal, type Scene } from './scene.ts';
import {
  type Body,
  cancelOffer,
  change,
  deleteOffer,
  type Entitlement,
  endThere,
  extendAndExpire,
  inDays,
  type Product,
  publishProduct,
  readOffer,
  refuseBuyer,
  refused,
  releaseOffer,
  waitForEntitlement,
} from './steps.ts';

/** The format of billing accounts under a Microsoft Customer Agreement. */
const billingAccount = '3e9d5c1a-7b42-4f0e-9c66-12ab34cd56ef:8d2f4a90-15c3-4e7b-b0a1-9f8e7d6c5b4a_2019-05-31';
const control = '/control/azure';

/** All the data that Azure requires for a listing, with one plan that has a flat price and a meter. */
const productBody = (name: string): Body => ({
  name,
  partner: 'AZURE',
  fulfillmentUrl: 'https://globex.example/welcome',
  info: {
    azureProductResource: {
      property: { categories: { 'developer-tools-saas': ['devService'] } },
      listing: {
        searchResultSummary: 'Insight into everything.',
        description: 'Insight into everything, at length.',
        privacyPolicyLink: 'https://globex.example/privacy',
        supportContact: { name: 'Support', email: 'support@globex.example', phone: '1' },
        engineeringContact: { name: 'Ada', email: 'ada@globex.example', phone: '2' },
      },
    },
    currency: 'USD',
    commits: [{ key: 'gold', name: 'Gold', rate: 100, length: 1, timeUnit: 'MONTH', type: 'FLAT_RATE' }],
    dimensions: [{ key: 'gb', name: 'Gigabytes', category: 'GB', rate: 0.5, planId: 'gold', planName: 'Gold' }],
    attributes: { signUpUrl: 'https://globex.example/sign-up' },
  },
});

type Account = { tenantId: string; clientId: string; clientSecret: string };

/** All deals with Microsoft Marketplace. */
export const runAzureDeals = async (scene: Scene): Promise<void> => {
  const { api, simulator, urls } = scene;
  let product: Product | undefined;
  await runDeal(scene, 'account', async (recorder) => {
    const open = async () => {
      const account = await simulator.post<Account>(`${control}/account`, { id: 'globex', name: 'Globex' });
      const { tenantId, clientId, clientSecret } = account;
      const credentials = { tenantId, clientId, clientSecret };
      return { accountId: 'globex', endpoint: `${urls.simulator}/azure`, credentials };
    };
    await connectAccount(scene, recorder, open, (id, url) =>
      simulator.put(`${control}/account/${id}/message-target`, { url }),
    );
  });
  await runDeal(scene, 'product', async (recorder) => {
    product = await publishProduct(scene, recorder, productBody('Globex Reports'));
  });
  if (!product) return;
  const productID = product.id;
  const expireTime = await inDays(scene, 3);
  const endTime = await inDays(scene, 400);
  const plan = planOf(product);
  const offer = (name: string): Body => ({
    name,
    productID,
    expireTime,
    endTime,
    info: {
      eulaType: 'SCMP',
      discountPercentage: 15,
      azureOriginalPlan: { plan },
      azurePrivateOffer: {
        preparedBy: 'sales@globex.example',
        beneficiaries: [{ id: billingAccount, description: 'Initech' }],
      },
    },
  });
  const at = (externalID: string | undefined): string =>
    `${control}/private-offer/${encodeURIComponent(externalID ?? '')}`;

  await Promise.all([
    runDeal(scene, 'accepted', async (recorder) => {
      const { id, externalID } = await releaseOffer(scene, recorder, offer('Accepted'));
      await simulator.post(`${at(externalID)}/accept`, {});
      await recorder.act('sync', '200', () => change(scene, 'POST', `/offer/${id}/sync`));
      const standing = async (): Promise<string> => {
        const { status, subStatus } = await readOffer(scene, id);
        return `${status} ${subStatus ?? ''}`.trim();
      };
      await recorder.wait('accepted', 'ACCEPTED PENDING_PURCHASE', standing);
      const { token } = await simulator.post<{ token: string }>(`${at(externalID)}/purchase`, {});
      const landed = await landBuyer(scene, recorder, { field: 'token', token });
      const order = await waitForEntitlement(scene, recorder, id, 'PENDING_START');
      await recorder.act('approve', 'PENDING_START', () => change(scene, 'POST', `/entitlement/${order.id}/approve`));
      const entitlement = await waitForEntitlement(scene, recorder, id, 'ACTIVE');
      await checkLanded(recorder, landed, entitlement);
      await recorder.wait('purchased', 'ACCEPTED', standing);
      const path = `${control}/subscription/${entitlement.externalID}`;
      const status = async () => (await api.read<Entitlement>(`/entitlement/${entitlement.id}`)).status;
      await simulator.post(`${path}/suspend`, {});
      await recorder.wait('suspended there', 'SUSPENDED', status);
      await simulator.post(`${path}/reinstate`, {});
      await recorder.wait('reinstated there', 'ACTIVE', status);
      await endThere(scene, recorder, entitlement, { path: `${path}/unsubscribe` });
    }),
    runDeal(scene, 'cancelled', async (recorder) => {
      const { id, externalID } = await releaseOffer(scene, recorder, offer('Cancelled'));
      await recorder.act('price it', '409', () =>
        refused(scene, 'PATCH', `/offer/${id}/price`, { dimensions: [{ key: 'gb', rate: 1 }] }),
      );
      await cancelOffer(scene, recorder, id);
      await refuseBuyer(scene, recorder, `${at(externalID)}/accept`);
    }),
    runDeal(scene, 'deleted while open', async (recorder) => {
      const { id, externalID } = await releaseOffer(scene, recorder, offer('Deleted'));
      await deleteOffer(scene, recorder, id);
      await recorder.wait(
        'there',
        'withdrawn',
        async () => (await simulator.read<{ state: string }>(at(externalID))).state,
      );
      await refuseBuyer(scene, recorder, `${at(externalID)}/accept`);
    }),
  ]);
  await runDeal(scene, 'expired', async (recorder) => {
    await extendAndExpire(scene, recorder, offer('Expired'));
  });
};

/** The durable id of the plan, as the product shows it. */
const planOf = ({ info }: Product): string => {
  const text = JSON.stringify(info.azureProductResource ?? info.azureProduct ?? {});
  return /"(plan\/[0-9a-f-]+\/[0-9a-f-]+)"/i.exec(text)?.[1] ?? '';
};
