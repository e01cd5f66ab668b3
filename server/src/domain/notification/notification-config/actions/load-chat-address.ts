import type { SecretKeys } from '../../../../auth/secrets.ts';
import type { OrgDb } from '../../../../db/org-db.ts';
import { openAddresses } from '../addresses.ts';
import type { ChatChannel } from '../notification-config.ts';
import { findConfig } from '../store.ts';

/** The address of a chat channel, opened for a call; undefined if it has none. Never stored and never logged. */
export const loadChatAddress = async (
  db: OrgDb,
  { secretKeys, orgId, channel }: { secretKeys: SecretKeys; orgId: string; channel: ChatChannel },
): Promise<string | undefined> => openAddresses(secretKeys, orgId, await findConfig(db))[channel];
