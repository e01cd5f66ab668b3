import type { ActCall } from '../../contract/call.ts';
import type { EventName } from '../../contract/events.ts';
import { createRowAdder, createRowChanger, viewOf } from '../../contract/versioned-rows.ts';
import type { OfferWithContacts } from './offer.ts';
import { followMembers } from './offer-set/change.ts';
import { offerIs } from './states.ts';
import { insertOffer, updateOfferRow } from './store.ts';
import { type OfferView, viewOffer } from './view.ts';

const kind = { type: 'offer', view: viewOffer } as const;
const writeChange = createRowChanger({ ...kind, update: updateOfferRow });

/** Inserts a new offer and returns its view. */
export const addOffer = viewOf(createRowAdder({ ...kind, insert: insertOffer }));

/**
 * Writes a changed offer as its next version and returns its view. The set that contains the offer follows
 * (`offerSetFollows`). A read during one of our own changes advances `partner_version` even if it makes no
 * transition. When the change ends, the version is set back by one, so that the next read is applied again.
 */
export const changeOffer = async (
  call: ActCall,
  old: OfferWithContacts,
  change: Partial<OfferWithContacts>,
  event: EventName,
): Promise<OfferView> => {
  const ends = offerIs.underWay(old.status) && !offerIs.underWay(change.status ?? old.status);
  const version = ends && old.partner_version !== null ? { partner_version: old.partner_version - 1 } : {};
  const { row, view } = await writeChange(call, old, { ...version, ...change }, event);
  if (old.offer_set_id !== null && row.status !== old.status) await followMembers(call, old.offer_set_id);
  return view;
};
