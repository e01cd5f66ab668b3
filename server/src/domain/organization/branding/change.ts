import type { Branding } from './branding.ts';

/** A change as requests send it: absent members stay, null restores the standard. */
type Change = {
  displayName?: string | null | undefined;
  accentColor?: string | null | undefined;
  logo?: string | null | undefined;
  supportEmail?: string | null | undefined;
  supportUrl?: string | null | undefined;
};

const given = <T>(value: T | undefined, old: T): T => (value === undefined ? old : value);

/** The branding after a change. */
export const changedBy = (old: Branding, change: Change): Branding => ({
  display_name: given(change.displayName, old.display_name),
  accent_color: given(change.accentColor, old.accent_color)?.toLowerCase() ?? null,
  logo: given(change.logo, old.logo),
  support_email: given(change.supportEmail, old.support_email),
  support_url: given(change.supportUrl, old.support_url),
});
