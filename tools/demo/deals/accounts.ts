import type { Connections } from '../credentials.ts';
import type { Scene, StepRecorder } from './scene.ts';

/** A connected account at a partner, as the organization's owner sees it. */
export type Integration = {
  id: string;
  partner: string;
  service: string;
  accountId?: string;
  status: string;
  hookPath?: string;
  lastError?: unknown;
};

/** The data to connect an account with. */
export type NewAccount = {
  accountId: string;
  endpoint: string;
  credentials: Record<string, string>;
};

/** Usage is submitted to marketplaces only, from the start. */
const marketplace = { service: 'MARKETPLACE', mode: 'LIVE' };
const kinds: Readonly<Record<string, { service: string }>> = {
  AZURE: marketplace,
  GCP: marketplace,
  STRIPE: { service: 'PAYMENT' },
  ADYEN: { service: 'PAYMENT' },
};

/** Selling through a partner and co-selling with it are separate connections. */
const serviceOf = ({ partner, service }: Pick<Scene, 'partner' | 'service'>): string =>
  service ?? kinds[partner]?.service ?? marketplace.service;

const findAccount = async (scene: Scene): Promise<Integration | undefined> => {
  const { data } = await scene.owner.read<{ data: Integration[] }>('/integration?page_size=100');
  return data.find(({ partner, service }) => partner === scene.partner && service === serviceOf(scene));
};

/** The connected account; its id is part of the addresses that its partner calls. */
export const connectedAccount = async (scene: Scene): Promise<Integration> => {
  const found = await findAccount(scene);
  if (!found) throw new Error(`no account of ${scene.partner} is connected`);
  return found;
};

/**
 * The account that the demo has connected. If there is none, the owner connects a new one: `open` creates it at the
 * partner, and `hear` tells the partner where to send its messages.
 */
export const connectAccount = async (
  scene: Scene,
  recorder: StepRecorder,
  open: () => Promise<NewAccount>,
  hear: (accountId: string, url: string) => Promise<unknown>,
): Promise<Integration> => {
  const { partner, owner, urls } = scene;
  if (!(await findAccount(scene))) {
    const account = await open();
    const body = { partner, ...kinds[partner], ...account };
    const { hookPath = '' } = await owner.post<Integration>('/integration', body);
    await hear(account.accountId, `${urls.api}${hookPath}`);
  }
  await recorder.act('connected', 'CONNECTED', async () => (await connectedAccount(scene)).status);
  return connectedAccount(scene);
};

/** Checks that nothing has put the account into an error state since. */
export const checkAccount = (scene: Scene, recorder: StepRecorder): Promise<void> =>
  recorder.act('afterwards', 'CONNECTED', async () => {
    const { status, lastError } = await connectedAccount(scene);
    return lastError ? `${status}: ${JSON.stringify(lastError)}` : status;
  });

/**
 * Disconnects the accounts of all other partners, of co-sell and of the CRMs. For each organization, `partners` lists
 * the partners whose sales accounts are kept. An hour of
 * usage lasts a fraction of a second, in which each connected account would be read four times: the service would fall
 * hours behind.
 */
export const disconnectOthers = async (
  { organizations }: Connections,
  partners: readonly (readonly string[])[],
): Promise<void> => {
  for (const [place, { owner }] of organizations.entries()) {
    if (!owner) continue;
    const { data } = await owner.read<{ data: Integration[] }>('/integration?page_size=100');
    const isKept = ({ partner, service }: Integration): boolean =>
      partners[place]?.includes(partner) === true && service === serviceOf({ partner, service: undefined });
    for (const account of data.filter((one) => !isKept(one))) {
      const name = encodeURIComponent(account.accountId || account.partner);
      await owner.call('DELETE', `/integration/${account.id}?force=true&confirm=${name}`);
    }
  }
};
