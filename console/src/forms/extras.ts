import { type ComponentType, lazy } from 'react';

type ExtraProps = {
  /** What the act is done to. */
  subject?: Record<string, unknown>;
  /** The values of the other fields. */
  values: Record<string, unknown>;
  /** The values of a body that is a list. */
  items: readonly unknown[];
  onChange: (items: readonly unknown[] | undefined) => void;
};

/** What stands in a form for the field of a body that is a list, where the document alone does not say enough. */
export const extras: Readonly<Record<string, ComponentType<ExtraProps>>> = {
  SendOfferNotifications: lazy(async () => ({ default: (await import('../offers/offer-mail.tsx')).OfferMail })),
};
