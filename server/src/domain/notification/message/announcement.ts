import { cutText } from '../../../kit/cut-text.ts';
import { escapeHtml } from '../../../kit/escape-html.ts';
import { inLine, minute } from '../../../kit/mail-text.ts';

/** A part of the table of a mail: a heading, if it has one, and lines of label and value. */
export type Part = { title: string; lines: readonly (readonly [label: string, value: string])[] };

/** The content of an offer announcement. Its texts come from the organization and the receiver. */
export type Announcement = {
  seller: string;
  /** `#rrggbb` of the bar with the seller's name, and of the text on it. */
  colors: { bar: string; text: string } | null;
  /** Whether replies reach the seller. */
  isAnswerable: boolean;
  offer: string;
  product: string | null;
  expireTime: Date | null;
  /** Where the offer can be accepted. */
  url: string | null;
  receiver: string;
  /** What the seller wrote for this notification. */
  personalLine: string | null;
  /** Price, payments and terms. Parts without lines are left out. */
  parts: readonly Part[];
};

const webAddress = (url: string | null): string | null =>
  url !== null && /^https?:\/\/[^\s"'<>\p{Cf}]+$/u.test(url) && URL.canParse(url) ? url : null;

const subjectMax = 200;

/** Parts as text: a heading with its lines below it, so that it reads well in any font. */
const textOf = ({ title, lines }: Part): string[] => [
  ...(title === '' ? [] : [title]),
  ...lines.map(([label, value]) => `${title === '' ? '' : '- '}${label}: ${value}`),
  '',
];

const rowsOf = ({ title, lines }: Part): string[] => [
  ...(title === ''
    ? []
    : [`<tr><th colspan="2" scope="rowgroup" align="left" style="padding-top:16px">${escapeHtml(title)}</th></tr>`]),
  ...lines.map(
    ([label, value]) =>
      `<tr><th scope="row" align="left" valign="top" style="font-weight:normal;color:#50555f">${escapeHtml(label)}</th>` +
      `<td valign="top">${escapeHtml(value)}</td></tr>`,
  ),
];

const barOf = ({ colors }: Announcement, seller: string): string =>
  colors === null
    ? ''
    : `<p style="margin:0 0 16px;padding:12px 16px;background:${colors.bar};color:${colors.text};font-weight:bold">${escapeHtml(seller)}</p>`;

/** The mail that announces an offer to a contact, as text and as HTML with the same wording. */
export const composeAnnouncement = (given: Announcement): { subject: string; text: string; html: string } => {
  const seller = inLine(given.seller);
  const offer = inLine(given.offer);
  const facts: Part = {
    title: '',
    lines: [
      ['Offer', offer],
      ...(given.product === null ? [] : [['Product', inLine(given.product)] as const]),
      ...(given.expireTime === null ? [] : [['Open until', minute(given.expireTime)] as const]),
    ],
  };
  const parts = [facts, ...given.parts.filter(({ lines }) => lines.length > 0)];
  const url = webAddress(given.url);
  const hello = given.receiver.trim() === '' ? 'Hello,' : `Hello ${inLine(given.receiver)},`;
  const intro = `${seller} has made you an offer.`;
  const personal = inLine(given.personalLine ?? '');
  const how =
    url === null ? 'You can find it among the private offers of your marketplace account.' : 'Read and accept it here:';
  const binding = 'The terms shown in the marketplace are binding; taxes are not included.';
  const answer = given.isAnswerable ? `Questions? Reply to this mail: it reaches ${seller}.` : '';
  const text = [
    hello,
    '',
    intro,
    '',
    ...(personal === '' ? [] : [personal, '']),
    ...parts.flatMap(textOf),
    how,
    ...(url === null ? [] : [url]),
    '',
    binding,
    ...(answer === '' ? [] : [answer]),
    '',
  ].join('\n');
  const paragraph = (content: string): string => (content === '' ? '' : `<p>${escapeHtml(content)}</p>`);
  const link = url === null ? '' : `<p><a href="${escapeHtml(url)}">${escapeHtml(url)}</a></p>`;
  const html =
    '<!doctype html><html lang="en"><head><meta charset="utf-8">' +
    `<meta name="viewport" content="width=device-width, initial-scale=1"><title>${escapeHtml(offer)}</title></head>` +
    '<body style="font-family:sans-serif;line-height:1.5;overflow-wrap:anywhere">' +
    barOf(given, seller) +
    paragraph(hello) +
    paragraph(intro) +
    paragraph(personal) +
    `<table cellpadding="4">${parts.flatMap(rowsOf).join('')}</table>` +
    `<p>${how}</p>${link}${paragraph(binding)}${paragraph(answer)}</body></html>\n`;
  return { subject: cutText(`Offer from ${seller}: ${offer}`, subjectMax), text, html };
};
