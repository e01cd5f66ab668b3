import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { spawnService } from './process.ts';

const readme = readFileSync(join(import.meta.dirname, '../../README.md'), 'utf8');

/** The commands that the README asks people to paste between two headings, as one text. */
const pastesOf = (from: string, to: string): string => {
  const part = readme.slice(readme.indexOf(`## ${from}`), readme.indexOf(`## ${to}`));
  return [...part.matchAll(/```sh\n(.*?)```/gs)].map(([, text]) => text).join('\n');
};

/** Standard output, and what was written to standard error. */
const paste = async (text: string, cwd: string): Promise<{ output: string; complaints: string }> => {
  const PATH = `${dirname(process.execPath)}:${process.env.PATH ?? ''}`;
  const shell = spawn('bash', ['-c', text], { cwd, env: { PATH }, stdio: ['ignore', 'pipe', 'pipe'] });
  const [output, complaints] = await Promise.all(
    [shell.stdout, shell.stderr].map(async (stream) => (await stream.setEncoding('utf8').toArray()).join('')),
  );
  return { output: output ?? '', complaints: complaints ?? '' };
};

test('the tour of the README can be pasted again and again, and says what the README shows', {
  timeout: 240_000,
}, async () => {
  const home = mkdtempSync(join(tmpdir(), 'mos-tour-'));
  const service = spawnService({ DATA_DIR: join(home, 'data'), AUTH_PORT: '0', SIMULATOR_PORT: '0', DEMO: 'on' });
  try {
    await service.started;
    while (!existsSync(join(home, 'data/demo-credentials.json'))) await new Promise((resolve) => setImmediate(resolve));
    const tour = pastesOf('Five minutes', 'Settings');
    for (let time = 1; time <= 2; time += 1) {
      const { output, complaints } = await paste(tour, home);
      assert.equal(complaints, '', output);
      const lines = [
        /PENDING_ACCEPTANCE offer-\w+/,
        /ent_\w+ ACTIVE arn:aws:license-manager::\d+:license:l-\w+/,
        /SUCCESS \{"requests":13,"storage":3\} carried \{"requests":0\.25,"storage":0\}/,
        /AWS has (requests 13|storage 3)/,
        /AWS has (requests 13|storage 3)/,
        /(usage\.report|offer\.create) COMPLETED: .+/,
        /(usage\.report|offer\.create) COMPLETED: .+/,
        /app_\w+ mos_[\w-]{4}…/,
        /robin-\d+@acme\.example INVITED/,
        /Olivia Owner: inviteUser user_\w+/,
        /Olivia Owner: createOAuthApp app_\w+/,
      ];
      assert.match(output, new RegExp(`^${lines.map(({ source }) => source).join('\\n')}\\n$`), `paste ${time}`);
    }
  } finally {
    service.child.kill('SIGKILL');
    await service.exited;
    rmSync(home, { recursive: true, force: true });
  }
});
