import type { Clock } from '../../kit/clock.ts';
import { salesforceGrant } from '../crm/salesforce/grant.ts';
import type { Outgoing } from '../outgoing/outgoing.ts';
import type { Verifier } from '../partner-gateway.ts';
import { askJson, formOf, refusedBy, textOf } from './ask-json.ts';

const signIn = {
  400: 'Salesforce does not accept the client id or secret, or the user is not approved for the app.',
  401: 'Salesforce does not accept the client id or secret.',
};
const asking = { 403: 'The app signs in, but its user may not use the API.' };

/**
 * Signs in by client credentials or a signed assertion, and reads the identity. The token goes only to the endpoint, whatever the answer
 * names.
 */
export const verifySalesforce =
  (outgoing: Outgoing, clock: Pick<Clock, 'wallNow'>): Verifier =>
  async (access, signal) => {
    const form = await salesforceGrant(access.credentials, access.endpoint ?? '', clock.wallNow());
    const answer = await askJson(outgoing, access, {
      method: 'POST',
      path: '/services/oauth2/token',
      signal,
      ...formOf(form),
    });
    const token = textOf(answer.body.access_token);
    if (answer.status !== 200 || token === undefined || !/^[\x21-\x7e]+$/.test(token)) {
      const { error, error_description: description } = answer.body;
      return refusedBy('Salesforce', answer, { code: textOf(error), message: textOf(description) }, signIn);
    }
    const who = await askJson(outgoing, access, {
      method: 'GET',
      path: '/services/oauth2/userinfo',
      headers: { authorization: `Bearer ${token}`, accept: 'application/json' },
      signal,
    });
    const { organization_id: id, preferred_username: user, errorCode, message } = who.body;
    const organization = textOf(id);
    if (who.status === 200 && organization !== undefined)
      return { ok: true, accountId: organization, detail: `Signed in as ${textOf(user) ?? 'a user'}.` };
    return refusedBy('Salesforce', who, { code: textOf(errorCode), message: textOf(message) }, asking);
  };
