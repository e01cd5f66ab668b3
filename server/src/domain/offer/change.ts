import type { ActCall } from '../../contract/call.ts';
import type { EventName } from '../../contract/events.ts';
import { createRowAdder, createRowChanger, viewOf } from '../../contract/versioned-rows.ts';
import type { OfferWithContacts } from './offer.ts';
import { followMembers } from './offer-set/change.ts';
import { insertOffer, updateOfferRow } from './store.ts';
import { type OfferView, viewOffer } from './view.ts';

const kind = { type: 'offer', view: viewOffer } as const;
const writeChange = createRowChanger({ ...kind, update: updateOfferRow });

/** Inserts a new offer and returns its view. */
export const addOffer = viewOf(createRowAdder({ ...kind, insert: insertOffer }));

/**
 * Writes a changed offer as its next version and returns its view. The set that contains the offer follows
 * (`offerSetFollows`).
 */
export const changeOffer = async (
  call: ActCall,
  old: OfferWithContacts,
  change: Partial<OfferWithContacts>,
  event: EventName,
): Promise<OfferView> => {
  const { row, view } = await writeChange(call, old, change, event);
  if (old.offer_set_id !== null && row.status !== old.status) await followMembers(call, old.offer_set_id);
  return view;
};
