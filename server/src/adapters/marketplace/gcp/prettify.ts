/** Explains Google's error codes in sentences that tell a seller what to do. */
const sentences: Readonly<Record<string, string>> = {
  PERMISSION_DENIED: 'The service account of the connection may not do this: check its roles and the provider id.',
  UNAUTHENTICATED: 'Google does not accept the service account of the connection.',
  invalid_grant: 'Google does not accept the key of the service account.',
  FAILED_PRECONDITION: 'Google Cloud does not allow this in its current state.',
  NOT_FOUND: 'It does not exist in Google Cloud.',
  RESOURCE_EXHAUSTED: 'A quota of Google Cloud is used up; the service will try again later.',
  UNIMPLEMENTED: 'Google Cloud has no API for this.',
  NOT_PUBLISHED: 'Google Cloud did not publish the offer.',
  UNKNOWN_PLAN: 'The product has no such plan that can be bought now.',
  UnreadableKey: 'The private key of the connection cannot be read.',
};

/** Fields of private offers that have other names in our API. */
const fields: readonly (readonly [RegExp, string])[] = [
  [/accept_?deadline_?time/i, 'expireTime'],
  [/customer\.?target_?billing_?account/i, 'the billing account of the customer'],
  [/partner_?contact/i, 'the contact of the provider'],
  [/base_?standard_?offer/i, 'the plan'],
  [/documents/i, 'the EULA'],
];

/** A readable sentence for an error of Google, or Google's own words if they say more. */
export const prettifyGcpError = ({ code, message }: { code: string; message: string }): string => {
  if (code === 'INVALID_ARGUMENT') {
    const [, field = '', said = ''] = /^(?:private_offer\.)?([\w.[\]]+): (.+)$/s.exec(message) ?? [];
    const known = fields.find(([pattern]) => pattern.test(field))?.[1];
    return known === undefined ? message || code : `Google Cloud does not accept ${known}: ${said}`;
  }
  return sentences[code] ?? (message === '' ? code : message);
};
