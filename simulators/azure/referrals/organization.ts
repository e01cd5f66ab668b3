import type { AzureReader } from '../state.ts';
import { microsoft } from './copies.ts';

/** An organization as referrals name it. A publisher's id is that of its tenant; the real value is not documented. */
export const organizationOf = (reader: AzureReader, ownerId: string): { id: string; name: string } => {
  if (ownerId === microsoft) return { id: microsoft, name: 'Microsoft' };
  const publisher = reader.get('publishers', ownerId);
  return { id: publisher?.tenantId ?? ownerId, name: publisher?.name ?? ownerId };
};

/** The owner of copies identified by an organization's id or by the id of its location; null if there is none. */
export const ownerOf = (reader: AzureReader, organizationId: string): string | null => {
  if (organizationId === microsoft) return microsoft;
  const found = reader
    .list('publishers')
    .find(({ id, tenantId }) => id === organizationId || tenantId === organizationId.toLowerCase());
  return found?.id ?? null;
};
