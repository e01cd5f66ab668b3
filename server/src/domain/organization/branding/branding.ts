import { type Color, textOn } from './colors.ts';

/** How an organization shows itself to its buyers. A member that is null has its standard. */
export type Branding = {
  /** Instead of the name of the organization. */
  display_name: string | null;
  /** `#rrggbb`, in small letters. */
  accent_color: string | null;
  /** A `data:` URL of a small PNG or JPEG. */
  logo: string | null;
  support_email: string | null;
  support_url: string | null;
};

export type KeptBranding = Branding & { last_update_time: Date | null; version: number };

/** The branding of an organization that has chosen nothing. */
export const plainBranding: KeptBranding = {
  display_name: null,
  accent_color: null,
  logo: null,
  support_email: null,
  support_url: null,
  last_update_time: null,
  version: 0,
};

/** The seller, as buyers see it. */
export type Seller = {
  name: string;
  accentColor: Color | null;
  /** The accent colour as a bar, with the colour of the text on it. */
  barColors: { bar: Color; text: Color } | null;
  logo: string | null;
  supportEmail: string | null;
  supportUrl: string | null;
};

/** Without characters that cannot be seen: names of organizations may hold some that turn the text around them. */
const seen = (name: string): string => name.replaceAll(/[\p{Cc}\p{Cf}\u2028\u2029]/gu, '').trim() || 'The seller';

/** The seller that buyers see: the organization's own name where its branding names no other. */
export const sellerOf = (organization: string, branding: Branding): Seller => ({
  name: seen(branding.display_name ?? organization),
  accentColor: branding.accent_color,
  barColors:
    branding.accent_color === null ? null : { bar: branding.accent_color, text: textOn(branding.accent_color) },
  logo: branding.logo,
  supportEmail: branding.support_email,
  supportUrl: branding.support_url,
});

/**
 * Where replies of buyers go: only to an address that every mail server takes in a header. With letters beyond ASCII
 * before the @, many would refuse the whole mail (RFC 6532).
 */
export const replyAddressOf = (supportEmail: string | null): string | null =>
  supportEmail !== null && /^[\x21-\x7e]+@/.test(supportEmail) ? supportEmail : null;

/** What the seller should know of an address that mails do not name. */
export const replyHints = (supportEmail: string | null): string[] =>
  supportEmail === null || replyAddressOf(supportEmail) !== null
    ? []
    : [
        `Mails about offers do not name ${supportEmail} as their reply address: many mail servers refuse mails that name one with characters beyond ASCII before the @. The landing page shows it.`,
      ];
