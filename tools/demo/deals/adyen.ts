import { connectAccount, type Integration } from './accounts.ts';
import { runPaymentDeals } from './payments.ts';
import { runDeal, type Scene } from './scene.ts';

type Account = { id: string; apiKey: string; hmacKey: string };
type Stored = { storedPaymentMethods?: { id: string }[] };

const merchantAccount = 'GlobexECOM';

/** All deals that are paid through Adyen. */
export const runAdyenDeals = async (scene: Scene): Promise<void> => {
  const { simulator, urls } = scene;
  const control = '/control/adyen';
  const opened = (id: string): Promise<Account> =>
    simulator.post<Account>(`${control}/account`, { id, companyName: 'Globex' });
  let account: Integration | undefined;
  await runDeal(scene, 'account', async (recorder) => {
    const open = async () => {
      const { id, apiKey, hmacKey } = await opened(merchantAccount);
      return { accountId: id, endpoint: `${urls.simulator}/adyen`, credentials: { apiKey, hmacKey } };
    };
    account = await connectAccount(scene, recorder, open, (id, url) =>
      simulator.put(`${control}/account/${id}/message-target`, { url }),
    );
  });
  if (!account) return;
  const merchant = account.accountId ?? merchantAccount;
  await runPaymentDeals(scene, {
    account,
    addCard: async (shopper) => {
      const path = `${control}/account/${merchant}/shopper/${shopper}/payment-method`;
      return (await simulator.post<{ id: string }>(path, { type: 'scheme', number: '4111111111111111' })).id;
    },
    defaultThere: undefined,
    hasCard: async (shopper, cardId) => {
      const { apiKey } = await simulator.read<Account>(`${control}/account/${merchant}`);
      const query = new URLSearchParams({ merchantAccount: merchant, shopperReference: shopper });
      const answer = await fetch(`${urls.simulator}/adyen/checkout/v72/storedPaymentMethods?${query}`, {
        headers: { 'x-api-key': apiKey },
      });
      const { storedPaymentMethods = [] } = (await answer.json()) as Stored;
      return storedPaymentMethods.some(({ id }) => id === cardId);
    },
  });
};
