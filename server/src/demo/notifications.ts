/** The application of a publisher at Entra. */
export type AzureApp = Record<'tenantId' | 'clientId' | 'clientSecret', string>;

/** Of the own copy of a referral, and of the others of its deal. */
const referralEvents = ['referral-created', 'referral-updated', 'related-referral-created', 'related-referral-updated'];

const post = async (url: string, init: RequestInit): Promise<unknown> => {
  const response = await fetch(url, { method: 'POST', signal: AbortSignal.timeout(10_000), ...init });
  if (!response.ok) throw new Error(`${url} responded with ${response.status}: ${await response.text()}`);
  return response.json();
};

/**
 * Registers the address for the notifications of Partner Center about referrals, as a seller does once by its own
 * application. Registering again replaces the address.
 */
export const registerForNotifications = async (
  simulatorUrl: string,
  { tenantId, clientId, clientSecret }: AzureApp,
  hookUrl: string,
): Promise<void> => {
  const grant = (await post(`${simulatorUrl}/azure/${tenantId}/oauth2/v2.0/token`, {
    body: new URLSearchParams({
      ...{ grant_type: 'client_credentials', client_id: clientId, client_secret: clientSecret },
      scope: 'https://api.partnercenter.microsoft.com/.default',
    }),
  })) as { access_token: string };
  await post(`${simulatorUrl}/azure/webhooks/v1/registration`, {
    headers: { authorization: `Bearer ${grant.access_token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ WebhookUrl: hookUrl, WebhookEvents: referralEvents }),
  });
};
