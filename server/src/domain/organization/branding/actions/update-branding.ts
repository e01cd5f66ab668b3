import type { z } from 'zod';
import type { ActCall } from '../../../../contract/call.ts';
import { isSameDocument } from '../../../../contract/reference/same-document.ts';
import { changedBy } from '../change.ts';
import type { BrandingChange } from '../schema.ts';
import { lockBranding, updateBrandingRow } from '../store.ts';
import { recordBranding, viewBranding } from '../view.ts';

/** Changes what buyers see of the organization: absent members stay, null restores the standard. Emits branding.updated. */
export const updateBranding = async (call: ActCall, { body }: { body: z.output<typeof BrandingChange> }) => {
  const old = await lockBranding(call.db, call.now);
  call.checkVersion(old.version);
  const changed = changedBy(old, body);
  const [before, after] = [recordBranding(old), recordBranding(changed)];
  if (isSameDocument(before, after)) return viewBranding(old);
  const version = old.version + 1;
  const row = { ...changed, last_update_time: call.now, version };
  await updateBrandingRow(call.db, row);
  call.recordChange({ type: 'config', id: 'branding', before, after, version, events: ['branding.updated'] });
  return viewBranding(row);
};
