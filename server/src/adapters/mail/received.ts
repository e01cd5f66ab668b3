import PostalMime, { type Address, type Attachment, addressParser, type Email } from 'postal-mime';

import { cutText } from '../../kit/cut-text.ts';

/** A file that came with a mail. */
export type MailFile = { name: string; bytes: Uint8Array };

/** A mail as it was received. */
export type ReceivedMail = {
  /** The address in `From`; null unless it names exactly one, which a mail provider can check (RFC 7489, 6.6.1). */
  from: string | null;
  /** Every address that it was sent to, as far as its headers say. */
  recipients: string[];
  /** `Message-ID` without brackets; null if it has none. */
  messageId: string | null;
  /** At most 200,000 characters of it. */
  text: string;
  files: MailFile[];
  /** Sent by a program: an out-of-office reply, a bounce, a mailing list. Answering it could start a loop. */
  isAutomatic: boolean;
};

/** Headers that mark mails of programs (RFC 3834, RFC 2076, RFC 2919, and what servers add besides). */
const automatic: readonly { header: string; says: RegExp }[] = [
  { header: 'auto-submitted', says: /^(?!\s*no\s*(;|$))/i },
  { header: 'precedence', says: /^\s*(bulk|junk|list|auto_reply)\b/i },
  { header: 'x-autoreply', says: /./ },
  { header: 'x-autorespond', says: /./ },
  { header: 'list-id', says: /./ },
  { header: 'return-path', says: /^\s*<\s*>/ },
  { header: 'content-type', says: /^\s*multipart\/report\b/i },
];

const recipientHeaders = ['delivered-to', 'x-original-to', 'envelope-to', 'x-forwarded-to'];

const addressesOf = (addresses: readonly Address[] = []): string[] =>
  addresses.flatMap((one) => (one.group ? one.group.map(({ address }) => address) : [one.address]));

const bareOf = (text: string): string => text.trim().replace(/^<|>$/g, '');

/** A comment holds a tenth of it; the rest of a longer text is quotations. */
const textMax = 200_000;

const entities: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
};

/** Where a pattern is found next. Positions must not decrease: the whole text is searched once, however many there are. */
const searchIn = (text: string, pattern: RegExp): ((from: number) => { start: number; end: number } | null) => {
  let found: { start: number; end: number } | null = { start: -1, end: 0 };
  return (from) => {
    if (found && found.start < from) {
      pattern.lastIndex = from;
      const match = pattern.exec(text);
      found = match && { start: match.index, end: pattern.lastIndex };
    }
    return found;
  };
};

/** Elements that show nothing; they are left out with all that is in them. */
const unshown = /^<(script|style|head|title)\b/i;
/** Tags at which a line ends. */
const endsLine = /^<(?:br\b|\/(?:p|div|tr|li|h[1-6]|blockquote|pre)\s*>)/i;
/** More than the name of any tag above. */
const tagCharacters = 20;

/** The text between the tags, with a line end for each tag that ends a line. Takes time in proportion to the text, whatever is in it. */
const withoutTags = (html: string): string => {
  const [nextOpen, nextClose] = [searchIn(html, /</g), searchIn(html, />/g)];
  const nextCommentEnd = searchIn(html, /-->/g);
  const ends = new Map<string, ReturnType<typeof searchIn>>();
  const endOfElement = (name: string, from: number): number | undefined => {
    const next = ends.get(name) ?? searchIn(html, new RegExp(`</${name}\\s*>`, 'gi'));
    ends.set(name, next);
    return next(from)?.end;
  };
  const pieces: string[] = [];
  let at = 0;
  for (let open = nextOpen(at); open; open = nextOpen(at)) {
    const { start } = open;
    const close = nextClose(start);
    if (!close) break;
    const tag = html.slice(start, start + tagCharacters);
    const name = unshown.exec(tag)?.[1]?.toLowerCase();
    const end = tag.startsWith('<!--') ? nextCommentEnd(start + 4)?.end : name && endOfElement(name, start);
    pieces.push(html.slice(at, start), end === undefined && endsLine.test(html.slice(start, close.end)) ? '\n' : '');
    at = end || close.end;
  }
  pieces.push(html.slice(at));
  return pieces.join('');
};

/** The words of an HTML mail. Nothing of it is ever shown as HTML. */
const wordsOf = (html: string): string =>
  withoutTags(html.replaceAll(/[ \t\r\n]+/g, ' '))
    .replaceAll(/&#(\d{1,7});/g, (_, code: string) => String.fromCodePoint(Math.min(Number(code), 0x10ffff)))
    .replaceAll(/&#x([0-9a-f]{1,6});/gi, (_, code: string) =>
      String.fromCodePoint(Math.min(Number.parseInt(code, 16), 0x10ffff)),
    )
    .replaceAll(/&([a-z]+);/gi, (whole, name: string) => entities[name.toLowerCase()] ?? whole)
    .split('\n')
    .map((line) => line.trim())
    .join('\n')
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim();

const bytesOf = ({ content }: Attachment): Uint8Array =>
  typeof content === 'string' ? Buffer.from(content) : new Uint8Array(content);

const fileOf = (attachment: Attachment, index: number): MailFile => ({
  name: attachment.filename ?? `attachment-${index + 1}`,
  bytes: bytesOf(attachment),
});

const receivedOf = (email: Email): ReceivedMail => {
  const headers = email.headers.map(({ key, value }) => ({ key, value }));
  const valuesOf = (name: string): string[] => headers.filter(({ key }) => key === name).map(({ value }) => value);
  // The parser's own `from` is the first of several addresses.
  const [sender, ...others] = valuesOf('from').flatMap((value) => addressParser(value));
  return {
    from: sender?.address && others.length === 0 ? sender.address : null,
    recipients: [...addressesOf(email.to), ...addressesOf(email.cc), ...recipientHeaders.flatMap(valuesOf).map(bareOf)],
    messageId: email.messageId ? bareOf(email.messageId) : null,
    text: cutText(email.text ?? (email.html === undefined ? '' : wordsOf(email.html)), textMax),
    files: email.attachments.filter(({ content }) => bytesOf({ content } as Attachment).byteLength > 0).map(fileOf),
    isAutomatic: automatic.some(({ header, says }) => valuesOf(header).some((value) => says.test(value))),
  };
};

/** The parser's own limit of headers. */
const headBytesMax = 2 * 1024 * 1024;

/** The headers of a mail with the empty line that ends them: all that says from whom it is, to whom, and whether a program sent it. */
export const headOf = (raw: Buffer): Buffer => {
  const most = raw.subarray(0, headBytesMax);
  const end = /\n\r*\n/.exec(most.toString('latin1'));
  return end ? most.subarray(0, end.index + end[0].length) : most;
};

/** No mail of a person has so many. The parser takes a second for them. */
const partsMax = 10_000;

/** Whether so many lines begin as the boundary of a part does (RFC 2046, 5.1.1). Reads the bytes once. */
const hasTooManyParts = (raw: Buffer): boolean => {
  let count = 0;
  for (let at = raw.indexOf('\n--'); at !== -1; at = raw.indexOf('\n--', at + 3)) {
    count += 1;
    if (count > partsMax) return true;
  }
  return false;
};

/** Reads a mail (RFC 5322, MIME). Takes up to a second for a large one: see `read-mail.ts`. Throws for one of too many parts. */
export const parseMail = async (raw: Uint8Array): Promise<ReceivedMail> => {
  if (hasTooManyParts(Buffer.from(raw.buffer, raw.byteOffset, raw.byteLength)))
    throw new Error(`The mail has more than ${partsMax} parts.`);
  return receivedOf(await PostalMime.parse(raw));
};
