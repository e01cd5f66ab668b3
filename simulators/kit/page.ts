import { commonFaults } from './common-faults.ts';
import type { HttpAnswer, HttpRequest } from './http.ts';
import type { Delivery, Fault } from './rows.ts';

const rowsMax = 50;

/** Pages load no external resources. Tables scroll by themselves, so that a page fits the width of a phone. */
const css = `
*{box-sizing:border-box}
body{font:15px/1.5 system-ui,sans-serif;margin:0 auto;max-width:76rem;padding:1rem;color:#1a1a1a;background:#fff}
nav{position:sticky;top:0;background:#fff;border-bottom:1px solid #ccc;padding:.5rem 0;margin-bottom:1rem}
nav a{margin-right:1rem;white-space:nowrap}nav{overflow-x:auto}h1{margin:.5rem 0}h2{margin-top:2.5rem;scroll-margin-top:3rem}
.table{overflow-x:auto;margin:.5rem 0 1.5rem}table{border-collapse:collapse;width:100%}
th,td{border:1px solid #ccc;padding:.25rem .5rem;text-align:left;font-size:13px;vertical-align:top}
td{min-width:6.5rem;max-width:22rem;overflow-wrap:anywhere}td.none{color:#555}
form{display:inline-block;margin:.1rem .25rem .1rem 0}input,select,button{font:inherit;max-width:100%}
button{padding:.2rem .6rem;min-height:2rem}pre{white-space:pre-wrap;overflow-wrap:anywhere;border:1px solid #ccc;padding:1rem}
iframe{width:100%;height:24rem;border:1px solid #ccc}dt{font-weight:600}`;

/** Escapes text for HTML. */
export const text = (value: string): string => {
  const signs: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };
  return value.replace(/[&<>"']/g, (sign) => signs[sign] ?? sign);
};

export type Link = { href: string; label: string };

const home: Link = { href: '/', label: 'Simulators' };

/** A whole page: a title, navigation links, and an HTML body. */
export const pageAnswer = (
  status: number,
  { title, links = [home], body }: { title: string; links?: readonly Link[]; body: string },
  headers: Record<string, string> = {},
): HttpAnswer => {
  const nav = links.map(({ href, label }) => `<a href="${text(href)}">${text(label)}</a>`).join(' ');
  return {
    status,
    headers: { 'content-type': 'text/html; charset=utf-8', ...headers },
    body: `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<title>${text(title)}</title><style>${css}</style></head><body><nav aria-label="Pages">${nav}</nav>
<main><h1>${text(title)}</h1>${body}</main></body></html>`,
  };
};

/** Whether the response is for a person rather than a program. */
export const isForPerson = ({ headers }: Pick<HttpRequest, 'headers'>): boolean =>
  (headers.accept ?? '').includes('text/html');

/** A refusal shown to a person, with a link back. */
export const refusedPage = (status: number, message: string, back: Link = home): HttpAnswer =>
  pageAnswer(status, {
    title: 'That is not possible',
    links: [home],
    body: `<p>${text(message)}</p><p><a href="${text(back.href)}">Back to ${text(back.label)}</a></p>`,
  });

/** A business time for display; empty if null. */
export const iso = (time: number | null): string => (time === null ? '' : new Date(time).toISOString());

/** The newest rows first, limited to what fits on a page. */
export const newest = <T>(rows: T[]): T[] => rows.slice(-rowsMax).reverse();

/** A titled table; `cells` returns HTML. A column of buttons has an empty head. */
export const section = <T>(title: string, heads: string[], rows: T[], cells: (row: T) => string[]): string => {
  const head = heads.map((name) => `<th scope="col">${name === '' ? 'what can be done' : text(name)}</th>`).join('');
  const line = (row: T): string =>
    `<tr>${cells(row)
      .map((cell) => `<td>${cell}</td>`)
      .join('')}</tr>`;
  const none = `<tr><td class="none" colspan="${heads.length}">None yet.</td></tr>`;
  const body = rows.length === 0 ? none : rows.map(line).join('');
  return `<h3>${text(title)}</h3><div class="table" role="region" aria-label="${text(title)}" tabindex="0"><table><thead><tr>${head}</tr></thead><tbody>${body}</tbody></table></div>`;
};

/** A button that posts to the control API, with hidden fields. */
export const button = (action: string, label: string, fields: Record<string, string> = {}): string => {
  const hidden = Object.entries(fields).map(
    ([name, value]) => `<input type="hidden" name="${text(name)}" value="${text(value)}">`,
  );
  return `<form method="post" action="${text(action)}">${hidden.join('')}<button>${text(label)}</button></form> `;
};

/** A labelled field of a form; `attributes` are HTML. */
export const field = (label: string, name: string, attributes: string): string =>
  `<label>${text(label)} <input name="${text(name)}" ${attributes}></label> `;

/** A labelled choice. */
export const choice = (label: string, name: string, options: readonly string[]): string => {
  const listed = options.map((option) => `<option>${text(option)}</option>`).join('');
  return `<label>${text(label)} <select name="${text(name)}">${listed}</select></label> `;
};

/** The messages sent, with the state of their delivery; `simulator` is the name in its control path. */
export const messageSection = (simulator: string, title: string, rows: Delivery[]): string =>
  section(
    `${title} (${rows.length})`,
    ['id', 'type', 'to', 'delivery', 'attempts', 'last answer', ''],
    newest(rows),
    (row) => [
      text(row.id),
      text(row.type),
      text(row.accountId),
      row.status,
      String(row.attempts),
      text(String(row.lastStatus ?? row.lastError ?? '')),
      button(`/control/${simulator}/message/${encodeURIComponent(row.id)}/resend`, 'send again'),
    ],
  );

/** The injected faults, and the form that injects one; `more`: the partner's own faults. */
export const faultSection = (simulator: string, rows: Fault[], more: Record<string, string> = {}): string => {
  const names = [...Object.keys(commonFaults), ...Object.keys(more)];
  const table = section('Faults', ['name', 'operation', 'left', 'struck'], newest(rows), (fault) => [
    text(fault.name),
    text(fault.operation ?? 'any'),
    fault.remaining === null ? 'until removed' : String(fault.remaining),
    String(fault.struck),
  ]);
  return `${table}<form method="post" action="/control/${simulator}/fault">${choice('Fault', 'name', names)}
${field('times', 'count', 'type="number" value="1" min="1" size="4"')}<button>inject</button></form>`;
};
