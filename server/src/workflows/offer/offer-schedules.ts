import { announceExpiry, announceStart } from '../../domain/offer/actions/announce-times.ts';
import { spreadDays } from '../../domain/offer/actions/change-expiry-notice.ts';
import { startExpiry } from '../../domain/offer/actions/start-expiry.ts';
import { expireSoonKind, expiryKind, startKind } from '../../domain/offer/expiry.ts';
import { spreadDaysKind } from '../../domain/offer/expiry-notice/expiry-notice.ts';
import { offerSetFollows } from '../../domain/offer/offer-set/change.ts';
import type { DueHandler } from '../../engine/due.ts';

/** The times of offers; their acts write and remove the due rows (`watchTimes`). */
export const offerDueHandlers: readonly DueHandler[] = [
  { kind: expiryKind, entity: 'offer', emits: ['offer.expired', ...offerSetFollows], act: startExpiry },
  { kind: expireSoonKind, entity: 'offer', emits: ['offer.expire_soon'], act: announceExpiry },
  // Written when an organization changes how many days before.
  { kind: spreadDaysKind, emits: [], act: spreadDays },
  { kind: startKind, entity: 'offer', emits: ['offer.started'], act: announceStart },
];
