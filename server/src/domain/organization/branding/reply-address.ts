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
