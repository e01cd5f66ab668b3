/**
 * npm leaves a platform's package out of the lockfile if the registry that it was generated from does not have it; `npm
 * ci` then refuses the whole lockfile. This script adds the missing packages, by the names that the packages themselves
 * list: `@scope/cli-linux-arm64-musl`. Run it after adding a dependency. It changes nothing if nothing is missing.
 */
import { readFileSync, writeFileSync } from 'node:fs';

const file = 'package-lock.json';
const lock = JSON.parse(readFileSync(file, 'utf8'));
const added = [];

const libcOf = (name) => (/-musl\w*$/.test(name) ? ['musl'] : /-gnu\w*$/.test(name) ? ['glibc'] : undefined);

for (const [path, owner] of Object.entries({ ...lock.packages })) {
  if (path === '') continue;
  for (const [name, version] of Object.entries(owner.optionalDependencies ?? {})) {
    const hoisted = `node_modules/${name}`;
    if (lock.packages[hoisted] || lock.packages[`${path}/node_modules/${name}`]) continue;
    const [, os, cpu] =
      /(android|darwin|linux|win32|freebsd|openharmony|netbsd|openbsd|sunos|aix)-([a-z0-9]+)/.exec(name) ?? [];
    if (!os || !cpu) continue;
    const libc = libcOf(name);
    lock.packages[hoisted] = {
      version,
      cpu: [cpu],
      ...(owner.dev ? { dev: true } : {}),
      ...(libc ? { libc } : {}),
      ...(owner.engines ? { engines: owner.engines } : {}),
      optional: true,
      os: [os],
    };
    added.push(`${name}@${version}`);
  }
}

if (added.length > 0) {
  const sorted = Object.entries(lock.packages).sort(([left], [right]) => left.localeCompare(right, 'en'));
  lock.packages = Object.fromEntries(sorted);
  writeFileSync(file, `${JSON.stringify(lock, null, 2)}\n`);
}
console.log(added.length === 0 ? 'The lockfile is complete.' : `Added ${added.join(', ')}.`);
