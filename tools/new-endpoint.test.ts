import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { after, before, describe, it } from 'node:test';

const root = resolve(import.meta.dirname, '..');
let copy: string;

before(() => {
  copy = mkdtempSync(join(tmpdir(), 'mos-skeleton-'));
  for (const part of ['server', 'simulators', 'tools', 'package.json', 'tsconfig.json', 'biome.json'])
    cpSync(join(root, part), join(copy, part), { recursive: true });
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'));
});
after(() => rmSync(copy, { recursive: true, force: true }));

const run = (program: string, ...args: string[]): { status: number | null; output: string } => {
  // Otherwise node:test would treat the child as one of its own test runs.
  const { NODE_TEST_CONTEXT: _, ...env } = process.env;
  const { status, stdout, stderr } = spawnSync(program, args, { cwd: copy, encoding: 'utf8', env });
  return { status, output: `${stdout}${stderr}` };
};

const make = (...args: string[]) => run(process.execPath, 'tools/new-endpoint.ts', ...args);

describe('a new endpoint', () => {
  it('has a valid record, act, example and test', () => {
    const act = make('archiveContact', 'POST', '/org/{orgId}/contact/{contactId}/archive', 'contact');
    assert.equal(act.status, 0, act.output);
    const read = make('getUserBadge', 'GET', '/org/{orgId}/user/{userId}/badge/{color}', 'organization/access/user');
    assert.equal(read.status, 0, read.output);

    const ids =
      "import('./server/src/domain/endpoints.ts').then((m) => console.log(m.endpoints.map((e) => e.id).join()))";
    const { output } = run(process.execPath, '-e', ids);
    assert.match(output, /archiveContact/);
    assert.match(output, /getUserBadge/);
    assert.match(readFileSync(join(copy, 'server/test/examples/contact.ts'), 'utf8'), /archiveContact: async/);
    const record = readFileSync(join(copy, 'server/src/domain/contact/endpoints.ts'), 'utf8');
    assert.match(record, /params: \{ contactId: \{ id: 'contact', noun: 'contact' \} \}/);

    // The files that were written, and all that they import.
    const files = [
      'server/src/domain/contact/endpoints.ts',
      'server/src/domain/contact/actions/archive-contact.test.ts',
      'server/src/domain/organization/access/user/endpoints.ts',
      'server/test/examples/all.ts',
    ];
    writeFileSync(
      join(copy, 'tsconfig.written.json'),
      JSON.stringify({ extends: './tsconfig.json', include: ['server/src/**/*.d.ts'], files }),
    );
    const checked = run(
      process.execPath,
      'node_modules/typescript-7/bin/tsc',
      '--noEmit',
      '-p',
      'tsconfig.written.json',
    );
    assert.equal(checked.status, 0, checked.output);
    const linted = run(
      join(root, 'node_modules/.bin/biome'),
      'check',
      'server/src/domain/contact',
      'server/src/domain/organization/access/user',
      'server/test/examples',
    );
    assert.equal(linted.status, 0, linted.output);
    const tested = run(process.execPath, '--test', 'server/src/domain/contact/actions/archive-contact.test.ts');
    assert.notEqual(tested.status, 0, 'the test fails until it says something');
  });

  it('is refused if it exists already, or is invalid', () => {
    for (const args of [
      ['createContact', 'POST', '/org/{orgId}/contact/again', 'contact'],
      ['createContactAgain', 'POST', '/org/{orgId}/contact', 'contact'],
      ['Create', 'POST', '/org/{orgId}/thing', 'contact'],
      ['createThing', 'HEAD', '/org/{orgId}/thing', 'contact'],
      ['createThing', 'POST', '/thing', 'contact'],
      ['createThing', 'POST', '/org/{orgId}/thing', 'nowhere'],
    ])
      assert.equal(make(...args).status, 1, args.join(' '));
  });
});
