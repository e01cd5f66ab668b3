import { cutText } from '../../../kit/cut-text.ts';
import { escapeHtml } from '../../../kit/escape-html.ts';
import { inLine } from '../../../kit/mail-text.ts';
import { withoutLinks } from '../../../kit/without-links.ts';
import type { Ticket } from '../ticket/ticket.ts';

/** What a mail tells of a ticket; `ADD`: a public comment was added. */
export type TicketNews = 'CREATE' | 'ADD' | 'CLOSE' | 'REOPEN';

type Told = {
  organization: string;
  /** The ticket's TypeID. */
  id: string;
  ticket: Pick<Ticket, 'name' | 'description' | 'priority' | 'status'>;
  author: string;
  comment?: string | undefined;
};

const sentences: Readonly<Record<TicketNews, (author: string) => string>> = {
  CREATE: (author) => `${author} has created a support ticket.`,
  ADD: (author) => `${author} has written:`,
  CLOSE: (author) => `${author} has closed the support ticket.`,
  REOPEN: (author) => `${author} has reopened the support ticket.`,
};

const subjectMax = 200;

/** Several lines of somebody's words. They link nowhere and stay text. */
const inLines = (text: string): string =>
  text
    .split(/\r\n|[\n\r\u2028\u2029]/)
    .map((line) =>
      withoutLinks(line)
        .replaceAll(/\p{Cc}+/gu, ' ')
        .toWellFormed()
        .trimEnd(),
    )
    .join('\n');

const paragraph = (text: string): string => `<p style="white-space:pre-wrap">${escapeHtml(text)}</p>`;

/** The mail about a ticket, as text and as HTML with the same wording. */
export const composeTicketMail = (
  news: TicketNews,
  { organization, id, ticket, author, comment }: Told,
): { subject: string; text: string; html: string } => {
  const name = inLine(ticket.name);
  const words = comment ?? (news === 'CREATE' ? ticket.description : '');
  const paragraphs = [
    sentences[news](inLine(author)),
    ...(words.trim() === '' ? [] : [inLines(words)]),
    `Ticket: ${name}\nPriority: ${ticket.priority}\nStatus: ${ticket.status}\nSupport of: ${inLine(organization)}\nNumber: ${id}`,
  ];
  return {
    subject: cutText(`Support: ${name}`, subjectMax),
    text: `${paragraphs.join('\n\n')}\n`,
    html: `<!doctype html><html><body>${paragraphs.map(paragraph).join('')}</body></html>\n`,
  };
};
