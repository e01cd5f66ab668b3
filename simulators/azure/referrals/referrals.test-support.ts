import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { type Account, type Answer, ask, askUserToken, type Bench } from '../azure.test-support.ts';

const headersOf = (token: string): Record<string, string> => ({
  authorization: `Bearer ${token}`,
  'client-request-id': randomUUID(),
});

/** A person of an account who calls the referrals API. `path` is below `/v1.0/engagements/referrals`. */
export const signIn = async (bench: Bench, account: Account = bench.account, roles?: string[]) => {
  const email = `${roles ? `with${roles.length}` : 'ada'}@${account.id}.example`;
  const user = await bench.control('POST', `/account/${account.id}/user`, { email, ...(roles ? { roles } : {}) });
  const { body } = await askUserToken(bench.url, account, user.refreshToken);
  const token: string = body.access_token;
  const url = `${bench.url}/azure/v1.0/engagements/referrals`;

  const call = (method: string, path: string, body?: unknown, headers: Record<string, string> = {}): Promise<Answer> =>
    ask(method, `${url}${path}`, { ...headersOf(token), ...headers }, body);
  /** Follows a link of an answer. */
  const follow = (uri: string): Promise<Answer> => ask('GET', uri, headersOf(token));
  /** Creates a referral that must be accepted. */
  const create = async (more: Record<string, unknown> = {}): Promise<Answer['body']> => {
    const answer = await call('POST', '', { ...dealOf(), ...more });
    assert.equal(answer.status, 201, JSON.stringify(answer.body));
    return answer.body;
  };
  /** Shares a deal with an organization in two steps; returns the publisher's own copy and the other organization's. */
  const share = async (organization = 'msft', more: Record<string, unknown> = {}) => {
    const own = await create({ type: 'Shared', target: [{ type: 'SolutionProfile', id: 'SOL-10002-CON' }], ...more });
    const target = [{ type: 'BusinessProfileLocation', id: organization }];
    const other = await create({ type: 'Shared', engagementId: own.engagementId, ...more, target });
    return { own, other };
  };
  return { account, user, call, follow, create, share };
};

/** The minimal body that creates a private deal. */
export const dealOf = () => ({
  name: 'Route planning for Wingtip',
  type: 'Independent',
  qualification: 'SalesQualified',
  externalReferenceId: 'crm-4711',
  customerProfile: {
    name: 'Wingtip Toys',
    address: { addressLine1: 'One Microsoft Way', city: 'Redmond', state: 'WA', postalCode: '98052', country: 'US' },
    size: '10to50employees',
    team: [{ firstName: 'Sue', lastName: 'Smith', phoneNumber: '1234567890', email: 'sue@wingtip.example' }],
  },
  consent: {
    ...{ consentToToShareInfoWithOthers: true, consentToContact: true },
    consentToShareReferralWithMicrosoftSellers: false,
  },
  details: {
    ...{ notes: 'First call done.', dealValue: 50_000, currency: 'USD', closingDateTime: '2027-03-01T00:00:00Z' },
    requirements: { solutions: [{ id: 'SOL-10002-CON', name: 'Contoso Supply Insights', type: 'Name' }] },
  },
  team: [{ firstName: 'John', lastName: 'Doe', phoneNumber: '1231231234', email: 'john@contoso.example' }],
});
