/**
 * Writes `golden/`: the service's promises as text files whose diffs are reviewed. With `--check`, compares instead and
 * exits with 1 if a file does not match the code.
 */

import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import openapiTypescript, { astToString, type OpenAPI3 } from 'openapi-typescript';
import { printConfigTable } from '../server/src/config/settings.ts';
import { isAct } from '../server/src/contract/endpoint.ts';
import { eventCatalogue } from '../server/src/contract/events.ts';
import { directBilling, directCodes } from '../server/src/contract/marketplaces/direct-billing.ts';
import { type Capability, capabilityNames } from '../server/src/contract/marketplaces/facts.ts';
import { marketplaceCodes, marketplaceFacts } from '../server/src/contract/marketplaces/marketplaces.ts';
import { buildOpenApi } from '../server/src/contract/openapi.ts';
import { readFacts } from '../server/src/db/citus/facts.ts';
import { ourChoices } from '../server/src/db/citus/placements.ts';
import { planDistribution, printObstacles, printPlan } from '../server/src/db/citus/plan.ts';
import { openDatabase } from '../server/src/db/open.ts';
import { printSchema } from '../server/src/db/print-schema.ts';
import { endpoints } from '../server/src/domain/endpoints.ts';
import { stateTables } from '../server/src/domain/states.ts';
import { errorCodes } from '../server/src/kit/errors.ts';
import { peopleEndpoints } from '../server/src/people/endpoints.ts';
import { buildPeopleOpenApi } from '../server/src/people/openapi.ts';
import { workflowNames } from '../server/src/workflows/registry.ts';
import { printNotificationTable } from './notification-table.ts';
import { cellOf, columns as principalKinds } from './permission-matrix.ts';

const folder = join(import.meta.dirname, '../golden');

const columns = (rows: string[][]): string => {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => (row[column] ?? '').length)));
  return `${rows
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n')}\n`;
};

const printPermissions = (): string =>
  columns([
    ['endpoint', 'permission', ...principalKinds.map(({ name }) => name)],
    ...endpoints.map((endpoint) => [
      endpoint.id,
      endpoint.permission,
      ...principalKinds.map((kind) => cellOf(endpoint, kind)),
    ]),
  ]);

const followsOf = (to: string): string => ({ SAME: 'stays', BEFORE: 'back' })[to] ?? to;

const printStates = (): string =>
  Object.entries(stateTables)
    .map(([noun, { statuses, acts }]) => {
      const head = `## ${noun}\n\n| act | trigger | ${statuses.join(' | ')} |\n|---|---|${statuses.map(() => '---').join('|')}|\n`;
      const rows = Object.entries(acts).map(([act, row]) => {
        const cells = statuses.map((status) => (row.from.includes(status) ? followsOf(row.to) : ''));
        return `| ${act} | ${row.trigger} | ${cells.join(' | ')} |`;
      });
      return `${head}${rows.join('\n')}\n`;
    })
    .join('\n');

const printCapability = (capability: Capability | undefined): string => {
  if (!capability) return '';
  const { can, note } = capability;
  if (can) return note === undefined ? 'yes' : `yes: ${note}`;
  return `no: ${note}`;
};

const printCapabilities = (): string => {
  const codes = [...marketplaceCodes, ...directCodes];
  const head = `| capability | ${codes.join(' | ')} |\n|---|${codes.map(() => '---').join('|')}|\n`;
  const rows = capabilityNames.map((name) => {
    const cells = [
      ...marketplaceCodes.map((code) => marketplaceFacts[code].capabilities[name]),
      ...directCodes.map((code) => directBilling[code][name]),
    ].map(printCapability);
    return `| ${name} | ${cells.join(' | ')} |`;
  });
  return `${head}${rows.join('\n')}\n`;
};

/** The types of a document, for programs in TypeScript: the console is one. */
const typesOf = async (document: object): Promise<string> =>
  astToString(await openapiTypescript(structuredClone(document) as OpenAPI3, { silent: true }), {
    formatOptions: { removeComments: true },
  });

const printed = async (): Promise<Record<string, string>> => {
  const database = await openDatabase({
    databaseUrl: undefined,
    dataDir: 'memory://',
    strictReads: false,
    poolSize: 1,
    migrate: true,
  });
  const [schema, facts] = await Promise.all([
    printSchema(database),
    readFacts((text) => database.pool.query(text)),
  ]).finally(() => database.close());
  const distribution = planDistribution(facts, ourChoices);
  if (distribution.obstacles.length > 0) throw new Error(printObstacles(distribution.obstacles));
  const openApi = buildOpenApi(endpoints, {
    version: '1',
    baseUrl: 'http://127.0.0.1:8080',
    tokenUrl: 'http://127.0.0.1:8081/oauth2/token',
  });
  const peopleApi = buildPeopleOpenApi(peopleEndpoints, 'http://127.0.0.1:8081', '1');
  return {
    'openapi.d.ts': await typesOf(openApi),
    'people.d.ts': await typesOf(peopleApi),
    'openapi.json': `${JSON.stringify(openApi, null, 2)}\n`,
    'people.json': `${JSON.stringify(peopleApi, null, 2)}\n`,
    'endpoints.txt': columns([
      ['method', 'path', 'endpoint', 'kind'],
      ...endpoints.map((endpoint) => [endpoint.method, endpoint.path, endpoint.id, isAct(endpoint) ? 'act' : 'read']),
      ...peopleEndpoints.map(({ method, path, id, kind }) => [method, path, id, kind]),
    ]),
    'permissions.txt': printPermissions(),
    'states.md': `# States\n\nEvery act of every state table: what follows in each status; an empty cell is a refusal (409). "back": the status before the request that is over now.\n\n${printStates()}`,
    'capabilities.md': `# Capabilities\n\nWhat each marketplace can do, and what can be done for purchases that are billed directly (an empty cell: nothing). What one cannot is refused with 409 and the reason; other partners can none of it.\n\n${printCapabilities()}`,
    'events.txt': columns([['event', 'meaning'], ...Object.entries(eventCatalogue)]),
    'notifications.md': printNotificationTable(),
    'errors.txt': columns([
      ['code', 'status', 'title'],
      ...Object.entries(errorCodes).map(([code, row]) => [code, String(row.status), row.title]),
    ]),
    'workflows.txt': `${workflowNames.join('\n')}\n`,
    'config.txt': printConfigTable('text'),
    'schema.sql': schema,
    'citus-plan.sql': printPlan(distribution, ourChoices),
  };
};

const readme = join(import.meta.dirname, '../README.md');

/** The README's table of settings is generated from the same rows as the service's settings. */
const printReadme = (): string =>
  readFileSync(readme, 'utf8').replace(
    /(<!-- settings -->\n)[\s\S]*(<!-- \/settings -->)/,
    (_whole, begin: string, end: string) => `${begin}\n${printConfigTable('markdown')}\n${end}`,
  );

const files = await printed().catch((error: Error) => {
  console.log(error.message);
  process.exit(1);
});
if (process.argv.includes('--check')) {
  const changed = Object.entries(files).filter(
    ([name, text]) => !existsSync(join(folder, name)) || readFileSync(join(folder, name), 'utf8') !== text,
  );
  if (printReadme() !== readFileSync(readme, 'utf8')) changed.push(['../README.md', '']);
  const strangers = existsSync(folder) ? readdirSync(folder).filter((name) => !(name in files)) : [];
  for (const name of [...changed.map(([name]) => name), ...strangers])
    console.log(`golden/${name} is not as the code says; run npm run golden and read the difference`);
  process.exit(changed.length + strangers.length > 0 ? 1 : 0);
}
mkdirSync(folder, { recursive: true });
for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
writeFileSync(readme, printReadme());
console.log(`golden: ${Object.keys(files).length} files`);
