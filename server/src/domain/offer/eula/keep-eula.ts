import { createHash } from 'node:crypto';
import { type DocumentService, type DocumentSource, offerFileKinds } from '../../../adapters/documents/port.ts';
import { fileKey } from '../../../adapters/storage/port.ts';
import { Refusal } from '../../../kit/errors.ts';
import { fileNamePart } from '../../../kit/file-name.ts';
import { encodeId } from '../../../kit/ids.ts';
import type { Offer } from '../offer.ts';
import { type EulaSide, eulaFaults, eulaOf } from './eula.ts';

/** Where the EULA of an offer can be read: at a permanent address, or as a stored file. */
export type KeptEula = { url: string } | { key: string; name: string };

/**
 * The storage key. The same offer with the same documents in the same order has the same key; any other address changes
 * it.
 */
const keyOf = (orgId: string, offerId: string, side: EulaSide, sources: readonly DocumentSource[]): string => {
  const urls = sources.map(({ url }) => url);
  const hash = createHash('sha256').update(JSON.stringify(urls)).digest('hex').slice(0, 32);
  return fileKey(encodeId('org', orgId), offerFileKinds[side], `${encodeId('offer', offerId)}-${hash}`, 'pdf');
};

const nameOf = (offer: Pick<Offer, 'name'>, side: EulaSide): string =>
  `${fileNamePart(offer.name) || 'Offer'} – ${side === 'buyer' ? 'EULA' : 'reseller EULA'}.pdf`;

/**
 * Ensures that the EULA of an offer can be read, and returns its location. The documents of a custom EULA are fetched,
 * merged and stored once per set of addresses; `fresh` always fetches them, which is done before submitting them to a
 * marketplace. Returns null if there is no EULA. Throws a Refusal (409) with the faults, a DocumentError, or a
 * PartnerError.
 */
export const keepEula = async (
  documents: DocumentService,
  orgId: string,
  offer: Pick<Offer, 'id' | 'name' | 'partner' | 'info'>,
  side: EulaSide,
  options: { fresh?: boolean; signal?: AbortSignal } = {},
): Promise<KeptEula | null> => {
  const faults = eulaFaults(offer, side);
  if (faults.length > 0)
    throw new Refusal('Conflict', faults.map(({ path, message }) => `${path} ${message}`).join('; '), { faults });
  const eula = eulaOf(offer, side);
  if (eula.kind === 'none') return null;
  if (eula.kind === 'standard') return { url: eula.url };
  const key = keyOf(orgId, offer.id, side, eula.sources);
  await documents.keepMerged(key, eula.sources, options);
  return { key, name: nameOf(offer, side) };
};

/** The address of a stored EULA. The address of a file is valid for half an hour by default, and for at most 7 days. */
export const linkEula = async (documents: DocumentService, kept: KeptEula, seconds?: number): Promise<string> =>
  'url' in kept
    ? kept.url
    : documents.link(kept.key, { name: kept.name, ...(seconds === undefined ? {} : { seconds }) });
