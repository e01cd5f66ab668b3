import { encodeId } from '../kit/ids.ts';
import { authenticateClient, readClient, readForm, type Step } from './client-request.ts';
import { signAccessToken } from './jwt.ts';
import { invalidClient, invalidRequest, refuse } from './oauth-answer.ts';
import { tokenLifetimeSeconds } from './signing-keys.ts';

/** RFC 6749, 4.4.2. `scope` is ignored (3.3 allows it): permissions come from the app's access level. */
const checkGrant: Step = ({ form }) => {
  const grant = form.get('grant_type') ?? '';
  if (grant === '') return invalidRequest('grant_type is required.');
  return grant === 'client_credentials'
    ? undefined
    : refuse(400, 'unsupported_grant_type', 'The only grant is client_credentials.');
};

/** RFC 8707, 2: the only resource is this API; absent means it too. */
const checkResource: Step = ({ form }, { auth }) =>
  form.getAll('resource').every((resource) => resource === '' || resource.replace(/\/$/, '') === auth.audience)
    ? undefined
    : refuse(400, 'invalid_target', 'The resource must be the base address of the API.');

/** RFC 6749, 5.1. */
const issueToken: Step = async ({ client, clientId }, { auth }) => {
  if (!client) return invalidClient();
  const now = auth.now();
  const orgId = encodeId('org', client.org_id);
  const token = await signAccessToken(auth.ring.signer(now), auth, { clientId, orgId, now });
  auth.usage.used(client.id, now);
  return { status: 200, body: { access_token: token, token_type: 'Bearer', expires_in: tokenLifetimeSeconds } };
};

/** A token request in order. The first step that answers ends it; what needs no database comes first. */
export const tokenSteps: readonly Step[] = [
  ...readForm,
  checkGrant,
  readClient,
  checkResource,
  authenticateClient,
  issueToken,
];
