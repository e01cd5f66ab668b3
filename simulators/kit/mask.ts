/** Replaces secrets in a recording. */
export const masked = '(masked)';

/** Names of secrets, in headers, members and form fields. */
const secretName =
  /(^|[-_.[]|[a-z])(authorization|cookie|password|passphrase|secret|api[-_]?key|hmac[-_]?key|private[-_]?key|token|assertion|credential|signature|sig|securelink|bloblocation|card[-_]?number|cvc|cvv|encrypted\w*)\]?$/i;
/** Tokens that are not secrets: they identify a page or a request. */
const harmlessToken = /(next|page|continuation|skip|sync|client|request|idempotency)[-_]?token$/i;
/** Members that hold a card, whose number is in their member `number`. */
const cardNumber = /^(card|paymentMethod|payment_method_data)$/i;
const cardNumberField = /card\]?\[?number\]?$/i;
const jsonWebToken = /^(Bearer )?eyJ[\w-]+\.[\w-]+\.[\w-]*$/;
const textMax = 64 * 1024;

const isSecret = (name: string): boolean => secretName.test(name) && !harmlessToken.test(name);

/** Headers by name, with secret values masked. */
export const maskHeaders = (headers: Record<string, string>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, isSecret(name) || jsonWebToken.test(value) ? masked : value]),
  );

/** The path of an incoming webhook of Slack grants access by its last part. */
const secretPath = /^(\/slack\/services\/[^/]+\/[^/]+\/)[^/]+/;

/** A path as on the wire, without the secret of one that grants access. */
export const maskPath = (path: string): string => path.replace(secretPath, `$1${encodeURIComponent(masked)}`);

/** A query or form body as on the wire, with the values of secret fields masked. */
export const maskPairs = (text: string): string =>
  text
    .split('&')
    .map((pair) => {
      const [name = ''] = pair.split('=', 1);
      const plain = decode(name);
      const value = pair.slice(name.length + 1);
      const isOpen = !isSecret(plain) && !cardNumberField.test(plain) && !jsonWebToken.test(value);
      return isOpen ? pair : `${name}=${encodeURIComponent(masked)}`;
    })
    .join('&');

const decode = (text: string): string => {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
};

/** A body for a recording: parsed if it is JSON, otherwise text; secrets are masked. */
export const maskBody = (text: string, type: string | undefined): unknown => {
  if (text === '') return '';
  if (type?.startsWith('application/x-www-form-urlencoded') && !/^\s*[{[]/.test(text)) return maskPairs(text);
  if (type?.includes('json') || /^\s*[{[]/.test(text)) {
    try {
      return maskValue(JSON.parse(text), '', '');
    } catch {
      // Declared as JSON but invalid; it is recorded as text.
    }
  }
  return text.slice(0, textMax);
};

const maskValue = (value: unknown, name: string, parent: string): unknown => {
  if (Array.isArray(value)) return value.map((item) => maskValue(item, name, parent));
  if (value !== null && typeof value === 'object') {
    return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, maskValue(inner, key, name)]));
  }
  if (typeof value !== 'string') return value;
  const isHidden = isSecret(name) || (name === 'number' && cardNumber.test(parent)) || jsonWebToken.test(value);
  return isHidden ? masked : value;
};
