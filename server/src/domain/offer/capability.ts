import { Refusal } from '../../kit/errors.ts';
import type { Offer } from './offer.ts';

/** What can be done with offers at which marketplace; a marketplace that is not named cannot. */
const capabilities = {
  create: { possible: ['AWS'], passive: 'created' },
  cancel: { possible: ['AWS'], passive: 'cancelled' },
} as const satisfies Record<string, { possible: readonly Offer['partner'][]; passive: string }>;

/** 409 that names the marketplaces where it can be done. */
export const refuseUnlessPossible = (capability: keyof typeof capabilities, partner: Offer['partner']): void => {
  const { possible, passive }: { possible: readonly string[]; passive: string } = capabilities[capability];
  if (possible.includes(partner)) return;
  throw new Refusal(
    'Conflict',
    `Offers of ${partner} cannot be ${passive} from here; those of ${possible.join(', ')} can.`,
    {
      capability: `offer.${capability}`,
      partner,
      possible,
    },
  );
};

/** AWS withdraws private offers only: what can be bought repeatedly goes on, and single purchases can be ended. */
export const refuseRepeatable = ({ partner, status }: Pick<Offer, 'partner' | 'status'>): void => {
  if (status !== 'ACTIVE' && status !== 'USED') return;
  throw new Refusal(
    'Conflict',
    `${partner} does not stop a repeatedly buyable offer; use entitlement/{id}/cancel for a purchase.`,
    {
      capability: 'offer.cancel',
      partner,
      possible: ['entitlement/{id}/cancel'],
    },
  );
};
