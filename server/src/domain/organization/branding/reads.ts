import type { z } from 'zod';
import type { ReadCall } from '../../../contract/call.ts';
import { findOrganizationName } from '../../../db/two-organizations.ts';
import { replyHints, sellerOf } from './branding.ts';
import { changedBy } from './change.ts';
import { colorHints, composeLandingPage } from './landing-page.ts';
import type { PreviewBranding } from './schema.ts';
import { findBranding } from './store.ts';
import { viewBranding } from './view.ts';

/** What buyers see of the organization. */
export const getBranding = async (call: ReadCall) => {
  const branding = await findBranding(call.db);
  call.setVersion(branding.version);
  return viewBranding(branding);
};

/** The landing page as it would be after a change, and what is different from what was asked for. Nothing is stored. */
export const previewBranding = async (call: ReadCall, { body }: { body: z.output<typeof PreviewBranding> }) => {
  const seller = sellerOf(await findOrganizationName(call.db), changedBy(await findBranding(call.db), body));
  const fieldHints = [
    ...colorHints(seller.accentColor).map((message) => ({ path: 'accentColor', message })),
    ...replyHints(seller.supportEmail).map((message) => ({ path: 'supportEmail', message })),
  ];
  return {
    html: composeLandingPage(body.state ?? 'REGISTERED', seller).html,
    hints: fieldHints.map(({ message }) => message),
    fieldHints,
  };
};
