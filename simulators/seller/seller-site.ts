import type { HttpAnswer, HttpRequest } from '../kit/http.ts';
import type { Mount } from '../kit/listener.ts';

const words = 'End user license agreement of the demo';

/** A PDF of one page with one line. */
const onePage = (line: string): string => {
  const stream = `BT /F1 18 Tf 72 720 Td (${line}) Tj ET`;
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>',
    `<< /Length ${stream.length} >>\nstream\n${stream}\nendstream`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
  ];
  let text = '%PDF-1.4\n';
  const offsets = objects.map((object, index) => {
    const offset = text.length;
    text += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return offset;
  });
  const table = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');
  const count = objects.length + 1;
  const trailer = `trailer\n<< /Size ${count} /Root 1 0 R >>\nstartxref\n${text.length}\n%%EOF\n`;
  return `${text}xref\n0 ${count}\n0000000000 65535 f \n${table}${trailer}`;
};

const eula = onePage(words);

/** The part of the seller's website that offers link to: an EULA. */
export const createSellerSite = (): Mount => ({
  name: 'Seller',
  recordedAs: null,
  handle: async ({ method, path }: HttpRequest): Promise<HttpAnswer | null> =>
    method === 'GET' && path === '/seller/eula.pdf'
      ? { status: 200, headers: { 'content-type': 'application/pdf' }, body: eula }
      : null,
  page: () => '<p>A <a href="/seller/eula.pdf">custom EULA</a> that an offer can name as <code>eulaUrl</code>.</p>',
  close: async () => {},
});
