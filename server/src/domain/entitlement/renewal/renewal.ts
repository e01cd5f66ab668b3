import type { RenewalRead } from '../../../adapters/marketplace/port.ts';
import { notFound, Refusal } from '../../../kit/errors.ts';
import type { Entitlement } from '../entitlement.ts';

/** The pending renewal of an entitlement, or 404: it has none, or the seller has turned it off. */
export const requireRenewal = ({ renewal }: Pick<Entitlement, 'renewal'>): RenewalRead => {
  if (!renewal || renewal.isOptedOut) throw notFound('pending renewal');
  return renewal;
};

/** 409 from a limit on; it is checked again by the marketplace, whose clock counts. */
export const refuseFrom = (limit: string | null, now: Date, message: string): void => {
  if (limit === null || new Date(limit) > now) return;
  throw new Refusal('Conflict', message, { since: limit });
};
