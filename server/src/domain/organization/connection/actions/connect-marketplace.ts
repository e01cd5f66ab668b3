import type { MarketplaceCode } from '../../../../adapters/marketplace/port.ts';
import type { SecretKeys } from '../../../../auth/secrets.ts';
import type { ActCall } from '../../../../contract/call.ts';
import type { NewConnection } from '../connection.ts';
import { connect } from './connect-account.ts';

export type NewMarketplaceConnection = Omit<NewConnection, 'partner' | 'service' | 'accountId' | 'credentials'> & {
  partner: MarketplaceCode;
  /** AWS: the 12-digit seller account. */
  accountId: string;
  /** AWS: `accessKeyId`, `secretAccessKey`. */
  credentials: Record<string, string>;
};

/**
 * Connects a marketplace account on behalf of the service itself, which may use any endpoint, for example a
 * simulator's.
 */
export const connectMarketplace = async (
  call: ActCall,
  { input, keys }: { input: NewMarketplaceConnection; keys: SecretKeys },
) => {
  const { view, hookSecret } = await connect(call, { ...input, service: 'MARKETPLACE' }, keys);
  return { connection: view, hookPath: view.hookPath ?? '', hookSecret: hookSecret ?? '' };
};
