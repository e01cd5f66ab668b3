import { acts, type Endpoint, reads } from '../../../contract/endpoint.ts';
import { updateBranding } from './actions/update-branding.ts';
import { getBranding, previewBranding } from './reads.ts';
import { Branding, BrandingChange, BrandingPreview, PreviewBranding } from './schema.ts';

export const brandingEndpoints: Endpoint[] = [
  reads({
    id: 'getBranding',
    method: 'GET',
    path: '/org/{orgId}/branding',
    family: 'organization',
    tag: 'Access',
    permission: 'organization:read',
    summary: 'Get what buyers see of the organization',
    notes:
      'Its name, colour, logo and contact, on the landing page to which marketplaces send buyers and in mails about offers. Members without a value are absent.',
    reply: Branding,
    read: getBranding,
  }),
  acts({
    id: 'updateBranding',
    changesOwn: 'ORGANIZATION',
    method: 'PATCH',
    path: '/org/{orgId}/branding',
    family: 'organization',
    tag: 'Access',
    permission: 'organization:write',
    summary: 'Change what buyers see of the organization',
    notes:
      'Absent members stay, and null removes a value. Without displayName, buyers see the name of the organization. Replies to mails about offers go to supportEmail.',
    body: BrandingChange,
    reply: Branding,
    emits: ['branding.updated'],
    act: updateBranding,
  }),
  reads({
    id: 'previewBranding',
    method: 'POST',
    path: '/org/{orgId}/branding/preview',
    family: 'organization',
    tag: 'Access',
    permission: 'organization:read',
    summary: 'Preview the landing page of buyers',
    notes:
      'The page as a buyer would see it with these values, in one of its states. `hints` name colours that are corrected because they could not be read, and a supportEmail that mails do not name as their reply address; `fieldHints` has the same with the member that each is about. Nothing is stored.',
    body: PreviewBranding,
    unversioned: true,
    reply: BrandingPreview,
    read: previewBranding,
  }),
];
