import { encodeId } from '../kit/ids.ts';
import { authenticateClient, readClient, readForm, type Step } from './client-request.ts';
import { signAccessToken } from './jwt.ts';
import { invalidClient, invalidRequest, refuse } from './oauth-response.ts';
import { tokenLifetimeSeconds } from './signing-keys.ts';
import { freshnessMs } from './watch.ts';

/** RFC 6749, 4.4.2. `scope` is ignored, as 3.3 allows: permissions come from the app's access level. */
const checkGrant: Step = ({ form }) => {
  const grant = form.get('grant_type') ?? '';
  if (grant === '') return invalidRequest('grant_type is required.');
  return grant === 'client_credentials'
    ? undefined
    : refuse(400, 'unsupported_grant_type', 'The only supported grant type is client_credentials.');
};

/** RFC 8707, 2: the only resource is this API, which is also the default. */
const checkResource: Step = ({ form }, { auth }) =>
  form.getAll('resource').every((resource) => resource === '' || resource.replace(/\/$/, '') === auth.audience)
    ? undefined
    : refuse(400, 'invalid_target', 'The resource must be the base URL of the API.');

/** RFC 6749, 5.1. */
const issueToken: Step = async ({ client, clientId }, { auth }) => {
  if (!client) return invalidClient();
  // A key that was given up elsewhere must not sign any more.
  await auth.refresh(freshnessMs);
  const now = auth.now();
  const orgId = encodeId('org', client.org_id);
  const token = await signAccessToken(auth.ring.signer(now), auth, { clientId, orgId, now });
  auth.usage.used(client.id, now);
  return { status: 200, body: { access_token: token, token_type: 'Bearer', expires_in: tokenLifetimeSeconds } };
};

/** The steps of a token request. The first that returns a response ends it; those that need no database come first. */
export const tokenSteps: readonly Step[] = [
  ...readForm,
  checkGrant,
  readClient,
  checkResource,
  authenticateClient,
  issueToken,
];
