import { connectAccount, type Integration } from './accounts.ts';
import { runPaymentDeals } from './payments.ts';
import { runDeal, type Scene } from './scene.ts';

type Customer = { wire: { id: string; invoice_settings: { default_payment_method: string | null } } };

const accountId = 'acct_1Globex';
const webhookSecret = 'whsec_globexdemo';

/** All deals that are paid through Stripe. */
export const runStripeDeals = async (scene: Scene): Promise<void> => {
  const { simulator, urls } = scene;
  const control = '/control/stripe';
  let account: Integration | undefined;
  await runDeal(scene, 'account', async (recorder) => {
    const open = async () => {
      const body = { id: accountId, name: 'Globex' };
      const { secretKey } = await simulator.post<{ secretKey: string }>(`${control}/account`, body);
      return { accountId, endpoint: `${urls.simulator}/stripe`, credentials: { apiKey: secretKey, webhookSecret } };
    };
    account = await connectAccount(scene, recorder, open, (id, url) =>
      simulator.put(`${control}/account/${id}/message-target`, { url, secret: webhookSecret }),
    );
  });
  if (!account) return;
  const customer = async (id: string): Promise<Customer['wire'] | undefined> => {
    const { customers } = await simulator.read<{ customers: Customer[] }>(`${control}/customer`);
    return customers.find(({ wire }) => wire.id === id)?.wire;
  };
  await runPaymentDeals(scene, {
    account,
    addCard: async (customerId) => {
      const path = `${control}/customer/${customerId}/payment-method`;
      return (await simulator.post<{ id: string }>(path, { token: 'pm_card_visa' })).id;
    },
    defaultThere: async (customerId) => (await customer(customerId))?.invoice_settings.default_payment_method ?? '',
    // The dashboard cannot remove a method that is no longer attached.
    hasCard: async (_customerId, cardId) =>
      simulator.post(`${control}/payment-method/${cardId}/default`, {}).then(
        () => true,
        () => false,
      ),
  });
};
