/** Runs the service under `node --watch`: it restarts on the same data when a source file changes. */
import { spawn } from 'node:child_process';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..');
// With the memory settings of `npm start`.
const child = spawn(
  process.execPath,
  ['--max-semi-space-size=8', '--heap-growing-percent=40', '--watch', '--watch-preserve-output', 'server/src/main.ts'],
  { cwd: root, stdio: 'inherit', env: { MALLOC_ARENA_MAX: '2', ...process.env } },
);
// The console with hot reload, at the address that Vite prints; it passes everything else on to the service.
const page = spawn(process.execPath, ['node_modules/vite/bin/vite.js', 'console'], { cwd: root, stdio: 'inherit' });
child.on('exit', () => page.kill());
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => child.kill(signal));
child.on('exit', (code) => process.exit(code ?? 0));
