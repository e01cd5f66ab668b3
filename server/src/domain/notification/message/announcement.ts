import { cutText } from '../../../kit/cut-text.ts';
import { escapeHtml } from '../../../kit/escape-html.ts';
import { inLine, minute } from '../../../kit/mail-text.ts';
import type { AnnouncedOffer } from './store.ts';

/** The content of an offer announcement. Its texts come from the organization and the receiver. */
export type Announcement = {
  organization: string;
  offer: string;
  product: string | null;
  expireTime: Date | null;
  /** Where the offer can be accepted. */
  url: string | null;
  receiver: string;
};

/** The announcement of an offer to somebody with that name. */
export const announcementOf = (
  { organization, name, product, expire_time: expireTime, url }: AnnouncedOffer,
  receiver: string,
): Announcement => ({ organization, offer: name, product, expireTime, url, receiver });

const webAddress = (url: string | null): string | null =>
  url !== null && /^https?:\/\/[^\s"'<>]+$/.test(url) && URL.canParse(url) ? url : null;

const subjectMax = 200;

/** The mail that announces an offer to a contact, as text and as HTML with the same wording. */
export const composeAnnouncement = (given: Announcement): { subject: string; text: string; html: string } => {
  const organization = inLine(given.organization);
  const offer = inLine(given.offer);
  const facts: [string, string][] = [
    ['Offer', offer],
    ...(given.product === null ? [] : [['Product', inLine(given.product)] as [string, string]]),
    ...(given.expireTime === null ? [] : [['Open until', minute(given.expireTime)] as [string, string]]),
  ];
  const url = webAddress(given.url);
  const hello = given.receiver.trim() === '' ? 'Hello,' : `Hello ${inLine(given.receiver)},`;
  const intro = `${organization} has made you an offer.`;
  const how =
    url === null ? 'You find it among the private offers of your marketplace account.' : 'Read and accept it here:';
  const text = [
    hello,
    '',
    intro,
    '',
    ...facts.map(([name, value]) => `${name}: ${value}`),
    '',
    how,
    ...(url === null ? [] : [url]),
    '',
  ].join('\n');
  const rows = facts.map(([name, value]) => `<tr><th align="left">${name}</th><td>${escapeHtml(value)}</td></tr>`);
  const link = url === null ? '' : `<p><a href="${escapeHtml(url)}">${escapeHtml(url)}</a></p>`;
  const html =
    `<!doctype html><html><body><p>${escapeHtml(hello)}</p><p>${escapeHtml(intro)}</p>` +
    `<table cellpadding="4">${rows.join('')}</table><p>${how}</p>${link}</body></html>\n`;
  return { subject: cutText(`Offer from ${organization}: ${offer}`, subjectMax), text, html };
};
