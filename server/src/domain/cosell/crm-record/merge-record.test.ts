import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { CrmRecord } from '../../../adapters/crm/port.ts';
import { readingOf } from '../mapping/apply-mapping.ts';
import { defaultMapping } from '../mapping/default-mappings.ts';
import { type FieldMapping, valueAt, withoutValue, withValue } from '../mapping/mapping.ts';
import {
  type Base,
  baseAfter,
  baseAfterWrites,
  type MemberStep,
  mergeRecord,
  owesCrm,
  writesOf,
} from './merge-record.ts';

type Members = Readonly<Record<string, unknown>>;

/** What is kept of a referral, after it was stored and read. */
type State = { document: Members; deal: Members; base: Base };

const recordOf = (deal: Members): CrmRecord => ({
  id: '1',
  url: null,
  updatedTime: new Date(0),
  deal,
  company: null,
  contacts: [],
});

const stored = <T>(value: T): T => JSON.parse(JSON.stringify(value)) as T;

const stepsOf = async (fields: FieldMapping[], { document, deal, base }: State, crmWins = true) => {
  const { members } = await readingOf({ fields }, recordOf(deal));
  const saidHere = (path: string) => valueAt(document, path);
  return mergeRecord({ fields, saidHere, members, base, crmWins: () => crmWins });
};

/** A whole synchronization with a CRM that takes everything. Returns what was done. */
const sync = async (fields: FieldMapping[], state: State, crmWins = true) => {
  const steps = await stepsOf(fields, state, crmWins);
  const taken = steps.filter(({ verdict }) => verdict === 'TAKE');
  const document = taken.reduce<Members>(
    (made, { field: { target }, theirs }) =>
      theirs === undefined ? withoutValue(made, target) : withValue(made, target, theirs),
    state.document,
  );
  const base = stored(baseAfter(state.base, steps));
  const writes = writesOf(await stepsOf(fields, { document, deal: state.deal, base }, crmWins));
  const deal = { ...state.deal, ...Object.fromEntries(writes.map(({ name, word }) => [name, word])) };
  const next: State = stored({ document, deal, base: baseAfterWrites(base, writes) });
  return { next, taken: taken.length, written: writes.map(({ name }) => name), steps };
};

const field = (change: Partial<FieldMapping> = {}): FieldMapping => ({
  target: 'a.x',
  source: 'deal.X',
  direction: 'BOTH',
  ...change,
});
const none: Base = { synced: {}, agreed: {} };
const agreedOn = (value: unknown): State => ({
  document: { a: { x: value } },
  deal: { X: value },
  base: { synced: { 'a.x': value }, agreed: {} },
});

test('a paused field is not merged, even if its record was read before it was paused', () => {
  const sides = { saidHere: () => 1, members: { 'a.x': { value: 2, raw: 2 } }, base: none, crmWins: () => true };
  assert.equal(mergeRecord({ ...sides, fields: [field()] }).length, 1);
  assert.deepEqual(mergeRecord({ ...sides, fields: [field({ isPaused: true })] }), []);
});

test('what one side changed goes to the other, once', async () => {
  const there = await sync([field()], { ...agreedOn('old'), deal: { X: 'new' } });
  assert.deepEqual([valueAt(there.next.document, 'a.x'), there.written], ['new', []]);
  const here = await sync([field()], { ...agreedOn('old'), document: { a: { x: 'new' } } });
  assert.deepEqual([here.next.deal.X, here.written, here.taken], ['new', ['X'], 0]);
  for (const { next } of [there, here]) {
    const again = await sync([field()], next);
    assert.deepEqual([again.taken, again.written, again.next], [0, [], next]);
  }
});

test('a conflict is decided by the rule, and shown with what lost and what won', async () => {
  const state: State = { ...agreedOn('old'), document: { a: { x: 'here' } }, deal: { X: 'there' } };
  for (const crmWins of [true, false]) {
    const { next, steps } = await sync([field()], state, crmWins);
    const [lost, won] = crmWins ? ['here', 'there'] : ['there', 'here'];
    assert.deepEqual(steps[0]?.conflict, { path: 'a.x', before: lost, after: won });
    assert.deepEqual([valueAt(next.document, 'a.x'), next.deal.X], [won, won]);
  }
});

test('one word of the partner for several of the CRM: the word of the CRM stays', async () => {
  const fields = defaultMapping('SALESFORCE', 'AWS').fields.filter(({ target }) => target === 'LifeCycle.Stage');
  const state: State = {
    document: { LifeCycle: { Stage: 'Qualified' } },
    deal: { StageName: 'Needs Analysis' },
    base: none,
  };
  const met = await sync(fields, state);
  assert.deepEqual([met.written, met.taken], [[], 0]);
  const moved = await sync(fields, { ...met.next, document: { LifeCycle: { Stage: 'Committed' } } });
  assert.equal(moved.next.deal.StageName, 'Negotiation/Review');
});

test('the same amount in another spelling is no change', async () => {
  const state: State = { ...agreedOn('12.50'), deal: { X: 12.5 } };
  const { taken, written } = await sync([field({ form: 'MONEY' })], state);
  assert.deepEqual([taken, written], [0, []]);
});

test('a value that was emptied is emptied on the other side', async () => {
  const there = await sync([field()], { ...agreedOn('old'), deal: { X: null } });
  assert.deepEqual([there.next.document, there.taken], [{}, 1]);
  const here = await sync([field()], { ...agreedOn('old'), document: {} });
  assert.deepEqual([here.next.deal.X, here.written], [null, ['X']]);
});

test('a standard is no statement of the CRM where the document has a value', async () => {
  const fields = [field({ standard: 'USD' })];
  const { next, taken } = await sync(fields, { document: { a: { x: 'EUR' } }, deal: {}, base: none });
  assert.deepEqual([taken, next.deal.X], [0, 'EUR']);
  const empty = await sync(fields, { document: {}, deal: {}, base: none });
  assert.equal(valueAt(empty.next.document, 'a.x'), 'USD');
});

test('a field that only we write is put back once; a CRM that insists keeps what it has until the document changes', async () => {
  const fields = [field({ direction: 'TO_CRM' })];
  const first = await sync(fields, { document: { a: { x: 'Won' } }, deal: { X: 'theirs' }, base: none });
  assert.deepEqual([first.next.deal.X, first.taken], ['Won', 0]);
  const echoed = await sync(fields, first.next);
  assert.deepEqual(echoed.written, []);
  const insisting = await sync(fields, { ...echoed.next, deal: { X: 'theirs' } });
  assert.deepEqual([insisting.written, insisting.steps[0]?.verdict], [[], 'LEAVE']);
  const moved = await sync(fields, { ...insisting.next, document: { a: { x: 'Lost' } } });
  assert.deepEqual(moved.written, ['X']);
});

test('a field that only we write is not emptied for want of a value', async () => {
  const fields = [field({ direction: 'TO_CRM' })];
  assert.deepEqual((await sync(fields, { document: {}, deal: { X: 'theirs' }, base: none })).written, []);
});

test('what only goes to the partner is never written to the CRM', async () => {
  const fields = [field({ direction: 'TO_PARTNER' })];
  const state: State = { ...agreedOn('old'), document: { a: { x: 'here' } }, deal: { X: 'there' } };
  const { next, written } = await sync(fields, state, false);
  assert.deepEqual([written, valueAt(next.document, 'a.x')], [[], 'here']);
  assert.deepEqual((await sync(fields, next, false)).taken, 0);
  assert.deepEqual(
    (await sync(fields, { ...next, deal: { X: 'newer' } }, false)).taken,
    1,
    'the next change is no conflict',
  );
});

test('pending writes are known without reading the CRM', async () => {
  const owes = (state: State): boolean =>
    owesCrm({ fields: [field()], saidHere: (path) => valueAt(state.document, path), base: state.base });
  const state = agreedOn('old');
  assert.equal(owes(state), false);
  const changed = { ...state, document: { a: { x: 'new' } } };
  assert.equal(owes(changed), true);
  assert.equal(owes((await sync([field()], changed)).next), false);
});

const values = fc.constantFrom(undefined, 'a', 'b', '1', '1.0');
const fieldsArbitrary = fc.record({
  direction: fc.constantFrom<FieldMapping['direction']>('BOTH', 'TO_PARTNER', 'TO_CRM'),
  form: fc.constantFrom(undefined, 'TEXT' as const, 'NUMBER' as const),
  standard: fc.constantFrom(undefined, 'b'),
});
const edits = fc.array(fc.record({ isHere: fc.boolean(), value: values, crmWins: fc.boolean() }), { maxLength: 8 });

test('after any changes on both sides, synchronizing ends: nothing is taken or written any more, and BOTH agree', () =>
  fc.assert(
    fc.asyncProperty(fieldsArbitrary, edits, async ({ direction, form, standard }, changes) => {
      const fields = [
        field({
          direction,
          ...(form === undefined ? {} : { form }),
          ...(standard === undefined ? {} : { standard }),
        }),
      ];
      let state: State = { document: {}, deal: {}, base: none };
      for (const { isHere, value, crmWins } of changes) {
        state = isHere
          ? { ...state, document: value === undefined ? {} : { a: { x: value } } }
          : { ...state, deal: value === undefined ? {} : { X: value } };
        state = (await sync(fields, stored(state), crmWins)).next;
      }
      for (let round = 0; round < 3; round += 1) state = (await sync(fields, state)).next;
      const { next, taken, written } = await sync(fields, state);
      assert.deepEqual([taken, written, next], [0, [], state]);
      if (direction !== 'BOTH') return;
      const { members } = await readingOf({ fields }, recordOf(state.deal));
      const [stated, said] = [members['a.x'], valueAt(state.document, 'a.x')];
      // A default is not a statement: the document may omit it.
      if (stated?.isUnreadable || stated?.isStandard) return;
      const spelled = (value: unknown): string => (form === 'NUMBER' ? String(Number(value)) : String(value));
      assert.equal(spelled(stated?.value), spelled(said));
    }),
    { numRuns: 500 },
  ));

/** What runs share: a referral, a record, and whose turn it is (`turn.ts`). */
type Shared = { state: State; turn: number; writer: unknown; conflicts: number; wrote: unknown[]; recorded: unknown[] };

/** The steps of a run, in the order of `workflows/referral/sync-both-halves.ts`: each sees what the others have done before it. */
const overlapping = async function* (fields: FieldMapping[], shared: Shared, crmWins: boolean): AsyncGenerator<void> {
  const me = {};
  const merge = (deal: Members): Promise<MemberStep[]> => stepsOf(fields, { ...shared.state, deal }, crmWins);
  const keep = (change: Partial<State>): void => {
    shared.state = stored({ ...shared.state, ...change });
  };
  const read = () => ({ deal: shared.state.deal, turn: shared.turn });
  const hasTurn = (turn: number): boolean => turn === shared.turn && (shared.writer === null || shared.writer === me);
  let seen = read();
  yield;
  while (!hasTurn(seen.turn)) {
    seen = read();
    yield;
  }
  const steps = await merge(seen.deal);
  shared.conflicts += steps.filter(({ conflict }) => conflict !== null).length;
  const document = steps
    .filter(({ verdict }) => verdict === 'TAKE')
    .reduce<Members>(
      (made, { theirs, field: { target } }) =>
        theirs === undefined ? withoutValue(made, target) : withValue(made, target, theirs),
      shared.state.document,
    );
  const { base } = shared.state;
  keep({ document, base: baseAfter(base, steps) });
  if (JSON.stringify(base) !== JSON.stringify(shared.state.base)) shared.turn += 1;
  seen = { ...seen, turn: shared.turn };
  for (;;) {
    yield;
    if (hasTurn(seen.turn)) {
      const writes = stored(writesOf(await merge(seen.deal)));
      if (writes.length > 0) shared.writer = me;
      yield;
      const has = (name: string, value: unknown): boolean => (shared.state.deal[name] ?? null) === value;
      const open = writes.filter(({ name, word, before }) => !has(name, word) && has(name, before));
      const written = writes.filter((one) => open.includes(one) || has(one.name, one.word));
      keep({ deal: { ...shared.state.deal, ...Object.fromEntries(open.map(({ name, word }) => [name, word])) } });
      shared.wrote.push(...open.map(({ word }) => word));
      yield;
      shared.conflicts += written.filter(({ conflict }) => conflict !== null).length;
      shared.recorded.push(...written.map(({ word }) => word));
      keep({ base: baseAfterWrites(shared.state.base, written) });
      if (written.length > 0) shared.turn += 1;
      if (shared.writer === me) shared.writer = null;
      if (written.length === writes.length) return;
    }
    seen = read();
  }
};

const movesOf = (...edits: ('here' | 'there')[]) =>
  fc.array(
    fc.oneof(
      { weight: 2, arbitrary: fc.record({ edit: fc.constantFrom(...edits), value: fc.constantFrom('a', 'b', 'c') }) },
      { weight: 2, arbitrary: fc.constant('begin' as const) },
      { weight: 12, arbitrary: fc.record({ step: fc.nat(4) }) },
    ),
    { minLength: 10, maxLength: 80 },
  );

type Moves = ReturnType<typeof movesOf> extends fc.Arbitrary<infer Made> ? Made : never;

/** Runs of one referral that overlap. Every change here is followed by a run that begins after it. */
const overlap = async (moves: Moves, crmWins: boolean): Promise<Shared> => {
  const fields = [field()];
  const shared: Shared = { state: agreedOn('a'), turn: 0, writer: null, conflicts: 0, wrote: [], recorded: [] };
  let runs: AsyncGenerator<void>[] = [];
  for (const move of moves) {
    if (move === 'begin') runs.push(overlapping(fields, shared, crmWins));
    else if ('step' in move) await runs[move.step % Math.max(runs.length, 1)]?.next();
    else if (move.edit === 'there') shared.state = { ...shared.state, deal: { X: move.value } };
    else shared.state = { ...shared.state, document: { a: { x: move.value } } };
  }
  runs.push(overlapping(fields, shared, crmWins));
  while (runs.length > 0) {
    const left: typeof runs = [];
    for (const run of runs) if (!(await run.next()).done) left.push(run);
    runs = left;
  }
  return shared;
};

test('runs that overlap: what was changed here is no conflict, is not taken back, reaches the CRM, and each write is recorded', () =>
  fc.assert(
    fc.asyncProperty(movesOf('here'), fc.boolean(), async (moves, crmWins) => {
      const { state, conflicts, wrote, recorded } = await overlap(moves, crmWins);
      const said = moves.reduce((last, move) => (move !== 'begin' && 'edit' in move ? move.value : last), 'a');
      assert.deepEqual(state, agreedOn(said));
      assert.equal(conflicts, 0);
      assert.deepEqual(recorded, wrote);
    }),
    { numRuns: 2000 },
  ));

test('runs that overlap while the CRM is changed, too: both agree in the end, and each change there is one conflict at most', () =>
  fc.assert(
    fc.asyncProperty(movesOf('here', 'there'), fc.boolean(), async (moves, crmWins) => {
      const { state, conflicts } = await overlap(moves, crmWins);
      const edits = moves.filter((move) => move !== 'begin' && 'edit' in move && move.edit === 'there').length;
      assert.ok(conflicts <= edits, `${conflicts} conflicts of ${edits} changes`);
      const { next } = await sync([field()], state, crmWins);
      assert.equal(valueAt(next.document, 'a.x'), next.deal.X);
    }),
    { numRuns: 2000 },
  ));
