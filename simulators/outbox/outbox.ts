import { lstatSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { HttpAnswer, HttpRequest } from '../kit/http.ts';
import type { Mount } from '../kit/listener.ts';
import { pageAnswer, section, text } from '../kit/page.ts';
import { readMail } from './read-mail.ts';

const namePattern = /^\d{8}T\d{6}-[A-Za-z0-9-]{1,80}\.eml$/;
const shownMax = 50;
const bytesMax = 1024 * 1024;
const folder = '/outbox';
const links = [
  { href: '/', label: 'Simulators' },
  { href: '/#mails', label: 'Mails' },
];
const prefix = `${folder}/`;

/** The mail may load nothing, and the page may run nothing. */
const policy = "default-src 'none'; style-src 'unsafe-inline'; frame-src 'self'; base-uri 'none'; form-action 'none'";

const headers = {
  'content-security-policy': policy,
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cache-control': 'no-store',
};

/** Text as HTML in which URLs are links; they are escaped like everything else. */
const linked = (value: string): string =>
  value
    .split(/(https?:\/\/[^\s<>"']+)/)
    .map((piece, index) => (index % 2 === 0 ? text(piece) : `<a href="${text(piece)}">${text(piece)}</a>`))
    .join('');

/**
 * Shows the mails that were written to a folder instead of being sent: the latest first, a page for each. They contain
 * links that open accounts, so like every page here they require the simulators' token.
 */
export const createOutbox = ({ dir }: { dir: string }): Mount => {
  const names = (): string[] => {
    try {
      return readdirSync(dir)
        .filter((name) => namePattern.test(name))
        .sort()
        .reverse();
    } catch {
      return [];
    }
  };

  /** Undefined for anything but a regular file of the folder. */
  const read = (name: string): Buffer | undefined => {
    if (!namePattern.test(name)) return undefined;
    try {
      const file = join(dir, name);
      const found = lstatSync(file);
      return found.isFile() && found.size <= bytesMax ? readFileSync(file) : undefined;
    } catch {
      return undefined;
    }
  };

  const mailPage = (name: string): HttpAnswer => {
    const bytes = read(name);
    if (!bytes) return pageAnswer(404, { title: 'There is no such mail', links, body: '' }, headers);
    const { from, to, subject, date, text: words, html } = readMail(bytes);
    const facts = Object.entries({ From: from, To: to, Date: date })
      .map(([term, value]) => `<dt>${term}</dt><dd>${text(value)}</dd>`)
      .join('');
    const frame = html === '' ? '' : `<h2>As HTML</h2><iframe sandbox="" srcdoc="${text(html)}"></iframe>`;
    const body = `<dl>${facts}</dl><pre>${linked(words)}</pre>${frame}`;
    return pageAnswer(200, { title: subject || '(no subject)', links, body }, headers);
  };

  return {
    name: 'Mails',
    pages: [folder],
    recordedAs: null,
    async handle({ method, path }: HttpRequest): Promise<HttpAnswer | null> {
      if (!path.startsWith(prefix) || method !== 'GET') return null;
      return mailPage(path.slice(prefix.length));
    },
    page() {
      const found = names();
      const rows = found.slice(0, shownMax).flatMap((name) => {
        const bytes = read(name);
        return bytes ? [{ name, mail: readMail(bytes) }] : [];
      });
      const table = section('In the place of being sent', ['Date', 'To', 'Subject'], rows, ({ name, mail }) => [
        text(mail.date),
        text(mail.to),
        `<a href="${prefix}${text(name)}">${text(mail.subject) || '(no subject)'}</a>`,
      ]);
      const more = found.length > shownMax ? `<p>Of ${found.length} mails the latest ${shownMax}.</p>` : '';
      return `${table}${more}`;
    },
    async close() {},
  };
};
