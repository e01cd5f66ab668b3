import { cutText } from '../../../kit/cut-text.ts';
import { escapeHtml } from '../../../kit/escape-html.ts';
import { inLine, minute } from '../../../kit/mail-text.ts';
import type { MailTemplate } from '../notification-config/notification-config.ts';
import type { NotificationEvent } from '../notification-event/notification-event.ts';
import { renderHtml, renderText, type TemplateView } from './template.ts';

export type NoticeMail = { subject: string; text: string; html: string };

/** A notice: an event, where the thing itself is, and whose organization it is. */
export type Notice = { event: NotificationEvent; link: string; organization: string };

const subjectMax = 200;
/** A template that repeats its values makes no longer text than this: mail programs cut what is longer than 100 KB. */
const contentMax = 50_000;

/** What is listed with the sentence, as label and value. */
export const factsOf = ({ event }: Pick<Notice, 'event'>): [label: string, value: string][] =>
  (
    [
      ['Status', inLine(event.entity_status)],
      ['Marketplace or partner', event.partner],
      ['Priority', event.priority],
      ['By', inLine(event.actor.name)],
      ['Time', minute(event.creation_time)],
    ] satisfies [string, string][]
  ).filter(([, value]) => value !== '');

const page = (title: string, body: string): string =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${escapeHtml(title)}</title></head>` +
  `<body style="font-family:sans-serif;line-height:1.5">${body}</body></html>\n`;

const linkHtml = (link: string): string =>
  link === '' ? '' : `<p><a href="${escapeHtml(link)}">Open it in the service</a></p>`;

const viewOf = ({ event, link, organization }: Notice): TemplateView => ({
  title: event.title,
  message: event.message,
  action: event.action,
  entityType: event.entity_type,
  entityId: event.entity_id,
  entityName: inLine(event.entity_name),
  entityStatus: inLine(event.entity_status),
  partner: event.partner,
  priority: event.priority,
  time: minute(event.creation_time),
  link,
  organization: inLine(organization),
  actor: inLine(event.actor.name),
});

/** Text as HTML that reads the same. */
const asHtml = (title: string, text: string): string =>
  page(title, `<p style="white-space:pre-wrap">${escapeHtml(text)}</p>`);

/** The mail in an organization's own words. */
const composeFrom = (template: Omit<MailTemplate, 'id' | 'name'>, notice: Notice): NoticeMail => {
  const view = viewOf(notice);
  const subject = cutText(inLine(renderText(template.subject, view)) || notice.event.title, subjectMax);
  const text = cutText(renderText(template.text, view), contentMax);
  const html =
    template.html === undefined ? asHtml(subject, text) : cutText(renderHtml(template.html, view), contentMax);
  return { subject, text, html };
};

/** The mail about an event, as text and as HTML with the same wording. */
export const composeNotice = (notice: Notice, template?: Omit<MailTemplate, 'id' | 'name'>): NoticeMail => {
  if (template) return composeFrom(template, notice);
  const { event, link, organization } = notice;
  const subject = cutText(
    `${event.title}${event.entity_name === '' ? '' : `: ${inLine(event.entity_name)}`}`,
    subjectMax,
  );
  const facts = factsOf(notice);
  const why = `You receive this because ${inLine(organization)} has named your address for such events.`;
  const text = [
    event.message,
    '',
    ...facts.map(([label, value]) => `${label}: ${value}`),
    ...(link === '' ? [] : ['', `Open it in the service: ${link}`]),
    '',
    why,
    '',
  ].join('\n');
  const rows = facts.map(
    ([label, value]) => `<tr><th scope="row" align="left">${label}</th><td>${escapeHtml(value)}</td></tr>`,
  );
  const html = page(
    subject,
    `<h1 style="font-size:1.25em">${escapeHtml(event.title)}</h1><p>${escapeHtml(event.message)}</p>` +
      `<table cellpadding="4">${rows.join('')}</table>${linkHtml(link)}<p><small>${escapeHtml(why)}</small></p>`,
  );
  return { subject, text, html };
};

export type DigestLine = { event: NotificationEvent; link: string };

/** Events shown in one digest; of others only the number. */
export const digestLines = 200;

/** The mail that reports several events at once, oldest first. */
export const composeDigest = (organization: string, lines: readonly DigestLine[], count: number): NoticeMail => {
  const name = inLine(organization);
  const subject = cutText(`${count} ${count === 1 ? 'event' : 'events'} of ${name}`, subjectMax);
  const rest = count - lines.length;
  const more = rest > 0 ? `${rest} more are in the list of notification events.` : '';
  const text = [
    ...lines.flatMap(({ event, link }) => [
      `${minute(event.creation_time)}  ${event.message}`,
      ...(link === '' ? [] : [`  ${link}`]),
    ]),
    ...(more === '' ? [] : ['', more]),
    '',
  ].join('\n');
  const items = lines.map(({ event, link }) => {
    const message = escapeHtml(event.message);
    const shown = link === '' ? message : `<a href="${escapeHtml(link)}">${message}</a>`;
    return `<li>${minute(event.creation_time)}: ${shown}</li>`;
  });
  const html = page(
    subject,
    `<h1 style="font-size:1.25em">${escapeHtml(subject)}</h1><ol>${items.join('')}</ol>${more === '' ? '' : `<p>${more}</p>`}`,
  );
  return { subject, text, html };
};
