import type { ActCall } from '../../../../contract/call.ts';
import type { WalletCharge } from '../charge/charge.ts';
import { findChargesAtProvider } from '../charge/store.ts';

/** The charge of ours that a provider names by its own id. */
export const findProviderCharge = async (
  { db }: Pick<ActCall, 'db'>,
  externalId: string,
): Promise<WalletCharge | undefined> => (await findChargesAtProvider(db, externalId))[0];
