import { spawnSync } from 'node:child_process';
import { existsSync, globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { type Family, families } from '../server/src/auth/permissions.ts';
import type { PathParameter } from '../server/src/contract/endpoint.ts';
import { endpoints } from '../server/src/domain/endpoints.ts';

// npm run new:endpoint -- archiveProduct POST '/org/{orgId}/product/{productId}/archive' product. Writes the record of
// an endpoint, its act or read, its example and a test, each to be filled in. The checks fail until they are.

const usage =
  'npm run new:endpoint -- <id> <GET|POST|PUT|PATCH|DELETE> <path> <folder of server/src/domain>\n' +
  "for example: npm run new:endpoint -- archiveProduct POST '/org/{orgId}/product/{productId}/archive' product";

type Wanted = { id: string; method: string; path: string; folder: string };

const fail = (message: string): never => {
  console.error(`${message}\n\n${usage}`);
  process.exit(1);
};

const kebab = (text: string): string => text.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

/** `archiveProduct` → `Archive product`. */
const sentence = (id: string): string => {
  const words = kebab(id).replaceAll('-', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
};

const readWanted = ([id = '', method = '', path = '', folder = '']: readonly string[]): Wanted => {
  if (!/^[a-z][A-Za-z0-9]+$/.test(id)) fail('The id is a verb and a noun, such as archiveProduct.');
  if (!/^(GET|POST|PUT|PATCH|DELETE)$/.test(method)) fail('The method is GET, POST, PUT, PATCH or DELETE.');
  if (!/^\/org\/\{orgId\}(\/[\w-]+|\/\{\w+\})+$/.test(path)) fail('The path begins with /org/{orgId}/.');
  if (!/^[a-z-]+(\/[a-z-]+)*$/.test(folder)) fail('The folder is that of a family, or one in it.');
  if (endpoints.some((endpoint) => endpoint.id === id)) fail(`There is an endpoint ${id} already.`);
  if (endpoints.some((endpoint) => endpoint.path === path && endpoint.method === method))
    fail(`${method} ${path} is served already.`);
  return { id, method, path, folder };
};

/** Parameters are copied from existing endpoints; a new one becomes an id that still needs a name. */
const parametersOf = (path: string): [string, PathParameter][] =>
  [...path.matchAll(/\{(\w+)\}/g)]
    .map(([, name]) => name ?? '')
    .filter((name) => name !== 'orgId')
    .map((name) => {
      const known = endpoints.find((endpoint) => endpoint.params[name])?.params[name];
      return [name, known ?? { text: true, noun: kebab(name).replace(/-id$/, '').replaceAll('-', ' ') }];
    });

const recordOf = ({ id, method, path, folder }: Wanted): string => {
  const isRead = method === 'GET';
  const first = folder.split('/')[0] as Family;
  const family = families.includes(first) ? first : 'organization';
  const parameters = parametersOf(path);
  return [
    `  ${isRead ? 'reads' : 'acts'}({`,
    `    id: '${id}',`,
    `    method: '${method}',`,
    `    path: '${path}',`,
    `    family: '${family}',`,
    `    permission: '${family}:${isRead ? 'read' : 'write'}',`,
    `    summary: '${sentence(id)}',`,
    ...(parameters.length > 0 ? [`    params: ${JSON.stringify(Object.fromEntries(parameters))},`] : []),
    '    reply: z.strictObject({}),',
    ...(isRead ? [] : ['    emits: [],']),
    `    ${isRead ? 'read' : 'act'}: ${id},`,
    '  }),',
    '',
  ].join('\n');
};

const actOf = ({ id, method, path }: Wanted, toSource: string): string => {
  const kind = method === 'GET' ? 'ReadCall' : 'ActCall';
  const names = parametersOf(path).map(([name]) => name);
  const input =
    names.length > 0 ? `, _input: { params: { ${names.map((name) => `${name}: string`).join('; ')} } }` : '';
  return `import type { ${kind} } from '${toSource}/contract/call.ts';

/** ${sentence(id)}. */
export const ${id} = async (_call: ${kind}${input}): Promise<Record<never, never>> => {
  throw new Error('${id} is not written yet');
};
`;
};

const testOf = ({ id }: Wanted, toServer: string): string => `import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { startApp, type TestApp } from '${toServer}/test/app.ts';

let app: TestApp;
before(async () => {
  app = await startApp({}, { idle: true });
});
after(() => app.close());

describe('${id}', () => {
  it('guarantees something', async () => {
    assert.fail(\`say what ${id} guarantees to \${app.acme.id}\`);
  });
});
`;

const exampleOf = ({ id, path }: Wanted): string => {
  const params = Object.fromEntries(parametersOf(path).map(([name]) => [name, 'missing']));
  return `  ${id}: async () => (${JSON.stringify(Object.keys(params).length > 0 ? { params } : {})}),\n`;
};

/** Inserts a text before the line that closes the table beginning with `opening`. */
const appendTo = (source: string, opening: RegExp, closing: string, text: string, file: string): string => {
  const begin = source.search(opening);
  const end = begin < 0 ? -1 : source.indexOf(`\n${closing}`, begin);
  if (end < 0) throw new Error(`${file} has no table to add to`);
  return `${source.slice(0, end + 1)}${text}${source.slice(end + 1)}`;
};

/** The example goes into the file with the examples of the neighbouring endpoints. */
const exampleFileFor = (root: string, records: string): string => {
  const ids = [...records.matchAll(/ id: '(\w+)'/g)].map(([, id]) => id ?? '');
  const files = globSync('server/test/examples/*.ts', { cwd: root });
  const fitting = files.find((file) => {
    const source = readFileSync(join(root, file), 'utf8');
    return ids.some((id) => new RegExp(`^  ${id}:`, 'm').test(source));
  });
  return fitting ?? 'server/test/examples/organization.ts';
};

/** Writes the skeleton below `root`; returns the files that were created or changed. */
const writeSkeleton = (root: string, wanted: Wanted): string[] => {
  const folder = join('server/src/domain', wanted.folder);
  const records = join(folder, 'endpoints.ts');
  if (!existsSync(join(root, records))) fail(`${records} does not exist; make it and join it in domain/endpoints.ts.`);
  const act = join(folder, 'actions', `${kebab(wanted.id)}.ts`);
  const test = act.replace(/\.ts$/, '.test.ts');
  for (const file of [act, test]) if (existsSync(join(root, file))) fail(`${file} exists already.`);
  const from = (file: string, to: string): string => relative(dirname(file), to);
  const source = readFileSync(join(root, records), 'utf8');
  const exampleFile = exampleFileFor(root, source);
  const examples = readFileSync(join(root, exampleFile), 'utf8');
  const imported =
    `import { ${wanted.id} } from './actions/${kebab(wanted.id)}.ts';\n` +
    (/import \{ z \} from 'zod'/.test(source) ? '' : "import { z } from 'zod';\n");
  const written: Record<string, string> = {
    [records]: appendTo(`${imported}${source}`, /: Endpoint\[\] = \[/, '];', recordOf(wanted), records),
    [act]: actOf(wanted, from(act, 'server/src')),
    [test]: testOf(wanted, from(test, 'server')),
    [exampleFile]: appendTo(examples, /Examples: Examples = \{/, '};', exampleOf(wanted), exampleFile),
  };
  for (const [file, text] of Object.entries(written)) {
    mkdirSync(dirname(join(root, file)), { recursive: true });
    writeFileSync(join(root, file), text);
  }
  return Object.keys(written);
};

const root = resolve(import.meta.dirname, '..');
const files = writeSkeleton(root, readWanted(process.argv.slice(2)));
spawnSync(join(root, 'node_modules/.bin/biome'), ['check', '--write', ...files], {
  cwd: root,
  stdio: 'ignore',
});
console.log(`Written, to be filled in:\n${files.map((file) => `  ${file}`).join('\n')}`);
console.log('Then: node tools/examples.ts, npm run golden, a line in CHANGELOG.md, npm run check.');
