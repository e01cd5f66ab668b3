import { type ComponentType, lazy } from 'react';

type ExtraProps = {
  /** The subject of the act. */
  subject?: Record<string, unknown>;
  /** The values of the other fields. */
  values: Record<string, unknown>;
  /** The values of a body that is a list. */
  items: readonly unknown[];
  onChange: (items: readonly unknown[] | undefined) => void;
};

/** Replaces the field of a body that is a list, if the document alone does not describe it sufficiently. */
export const extras: Readonly<Record<string, ComponentType<ExtraProps>>> = {
  SendOfferNotifications: lazy(async () => ({ default: (await import('../offers/offer-mail.tsx')).OfferMail })),
};
