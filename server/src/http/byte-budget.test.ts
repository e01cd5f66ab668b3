import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createByteBudget, type Party } from './byte-budget.ts';

const mebibyte = 1024 * 1024;
type Budget = ReturnType<typeof createByteBudget>;

/** Takes pieces until the budget is used up. Returns the bytes taken. */
const takeAll = (budget: Budget, party: Party, piece: number, takeBack?: () => void): number => {
  let sum = 0;
  for (; budget.makeRoom(party, piece); sum += piece) budget.take(party, piece, takeBack);
  return sum;
};

test('organizations that take all they can leave a whole body to the next one', () => {
  const budget = createByteBudget();
  let lost = 0;
  for (let count = 1; count <= 20; count += 1)
    for (const caller of ['one', 'other']) {
      const organization = `hog ${count}`;
      takeAll(budget, { caller: `${organization} ${caller}`, organization }, 64 * 1024, () => (lost += 1));
    }
  const before = lost;
  const late = { caller: 'late', organization: 'late' };
  assert.ok(budget.makeRoom(late, 5 * mebibyte), 'a body of the largest size');
  assert.equal(lost - before, 80, 'no more is taken back than is needed');
});

test('a holder takes nothing from another that holds as much', () => {
  const budget = createByteBudget();
  const lost: string[] = [];
  for (const organization of ['a', 'b', 'c', 'd'])
    for (const caller of ['one', 'other'])
      takeAll(
        budget,
        { caller: `${organization} ${caller}`, organization },
        32 * mebibyte,
        () => void lost.push(organization),
      );
  assert.equal(lost.length, 0);
  const late = { caller: 'late', organization: 'late' };
  assert.ok(budget.makeRoom(late, 32 * mebibyte));
  budget.take(late, 32 * mebibyte, () => void lost.push('late'));
  assert.equal(lost.length, 1);
  assert.ok(!budget.makeRoom({ caller: 'later', organization: 'late' }, 64 * mebibyte), 'its own share is used up');
  assert.ok(!budget.makeRoom({ caller: 'later', organization: 'late' }, 32 * mebibyte), 'it would hold as much');
  assert.equal(lost.length, 1);
});

test('what is being worked on is not taken back', () => {
  const budget = createByteBudget();
  for (const organization of ['a', 'b', 'c', 'd'])
    for (const caller of ['one', 'other'])
      takeAll(budget, { caller: `${organization} ${caller}`, organization }, mebibyte);
  assert.ok(!budget.makeRoom({ caller: 'late', organization: 'late' }, mebibyte));
});

test('one alone has its whole share, and gets it back once', () => {
  const budget = createByteBudget();
  assert.equal(takeAll(budget, { caller: 'a', organization: 'x' }, mebibyte), 32 * mebibyte);
  assert.equal(takeAll(budget, { caller: 'b', organization: 'x' }, mebibyte), 32 * mebibyte);
  assert.equal(takeAll(budget, { caller: 'c', organization: 'x' }, mebibyte), 0);
  const giveBack = budget.take({ caller: 'd', organization: 'y' }, 192 * mebibyte);
  assert.ok(!budget.makeRoom({ caller: 'e', organization: 'z' }, mebibyte));
  giveBack();
  giveBack();
  assert.equal(takeAll(budget, { caller: 'e', organization: 'z' }, mebibyte), 32 * mebibyte);
});

test('networks of strangers leave room to other networks in the same way', () => {
  const budget = createByteBudget({ caller: 8 * mebibyte, organization: 64 * mebibyte, all: 64 * mebibyte }, 'caller');
  for (let count = 0; count < 100; count += 1)
    takeAll(budget, { caller: `network ${count}`, organization: 'strangers' }, 16 * 1024, () => {});
  assert.ok(budget.makeRoom({ caller: 'a marketplace', organization: 'strangers' }, 256 * 1024), 'a message');
});
