import { acts, type Endpoint, reads } from '../../../contract/endpoint.ts';
import { updateOnboardingInfo } from './actions/update-onboarding-info.ts';
import { getOnboardingStatus } from './reads.ts';
import { OnboardingStatus, UpdateOnboardingInfo } from './schema.ts';

export const onboardingEndpoints: Endpoint[] = [
  acts({
    id: 'updateOnboardingInfo',
    method: 'PATCH',
    path: '/org/{orgId}/onboarding/info',
    family: 'organization',
    permission: 'organization:write',
    summary: 'Skip, dismiss or resume the checklist of first steps',
    notes: 'With a step: that step only. Idempotent.',
    body: UpdateOnboardingInfo,
    unversioned: true,
    reply: OnboardingStatus,
    emits: ['onboarding.updated'],
    act: updateOnboardingInfo,
  }),
  reads({
    id: 'getOnboardingStatus',
    method: 'GET',
    path: '/org/{orgId}/onboarding/status',
    family: 'organization',
    permission: 'organization:read',
    summary: 'Get the checklist of first steps',
    notes: 'Computed from the data of the organization. READINESS is done when every other step is done or skipped.',
    unversioned: true,
    reply: OnboardingStatus,
    read: getOnboardingStatus,
  }),
];
