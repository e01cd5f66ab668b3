/** Shorter values are no secrets, and replacing them would blot out words. */
const secretMin = 6;
/** The beginning of a secret at the end of a cut text gives nothing away if it is shorter. */
const beginningMin = 8;
const messageMax = 500;

/** Credentials that name a place at the partner: a message that says which one is of use. */
const plainMembers: ReadonlySet<string> = new Set([
  'catalog',
  'feedBucket',
  'feedBucketRegion',
  'feedPrefix',
  'livePrefix',
  'merchantAccount',
  'projectId',
  'pushAudience',
  'pushServiceAccount',
  'reportBucket',
  'reportPrefix',
  'signUpAudience',
]);

/** The values among credentials that are secret, or identify whom they belong to. */
export const secretsOf = (credentials: Readonly<Record<string, string>>): string[] =>
  Object.entries(credentials).flatMap(([name, value]) => (plainMembers.has(name) ? [] : [value]));

const unicodeEscape = (sign: string): string => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`;
const percentEscape = (sign: string): string => `%${sign.charCodeAt(0).toString(16)}`;

/** How text stands in JSON: as JavaScript, Python, PHP, Go and .NET write it. */
const jsonWriters: readonly ((json: string) => string)[] = [
  (json) => json,
  (json) => json.replaceAll(/[^\x20-\x7e]/g, unicodeEscape),
  (json) => json.replaceAll('/', '\\/').replaceAll(/[^\x20-\x7e]/g, unicodeEscape),
  (json) => json.replaceAll(/[<>&]/g, unicodeEscape),
  (json) => json.replaceAll('\\"', '"').replaceAll(/["&'+<>`]|[^\x20-\x7e]/g, unicodeEscape),
];

/** The same for HTML: quotes are written in several ways. */
const quotes: readonly { double: string; single: string }[] = [
  { double: '&quot;', single: '&#39;' },
  { double: '&quot;', single: '&#x27;' },
  { double: '&#34;', single: '&#39;' },
  { double: '&quot;', single: '&apos;' },
  { double: '"', single: "'" },
];

const jsonOf = (text: string): string => JSON.stringify(text).slice(1, -1);

/**
 * As a partner, or a gateway before it, may repeat a value: in an address, in a form, in JSON, in JSON that is a text in JSON, on an
 * HTML page, in a header of Basic, in a mail server's dialog.
 */
const formsOf = (value: string): string[] => {
  const encoded = encodeURIComponent(value.toWellFormed());
  const json = jsonWriters.map((write) => write(jsonOf(value)));
  return [
    value,
    encoded,
    encoded.replaceAll(/[!'()*~]/g, percentEscape),
    new URLSearchParams({ '': value }).toString().slice(1),
    ...json,
    ...json.map(jsonOf),
    ...quotes.map(({ double, single }) =>
      value
        .replaceAll('&', '&amp;')
        .replaceAll('<', '&lt;')
        .replaceAll('>', '&gt;')
        .replaceAll('"', double)
        .replaceAll("'", single),
    ),
    Buffer.from(value).toString('base64').replace(/=+$/, ''),
    Buffer.from(value).toString('base64url'),
  ];
};

/** A text may have been cut within a secret. */
const withoutBeginning = (text: string, form: string): string => {
  const end = text.slice(-beginningMin);
  if (end.length < beginningMin) return text;
  for (let at = form.lastIndexOf(end); at >= 0; at = at === 0 ? -1 : form.lastIndexOf(end, at - 1)) {
    const beginning = form.slice(0, at + beginningMin);
    if (text.endsWith(beginning)) return `${text.slice(0, -beginning.length)}***`;
  }
  return text;
};

/** Each place of a form, in small letters or capitals: hexadecimal digits are written in both. */
const placesOf = (form: string): RegExp => new RegExp(form.replaceAll(/[\\^$.*+?()[\]{}|/-]/g, '\\$&'), 'gi');

type Hide = (text: string) => string;

const hiderOf = (secrets: readonly string[]): Hide => {
  const forms = new Set(secrets.filter((value) => value.length >= secretMin).flatMap(formsOf));
  // The longest first: one secret may be a part of another.
  const searches = [...forms]
    .sort((left, right) => right.length - left.length)
    .map((form) => ({ form, places: placesOf(form) }));
  return (text) =>
    searches.reduce((clean, { form, places }) => withoutBeginning(clean.replaceAll(places, '***'), form), text);
};

/** A text of a partner without what it repeats of these values, in any of the forms that they are sent in. */
export const hideSecrets = (text: string, secrets: readonly string[]): string => hiderOf(secrets)(text);

/** What a partner said, safe to show: some partners repeat what they were sent. */
export const withoutSecrets = (text: string, credentials: Readonly<Record<string, string>>): string =>
  hideSecrets(text, secretsOf(credentials))
    .replaceAll(/\p{Cc}+/gu, ' ')
    .slice(0, messageMax)
    .toWellFormed();

const hideIn = (said: unknown, hide: Hide): unknown => {
  if (typeof said === 'string') return hide(said);
  if (Array.isArray(said)) return said.map((one) => hideIn(one, hide));
  if (typeof said !== 'object' || said === null || Object.getPrototypeOf(said) !== Object.prototype) return said;
  return Object.fromEntries(Object.entries(said).map(([name, one]) => [hide(name), hideIn(one, hide)]));
};

/** The same for each text in what a partner said about a failure. */
export const hideSecretsIn = (said: unknown, secrets: readonly string[]): unknown => hideIn(said, hiderOf(secrets));

/** The members of our errors that have a partner's words. */
const spoken = ['message', 'stack', 'code', 'partnerCode', 'details', 'failure', 'response'] as const;

/**
 * Takes secrets out of an error before anyone sees it: what it says is stored in the history of the run and logged. The
 * error is changed and returned, as its identity and type matter to those who handle it.
 */
export const cleanError = (thrown: unknown, secrets: readonly string[]): unknown => {
  const hide = hiderOf(secrets);
  for (let error = thrown, depth = 0; error instanceof Error && depth < 5; error = error.cause, depth += 1) {
    for (const name of spoken) {
      const said: unknown = Reflect.get(error, name);
      const clean = said === undefined ? said : hideIn(said, hide);
      // A member that cannot be set belongs to an error of the platform.
      if (JSON.stringify(clean) !== JSON.stringify(said)) Reflect.set(error, name, clean);
    }
  }
  return thrown;
};

const secretHeader = /^(proxy-)?authorization$|(api-key|token|secret)$/i;
const secretField = /secret|token|password|assertion|^code$/i;

/** The secrets of a request: those of its headers, and of the fields of its form. */
export const secretsSent = ({
  headers = {},
  form = {},
}: {
  headers?: Readonly<Record<string, string>> | undefined;
  form?: Readonly<Record<string, string>> | undefined;
}): string[] => [
  ...Object.entries(headers).flatMap(([name, value]) => {
    if (!secretHeader.test(name)) return [];
    const [, scheme = '', credentials = ''] = /^(\S+) +(.*)$/.exec(value) ?? [];
    const decoded = scheme.toLowerCase() === 'basic' ? Buffer.from(credentials, 'base64').toString('utf8') : '';
    return [value, credentials, decoded, decoded.slice(decoded.indexOf(':') + 1)];
  }),
  ...Object.entries(form).flatMap(([name, value]) => (secretField.test(name) ? [value] : [])),
];
