import type { Catalog } from './rows.ts';

/** The ARN of something that a partner owns (service authorization reference of Partner Central). */
export const partnerArn = (accountId: string, catalog: Catalog, kind: string, id: string): string =>
  `arn:aws:partnercentral:us-east-1:${accountId}:catalog/${catalog}/${kind}/${id}`;

/** The ARN of something that several parties share, as the events of the Selling service write it. */
export const sharedArn = (catalog: Catalog, kind: string, id: string): string =>
  `arn:aws:partnercentral:us-east-1::catalog/${catalog}/${kind}/${id}`;

/** The id of a reference, which may be an ARN that ends with it. */
export const idOf = (reference: string): string => reference.split('/').pop() ?? '';
