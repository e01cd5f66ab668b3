import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { createFolderMailer } from '../adapters/mail/folder-mailer.ts';
import { createLocalFiles } from '../adapters/storage/local.ts';
import { fileKey } from '../adapters/storage/port.ts';

const home = mkdtempSync(join(tmpdir(), 'mos-parts-'));
after(() => rmSync(home, { recursive: true, force: true }));

const now = new Date('2026-11-20T12:00:00Z');
const clock = { wallNow: () => now };

const write = (dir: string, name: string, time: string): void => {
  mkdirSync(dir, { recursive: true });
  writeFileSync(join(dir, name), 'half');
  utimesSync(join(dir, name), new Date(time), new Date(time));
};

const writers: Record<string, (dir: string) => Promise<void>> = {
  files: (dir) =>
    createLocalFiles({ dir, baseUrl: 'https://api.example', linkKeys: [Buffer.alloc(32, 1)], clock }).put(
      fileKey('org_01h2xcejqtf2nbrexx3vqjhp41', 'eula', 'one', 'pdf'),
      Buffer.from('%PDF-'),
      'application/pdf',
    ),
  mails: (dir) =>
    createFolderMailer({ dir, from: 'mos@example.com', clock }).send({
      ...{ messageId: 'one', to: 'crm@example.com', subject: 'Hello', text: 'Hello', html: '<p>Hello</p>' },
    }),
};

for (const [what, put] of Object.entries(writers))
  test(`${what}: what a killed process left half-written goes, what another one writes stays`, async () => {
    const dir = join(home, what);
    write(dir, 'left.4711-1.part', '2026-11-20T10:59:00Z');
    write(dir, 'now.4712-1.part', '2026-11-20T11:59:00Z');
    write(dir, 'whole', '2026-11-20T10:59:00Z');
    await put(dir);
    const names = readdirSync(dir);
    assert.equal(names.length, 3);
    assert.deepEqual(
      ['left.4711-1.part', 'now.4712-1.part', 'whole'].map((name) => names.includes(name)),
      [false, true, true],
    );
  });
