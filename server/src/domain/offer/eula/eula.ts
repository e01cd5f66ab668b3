import type { DocumentRules, DocumentSource } from '../../../adapters/documents/port.ts';
import { findMarketplaceFacts } from '../../../contract/marketplaces/marketplaces.ts';
import type { Fault } from '../../../kit/errors.ts';
import type { Offer, OfferInfoDocument } from '../offer.ts';

/** The party that the terms bind: the buyer, or for a channel offer the reseller. */
export type EulaSide = 'buyer' | 'reseller';

/**
 * An offer's EULA. `standard`: the marketplace's own, published at `url`. `files`: the documents of a custom EULA, in
 * the order in which they are merged. `none`: there is nothing to show, with the reason.
 */
export type Eula =
  | { kind: 'standard'; url: string }
  | { kind: 'files'; sources: DocumentSource[] }
  | { kind: 'none'; reason: string };

const partsMax = 10;

const membersOf = {
  buyer: {
    type: 'eulaType',
    url: 'eulaUrl',
    more: 'additionalEulaUrls',
    attached: 'attachEulaType',
    order: 'eulaMergeOrder',
  },
  // The reference defines no order for the reseller's documents.
  reseller: {
    type: 'resellerEulaType',
    url: 'resellerEulaUrl',
    more: 'additionalResellerEulaUrls',
    attached: 'resellerAttachEulaType',
    order: null,
  },
} as const;

type Terms = Pick<Offer, 'partner' | 'info'>;

const isAbsent = (text: string | undefined): boolean => text === undefined || text === '';

/** The documents of a custom EULA, numbered from 0: its own file, the additional ones, the attached contract. */
const partsOf = ({ partner, info }: Terms, side: EulaSide): (DocumentSource | Fault)[] => {
  const { url, more, attached } = membersOf[side];
  const own = info[url];
  const parts: (DocumentSource | Fault)[] = isAbsent(own) ? [] : [{ path: `info.${url}`, url: own as string }];
  for (const [index, one] of (info[more] ?? []).entries()) {
    if (!isAbsent(one)) parts.push({ path: `info.${more}.${index}`, url: one });
  }
  const type = info[attached];
  if (type === undefined) return parts;
  const contract = findMarketplaceFacts(partner)?.standardContracts[type];
  const path = `info.${attached}`;
  const message = `there is no published ${type} contract of ${partner} that could be attached`;
  parts.push(contract === undefined ? { path, code: 'not_published', message } : { path, url: contract });
  return parts;
};

const orderOf = (info: OfferInfoDocument, side: EulaSide): readonly number[] | undefined => {
  const { order } = membersOf[side];
  const given = order === null ? undefined : info[order];
  return given === undefined || given.length === 0 ? undefined : given;
};

/**
 * Faults in the custom EULA of an offer; empty if it has none or the EULA is complete. Does not fetch the addresses.
 */
export const eulaFaults = (offer: Terms, side: EulaSide): Fault[] => {
  const { type, url, more } = membersOf[side];
  if (offer.info[type] !== 'CUSTOM') return [];
  const parts = partsOf(offer, side);
  const faults = parts.filter((part): part is Fault => 'message' in part);
  if (isAbsent(offer.info[url]))
    faults.push({ path: `info.${url}`, code: 'required', message: 'must be the address of a PDF' });
  if (parts.length > partsMax)
    faults.push({
      path: `info.${more}`,
      code: 'too_many',
      message: `results in more than ${partsMax} documents in total`,
    });
  const order = orderOf(offer.info, side);
  const isComplete = order?.length === parts.length && parts.every((_, index) => order.includes(index));
  if (order && !isComplete) {
    const message = `must name each of the ${parts.length} documents once, counted from 0`;
    faults.push({ path: `info.${membersOf.buyer.order}`, code: 'order', message });
  }
  return faults;
};

/**
 * Faults in the locations of a custom EULA's documents, judging by their addresses only. A partner that fetches the
 * merged file itself must be able to read our storage, or the one file that the client named
 * (`workflows/offer/offer-eula.ts`).
 */
export const placeFaults = (
  offer: Terms,
  side: EulaSide,
  rules: DocumentRules,
  refusedByPartner: ((url: string) => string | null) | undefined,
): Fault[] => {
  const { type, url: own } = membersOf[side];
  if (offer.info[type] !== 'CUSTOM') return [];
  const sources = partsOf(offer, side).filter((part): part is DocumentSource => 'url' in part);
  const [first, ...others] = sources;
  const faults = sources.flatMap(({ path, url }): Fault[] => {
    const reason = rules.refusesAddress(url);
    return reason === null ? [] : [{ path, code: 'address', message: reason }];
  });
  if (faults.length > 0 || !first) return faults;
  const why = refusedByPartner?.(rules.linksAt) ?? null;
  if (why === null || (others.length === 0 && refusedByPartner?.(first.url) === null)) return [];
  return [{ path: `info.${own}`, code: 's3_address', message: `cannot be read: ${why}` }];
};

/** Call `eulaFaults` first: the EULA must have no faults. */
export const eulaOf = (offer: Terms, side: EulaSide): Eula => {
  const type = offer.info[membersOf[side].type];
  const none = (reason: string): Eula => ({ kind: 'none', reason });
  if (type === undefined) return none(`The offer names no EULA${side === 'reseller' ? ' for its reseller' : ''}.`);
  if (type === 'CURRENT')
    return none('The EULA that is in force for the product stays in force; this service does not store it.');
  if (type === 'CUSTOM') {
    const sources = partsOf(offer, side).filter((part): part is DocumentSource => 'url' in part);
    const order = orderOf(offer.info, side);
    return { kind: 'files', sources: order ? order.flatMap((index) => sources[index] ?? []) : sources };
  }
  const url = findMarketplaceFacts(offer.partner)?.standardContracts[type];
  return url === undefined
    ? none(`The ${type} contract of ${offer.partner} is not published at its own address.`)
    : { kind: 'standard', url };
};
