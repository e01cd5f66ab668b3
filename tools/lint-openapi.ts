/**
 * Lints `golden/openapi.json` with the recommended rules of Redocly and the OpenAPI rules of Spectral. Needs no
 * network. Exits with 1 if a rule is broken.
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

const root = resolve(import.meta.dirname, '..');
const document = join(root, 'golden/openapi.json');

/** The linters look for a configuration near the document; this gives them the only one. */
const settings = {
  'redocly.yaml': 'extends:\n  - recommended\ntelemetry: off\n',
  // Whoever runs the service adds a contact.
  'spectral.yaml': 'extends: ["spectral:oas"]\nrules:\n  info-contact: off\n',
};

const linters = (folder: string): readonly { name: string; program: string; args: readonly string[] }[] => [
  {
    name: 'redocly',
    program: '@redocly/cli/bin/cli.js',
    args: ['lint', document, '--config', join(folder, 'redocly.yaml'), '--format', 'stylish', '--max-problems', '50'],
  },
  {
    name: 'spectral',
    program: '@stoplight/spectral-cli/dist/index.js',
    args: ['lint', document, '--ruleset', join(folder, 'spectral.yaml'), '--fail-severity', 'warn', '--quiet'],
  },
];

const folder = mkdtempSync(join(tmpdir(), 'mos-lint-'));
try {
  for (const [name, text] of Object.entries(settings)) writeFileSync(join(folder, name), text);
  for (const { name, program, args } of linters(folder)) {
    const { status, stdout, stderr } = spawnSync(process.execPath, [join(root, 'node_modules', program), ...args], {
      encoding: 'utf8',
      env: { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true', NO_COLOR: '1' },
    });
    if (status === 0) continue;
    console.log(`${name} finds faults in golden/openapi.json:\n${stdout}${stderr}`);
    process.exitCode = 1;
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}
