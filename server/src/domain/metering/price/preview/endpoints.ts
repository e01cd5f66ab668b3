import { type Endpoint, reads } from '../../../../contract/endpoint.ts';
import { withValues } from '../../../../contract/limits.ts';
import { previewPrice } from './preview-price.ts';
import { PricePreview, PricePreviewParams } from './schema.ts';

export const pricePreviewEndpoints: Endpoint[] = [
  reads({
    id: 'previewPrice',
    method: 'POST',
    path: '/org/{orgId}/billing/pricePreview',
    family: 'metering',
    permission: 'metering:read',
    summary: 'Preview the price of usage',
    notes:
      'Prices usage by billable dimensions and shows every step. With entitlementId, currency and dimensions are by default those of ' +
      'the entitlement, and usage is what it used in the closed hours of the period, by default this month (UTC). Nothing is stored or charged.',
    bodyLimits: withValues(20_000),
    body: PricePreviewParams,
    unversioned: true,
    reply: PricePreview,
    read: previewPrice,
  }),
];
