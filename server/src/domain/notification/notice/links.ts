import type { ActCall } from '../../../contract/call.ts';
import { encodeId, type IdPrefix } from '../../../kit/ids.ts';

/** Where a thing is read, below its organization. */
const paths: Readonly<Partial<Record<IdPrefix, string>>> = {
  prod: 'product',
  buyer: 'buyer',
  contact: 'contact',
  offer: 'offer',
  offerset: 'offerSet',
  ent: 'entitlement',
  metric: 'billableMetric',
  referral: 'cosell/referral',
  ticket: 'support/ticket',
  conn: 'integration',
  invoice: 'invoice',
};

/** Where the thing is read that has this id; empty if it cannot be read on its own. */
export const linkOf = ({ apiUrl = '', orgId }: Pick<ActCall, 'apiUrl' | 'orgId'>, id: string): string => {
  const prefix = id.slice(0, Math.max(0, id.lastIndexOf('_')));
  const path = Object.hasOwn(paths, prefix) ? paths[prefix as IdPrefix] : undefined;
  return path === undefined ? '' : `${apiUrl}/org/${encodeId('org', orgId)}/${path}/${id}`;
};
