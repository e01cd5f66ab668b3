import type { MarketplaceCode } from '../../../../adapters/marketplace/port.ts';
import type { SecretKeys } from '../../../../auth/secrets.ts';
import type { ActCall } from '../../../../contract/call.ts';
import { connect } from '../../integration/actions/connect-integration.ts';
import type { NewIntegration } from '../../integration/integration.ts';

export type NewConnection = Omit<NewIntegration, 'partner' | 'service' | 'accountId' | 'credentials'> & {
  partner: MarketplaceCode;
  /** AWS: the 12-digit seller account. */
  accountId: string;
  /** AWS: `accessKeyId`, `secretAccessKey`. */
  credentials: Record<string, string>;
};

/** Connects an account of a marketplace for the service itself, which may name any endpoint: a simulator's. */
export const connectMarketplace = async (
  call: ActCall,
  { input, keys }: { input: NewConnection; keys: SecretKeys },
) => {
  const { view, hookSecret } = await connect(call, { ...input, service: 'MARKETPLACE' }, keys);
  return { connection: view, hookPath: view.hookPath ?? '', hookSecret: hookSecret ?? '' };
};
