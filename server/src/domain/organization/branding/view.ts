import { createHash } from 'node:crypto';
import type { z } from 'zod';
import type { Branding as Row } from './branding.ts';
import type { Branding } from './schema.ts';

type View = z.input<typeof Branding>;

const membersOf = (row: Row): View => ({
  ...(row.display_name === null ? {} : { displayName: row.display_name }),
  ...(row.accent_color === null ? {} : { accentColor: row.accent_color }),
  ...(row.logo === null ? {} : { logo: row.logo }),
  ...(row.support_email === null ? {} : { supportEmail: row.support_email }),
  ...(row.support_url === null ? {} : { supportUrl: row.support_url }),
});

/** The branding as clients see it. */
export const viewBranding = (row: Row & { last_update_time: Date | null; version: number }): View => ({
  ...membersOf(row),
  ...(row.last_update_time === null || row.version === 0 ? {} : { lastUpdateTime: row.last_update_time.toISOString() }),
});

/** `image/png, 1,204 bytes, SHA-256 3f…`: the logo in the audit trail and in events, which keep no images. */
const digestOf = (logo: string): string => {
  const [head = '', content = ''] = logo.split(',');
  const bytes = Buffer.from(content, 'base64');
  const digest = createHash('sha256').update(bytes).digest('hex');
  return `${head.slice('data:'.length, head.indexOf(';'))}, ${bytes.length} bytes, SHA-256 ${digest}`;
};

/** The branding as it is recorded: with a digest of the logo instead of its bytes. */
export const recordBranding = (row: Row): View => ({
  ...membersOf(row),
  ...(row.logo === null ? {} : { logo: digestOf(row.logo) }),
});
