import type { OAuthApp } from '../../auth/apps.ts';

/** An app and how often it called the API in thirty days, today included, by days of UTC. */
export type UsedOAuthApp = OAuthApp & { callCount: number };

/** How many an organization may have: every process knows the deleted ones and the tokens they gave back. */
export const oauthAppsMax = 200;
