/** The parts of a mail that people read. `html` is the sender's: it is shown in a frame without permissions. */
export type ReadMail = { from: string; to: string; subject: string; date: string; text: string; html: string };

type Part = { headers: Map<string, string>; body: string };

/** RFC 5322: header fields, unfolded; the body begins after the first empty line. */
const partOf = (raw: string): Part => {
  const end = /\r?\n\r?\n/.exec(raw);
  const head = end ? raw.slice(0, end.index) : raw;
  const headers = new Map<string, string>();
  for (const line of head.replaceAll(/\r?\n[ \t]+/g, ' ').split(/\r?\n/)) {
    const colon = line.indexOf(':');
    if (colon > 0) headers.set(line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim());
  }
  return { headers, body: end ? raw.slice(end.index + end[0].length) : '' };
};

const hexBytes = (text: string, sign: RegExp): Buffer =>
  Buffer.from(
    text.replaceAll(sign, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
    'latin1',
  );

/** RFC 2047: words such as `=?UTF-8?Q?Gr=C3=BC=C3=9Fe?=`; spaces between two of them are ignored. */
const decodeWords = (text: string): string =>
  text
    .replaceAll(/\?=\s+=\?/g, '?==?')
    .replaceAll(/=\?[\w-]+\?([BQ])\?([^?]*)\?=/gi, (_, kind: string, word: string) =>
      kind.toUpperCase() === 'B'
        ? Buffer.from(word, 'base64').toString('utf8')
        : hexBytes(word.replaceAll('_', ' '), /=([0-9A-F]{2})/gi).toString('utf8'),
    );

const contentOf = ({ headers, body }: Part): string => {
  const encoding = headers.get('content-transfer-encoding')?.toLowerCase();
  if (encoding === 'base64') return Buffer.from(body, 'base64').toString('utf8');
  // The file was read as Latin-1, one byte per character.
  if (encoding === 'quoted-printable')
    return hexBytes(body.replaceAll(/=[ \t]*\r?\n/g, ''), /=([0-9A-F]{2})/gi).toString('utf8');
  return Buffer.from(body, 'latin1').toString('utf8');
};

const depthMax = 3;

/** The first part with text of a type. */
const findContent = (part: Part, kind: string, depth = 0): string | undefined => {
  const type = part.headers.get('content-type') ?? 'text/plain';
  if (type.toLowerCase().startsWith(kind)) return contentOf(part);
  const [, quoted, plain] = /boundary=(?:"([^"]+)"|([^\s;]+))/i.exec(type) ?? [];
  const boundary = quoted ?? plain;
  if (boundary === undefined || depth === depthMax) return undefined;
  for (const piece of part.body.split(`--${boundary}`).slice(1)) {
    const found = piece.startsWith('--')
      ? undefined
      : findContent(partOf(piece.replace(/^\r?\n/, '')), kind, depth + 1);
    if (found !== undefined) return found;
  }
  return undefined;
};

/** Parses a mail; malformed parts are left empty. */
export const readMail = (bytes: Buffer): ReadMail => {
  const mail = partOf(bytes.toString('latin1'));
  const header = (name: string): string => decodeWords(mail.headers.get(name) ?? '');
  return {
    from: header('from'),
    to: header('to'),
    subject: header('subject'),
    date: header('date'),
    text: findContent(mail, 'text/plain') ?? '',
    html: findContent(mail, 'text/html') ?? '',
  };
};
