import { randomBytes } from 'node:crypto';
import type { FastifyReply } from 'fastify';

const style = `
  body { font: 16px/1.5 system-ui, sans-serif; max-width: 26rem; margin: 4rem auto; padding: 0 1rem; color: #1a1a1a; }
  label { display: block; margin: 1rem 0; } input { display: block; width: 100%; box-sizing: border-box; padding: .5rem; font: inherit; }
  button { padding: .5rem 1.5rem; font: inherit; } #said { min-height: 3rem; }`;

type Page = { title: string; content: string; script: string };

/**
 * Sends a page that loads nothing from other hosts. Its text contains nothing from the request, so nothing needs escaping.
 * URLs in it are relative, to work under any base path.
 */
export const sendPage = (reply: FastifyReply, { title, content, script }: Page): FastifyReply => {
  const nonce = randomBytes(16).toString('base64');
  const csp = `default-src 'none'; script-src 'nonce-${nonce}'; style-src 'nonce-${nonce}'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`;
  return reply
    .header('content-security-policy', csp)
    .type('text/html; charset=utf-8')
    .send(`<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${title}</title><style nonce="${nonce}">${style}</style></head>
<body><main><h1>${title}</h1>${content}
<p id="said" role="status"></p></main><script nonce="${nonce}">${script}</script></body></html>
`);
};
