import { commonFaults } from './faults.ts';

const rowsMax = 50;

/** Text as HTML. */
export function text(value: string): string {
  const signs: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };
  return value.replace(/[&<>"']/g, (sign) => signs[sign] ?? sign);
}

/** A business time for the eye; empty for none. */
export function iso(time: number | null): string {
  return time === null ? '' : new Date(time).toISOString();
}

/** The newest rows first, as many as a page bears. */
export function newest<T>(rows: T[]): T[] {
  return rows.slice(-rowsMax).reverse();
}

/** A titled table; `cells` answers HTML. */
export function section<T>(title: string, heads: string[], rows: T[], cells: (row: T) => string[]): string {
  const head = heads.map((name) => `<th>${text(name)}</th>`).join('');
  const line = (row: T): string =>
    `<tr>${cells(row)
      .map((cell) => `<td>${cell}</td>`)
      .join('')}</tr>`;
  return `<h3>${text(title)}</h3><table><tr>${head}</tr>${rows.map(line).join('')}</table>`;
}

/** A button that posts to the control API, with hidden fields. */
export function button(action: string, label: string, fields: Record<string, string> = {}): string {
  const hidden = Object.entries(fields).map(
    ([name, value]) => `<input type="hidden" name="${text(name)}" value="${text(value)}">`,
  );
  return `<form method="post" action="${text(action)}">${hidden.join('')}<button>${text(label)}</button></form> `;
}

/** The form that injects faults; `simulator` is the name in its control path. */
export function faultForm(simulator: string, more: Record<string, string> = {}): string {
  const options = Object.keys({ ...commonFaults, ...more }).map((name) => `<option>${text(name)}</option>`);
  return `<form method="post" action="/control/${text(simulator)}/fault">Fault <select name="name">${options.join('')}</select>
<input name="count" type="number" value="1" min="1" size="4"> times <button>inject</button></form>`;
}
