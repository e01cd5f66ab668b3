/** Headers that a webhook may not set: those of the connection, of the body, and those that say who sent it. */
const forbidden = new Set([
  'accept-encoding',
  'connection',
  'cookie',
  'date',
  'expect',
  'host',
  'keep-alive',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
  'user-agent',
  'via',
  'x-signature-256',
]);
const forbiddenBeginnings = ['content-', 'proxy-', 'sec-', 'webhook-', 'x-forwarded-'];

const namePattern = /^[A-Za-z0-9-]{1,64}$/;
const valuePattern = /^[\x21-\x7e](?:[\x20-\x7e]{0,998}[\x21-\x7e])?$/;

export const ownHeadersMax = 10;

const isForbidden = (name: string): boolean =>
  forbidden.has(name) || forbiddenBeginnings.some((beginning) => name.startsWith(beginning));

const faultOf = (name: string, value: string): string | undefined => {
  if (!namePattern.test(name)) return 'is not a header name: 1 to 64 letters, digits and hyphens';
  if (isForbidden(name.toLowerCase())) return 'is a header that the service sets itself';
  if (!valuePattern.test(value)) return 'must be 1 to 1000 printable ASCII characters without blanks around them';
  return undefined;
};

/** What is wrong with headers of a webhook, by their names. */
export const findHeaderFaults = (headers: Readonly<Record<string, string>>): { name: string; message: string }[] => {
  const seen = new Set<string>();
  return Object.entries(headers).flatMap(([name, value]) => {
    const isDouble = seen.has(name.toLowerCase());
    seen.add(name.toLowerCase());
    const message = isDouble ? 'is given more than once' : faultOf(name, value);
    return message === undefined ? [] : [{ name: name.slice(0, 64), message }];
  });
};
