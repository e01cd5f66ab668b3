import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { type ActEndpoint, type FoundingEndpoint, honoursIfMatch, isAct } from '../src/contract/endpoint.ts';
import { setFaultHook } from '../src/db/faults.ts';
import { endpoints } from '../src/domain/endpoints.ts';
import { type Reply, startApp, type TestApp, type TestOrganization } from './app.ts';
import { callerFor, examples } from './examples/all.ts';
import { type Example, sentOf } from './examples/example.ts';

/**
 * Of two acts at once that were both decided on the same version of an entity, one wins: the other is refused, and the
 * entity shows one change. Every act against itself, and every pair of acts on an entitlement. Acts that no version
 * guards, most of which create something, do the same at once as one after the other.
 */

type Act = ActEndpoint | FoundingEndpoint;

let app: TestApp;
before(async () => {
  app = await startApp({}, { idle: true });
});
after(() => app.close());

const meetWithinMs = 40;

/**
 * Runs two acts so that neither commits before both have decided. One that waits for a lock of the other never decides
 * in time; then the other goes on alone.
 */
const atOnce = async (one: () => Promise<Reply>, other: () => Promise<Reply>): Promise<Reply[]> => {
  let waiting = 0;
  let meet = (): void => {};
  const met = new Promise<void>((resolve) => {
    meet = resolve;
  });
  const given = setTimeout(meet, meetWithinMs);
  setFaultHook(async (point) => {
    if (point !== 'before-commit') return;
    waiting += 1;
    if (waiting === 2) meet();
    await met;
  });
  try {
    return await Promise.all([one(), other()]);
  } finally {
    setFaultHook(undefined);
    clearTimeout(given);
  }
};

/** What makes the draft that another act then names in its body. */
const draftedBy: Readonly<Record<string, string>> = {
  createOrUpdateDraftOffer: 'createOrUpdateDraftOffer',
  createOffer: 'createOrUpdateDraftOffer',
  createOrUpdateDraftProduct: 'createOrUpdateDraftProduct',
  createProduct: 'createOrUpdateDraftProduct',
};

const exampleOf = async (endpoint: Act, organization = app.acme): Promise<Example> => {
  const example = await examples[endpoint.id]?.(app, organization);
  assert.ok(example, `${endpoint.id} has no example`);
  const drafting = endpoints.find(({ id }) => id === draftedBy[endpoint.id]);
  if (drafting?.kind !== 'act') return example;
  const draft = await examples[drafting.id]?.(app, app.acme);
  const { status, body, text } = await send(drafting, draft ?? {}, null);
  assert.equal(status, 200, text);
  return { ...example, body: { ...(example.body as object), id: (body as { id: string }).id } };
};

const send = (endpoint: Act, example: Example, version: number | null, organization = app.acme): Promise<Reply> => {
  const { params, query } = example;
  const path = endpoint.path
    .replace(/^\/org(?!\/)/, '//org')
    .replace(/^\/org\/\{orgId\}/, '')
    .replaceAll(/\{(\w+)\}/g, (_, part: string) => encodeURIComponent(params?.[part] ?? ''));
  const options = { headers: version === null ? {} : { 'if-match': `"${version}"` }, ...sentOf(example) };
  return callerFor(endpoint, organization).call(
    endpoint.method,
    `${path}${query === undefined ? '' : `?${query.replaceAll(/[ "%]/g, encodeURIComponent)}`}`,
    options,
  );
};

/** The version that a refusal of any other one names. */
const versionFor = async (endpoint: Act, example: Example): Promise<number> => {
  const { status, body, text } = await send(endpoint, example, 987_654);
  assert.equal(status, 412, text);
  return (body as { info: { version: number } }).info.version;
};

const isWon = ({ status }: Reply): boolean => status < 300;
const wordsOf = (replies: readonly Reply[]): string =>
  replies.map(({ status, text }) => `${status} ${text}`).join('\n');

const acts = endpoints.filter(isAct);
/** A set of offers that was not submitted yet has no version: the body of `createOfferSet` makes it. */
const isGuarded = (endpoint: Act): boolean => honoursIfMatch(endpoint) && endpoint.id !== 'createOfferSet';
const acting = acts.filter(isGuarded);

describe('an act against itself', () => {
  for (const endpoint of acting) {
    test(endpoint.id, async () => {
      const example = await exampleOf(endpoint);
      const version = await versionFor(endpoint, example);
      const replies = await atOnce(
        () => send(endpoint, example, version),
        () => send(endpoint, example, version),
      );
      const lost = replies.filter((reply) => !isWon(reply));
      assert.ok(replies.some(isWon), wordsOf(replies));
      assert.ok(
        lost.every(({ status }) => [404, 409, 412].includes(status)),
        wordsOf(replies),
      );
      // An act that only starts or reads something at the partner leaves the entity as it is, for both.
      if (lost.length === 0) assert.equal(await versionFor(endpoint, example), version, wordsOf(replies));
    });
  }
});

describe('two acts on one entitlement', () => {
  const onEntitlements = acting.filter(({ params }) => Object.keys(params).at(-1) === 'entitlementId');
  const pairs = onEntitlements.flatMap((one, index) =>
    onEntitlements.slice(index + 1).map((other) => [one, other] as const),
  );
  const read = async (id: string): Promise<number> => {
    const { headers } = await app.acme.editor.call('GET', `/entitlement/${id}`);
    return Number(headers.get('etag')?.replaceAll('"', ''));
  };
  for (const [one, other] of pairs) {
    test(`${one.id} and ${other.id}`, async () => {
      const [example, borrowed] = [await exampleOf(one), await exampleOf(other)];
      const id = example.params?.entitlementId ?? '';
      const moved = JSON.parse(
        JSON.stringify(borrowed).replaceAll(borrowed.params?.entitlementId ?? '', id),
      ) as Example;
      const version = await read(id);
      const replies = await atOnce(
        () => send(one, example, version),
        () => send(other, moved, version),
      );
      // The other may be impossible for this entitlement, but then this one succeeds.
      assert.ok(replies.some(isWon), wordsOf(replies));
      const changes = (await read(id)) - version;
      assert.ok(changes <= 1, `${changes} changes were decided on version ${version}: ${wordsOf(replies)}`);
    });
  }
});

describe('an act that no version guards has the same effect twice at once as one after the other', () => {
  /** How many rows of each kind the organization has: its changes, their events, and the runs that they started. */
  const rows = async ({ uuid }: TestOrganization): Promise<Record<string, number>> => {
    const found = await app.database.pool.query(
      `select 'event ' || name as what, count(*)::int as n from outbox where org_id = $1 group by name
       union all select 'change ' || action, count(*)::int from audit_event where org_id = $1 group by action
       union all select 'run ' || name, count(*)::int from operation where org_id = $1 group by name`,
      [uuid],
    );
    return Object.fromEntries(found.rows.map(({ what, n }) => [what, n]));
  };
  const codeOf = ({ status, body }: Reply): string =>
    isWon({ status } as Reply) ? 'done' : `${status} ${(body as { code: string }).code}`;
  /** What both calls answered, whichever came first, and how many rows came of them. */
  const outcomeOf = async (
    organization: TestOrganization,
    both: () => Promise<Reply[]>,
  ): Promise<{ outcome: object; words: string }> => {
    const before = await rows(organization);
    const replies = await both();
    const added = Object.entries(await rows(organization))
      .map(([what, n]) => [what, n - (before[what] ?? 0)] as const)
      .filter(([, n]) => n !== 0)
      .sort();
    const outcome = { answers: replies.map(codeOf).sort(), added: Object.fromEntries(added) };
    return { outcome, words: wordsOf(replies) };
  };
  for (const endpoint of acts.filter((one) => !isGuarded(one))) {
    test(endpoint.id, async () => {
      const { acme, globex } = app;
      const [first, second] = [await exampleOf(endpoint, acme), await exampleOf(endpoint, globex)];
      const callIn = (organization: TestOrganization, example: Example) => () =>
        send(endpoint, example, null, organization);
      const [one, other] = [callIn(acme, first), callIn(globex, second)];
      const inTurn = await outcomeOf(acme, async () => [await one(), await one()]);
      const together = await outcomeOf(globex, () => atOnce(other, other));
      assert.deepEqual(together.outcome, inTurn.outcome, `${together.words}\nin turn:\n${inTurn.words}`);
    });
  }
});
