import { prettifyAzureError } from '../../marketplace/azure/prettify.ts';
import { staleVersionCode } from '../port.ts';

/** Explains codes of the referrals API ("Partner API REST error codes") and of Entra's refresh tokens. */
const sentences: Readonly<Record<string, string>> = {
  accessDenied:
    'The person who signed in may not do this: the connection needs a refresh token of a referrals administrator or user.',
  generalException: 'Microsoft failed while it worked on the referral; try again.',
  interaction_required: 'Microsoft wants the person to sign in again: store a new refresh token with the connection.',
  invalid_grant:
    'The sign-in behind the refresh token has ended, or the token is older than 90 days: store a new one with the connection.',
  itemNotFound: 'The referral does not exist at Microsoft, or not for this account.',
  resourceModified: 'The referral was changed at Microsoft in the meantime.',
  serviceNotAvailable: 'Microsoft accepts no more calls at the moment.',
  unauthenticated: 'Microsoft does not accept the token of the connection.',
  [staleVersionCode]: 'The referral was changed at Microsoft in the meantime.',
};

const rules: readonly [RegExp, string][] = [
  [/type Shared can be shared/i, 'Only a referral of type Shared can have other organizations in it.'],
  [/There is no organization/i, 'Microsoft knows no partner with that id.'],
];

/** A readable sentence for an error of Microsoft, or Microsoft's own words if there is none. */
export const prettifyReferralError = (error: { code: string; message: string }): string =>
  rules.find(([pattern]) => pattern.test(error.message))?.[1] ?? sentences[error.code] ?? prettifyAzureError(error);
