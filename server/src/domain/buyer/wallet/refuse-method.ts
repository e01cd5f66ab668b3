import { Refusal } from '../../../kit/errors.ts';
import type { Wallet } from './wallet.ts';

/** 409: payment methods belong to the provider; only credit has times and amounts. */
export const refuseMethod = ({ type, status }: Wallet, act: string): void => {
  if (type === 'credit') return;
  const message = `A wallet of type ${type} does not allow ${act}; only credit does.`;
  throw new Refusal('Conflict', message, { type, status, allowedFrom: [] });
};

/** 409: credit always pays first, so it cannot be the default. */
export const refuseCredit = ({ type, status }: Wallet, act: string): void => {
  if (type !== 'credit') return;
  const message = `A credit wallet does not allow ${act}; only payment methods do.`;
  throw new Refusal('Conflict', message, { type, status, allowedFrom: [] });
};
