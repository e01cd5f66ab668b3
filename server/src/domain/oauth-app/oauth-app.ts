import type { OAuthApp } from '../../auth/apps.ts';

/** An app and its number of API calls in the last thirty UTC days, including today. */
export type UsedOAuthApp = OAuthApp & { callCount: number };

/** Maximum per organization: every process keeps the deleted ones and their revoked tokens in memory. */
export const oauthAppsMax = 200;
