import assert from 'node:assert/strict';
import { existsSync, globSync, readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { test } from 'node:test';
import ts from 'typescript';

// House rules that protect users, as tests: where SQL may be, what must go through one module only (time, randomness,
// settings, log), and what a family documents about itself. Each rule is also tested on an example that it must reject.

const root = resolve(import.meta.dirname, '../..');

/** A parsed source file: its code without comments and string contents, and those strings. */
type Source = { file: string; raw: string; code: string; literals: readonly Literal[] };
type Literal = { text: string; at: number; isSql: boolean };

type Fault = { file: string; line: number; why: string };
type Rule = {
  name: string;
  /** Whether the rule applies to a file. */
  applies: (file: string) => boolean;
  faults: (source: Source) => { at: number; why: string }[];
  /** Texts that the rule must reject, and texts that it must accept, as if they were in `file`. */
  bites: readonly { file: string; text: string }[];
  passes: readonly { file: string; text: string }[];
};

const isTest = (file: string): boolean => /\.test(-support)?\.ts$|^server\/test\//.test(file);
const isProduction = (file: string): boolean => /^(server\/src|simulators)\//.test(file) && !isTest(file);

/** Parts of a template string count as separate literals; the code between them stays code. */
const isText = (node: ts.Node): boolean =>
  ts.isStringLiteralLike(node) || ts.isTemplateHead(node) || ts.isTemplateMiddle(node) || ts.isTemplateTail(node);

const isUnderSqlTag = (node: ts.Node): boolean => {
  const template = ts.isTemplateSpan(node.parent) ? node.parent.parent : node.parent;
  const tagged = ts.isTaggedTemplateExpression(node.parent) ? node.parent : template.parent;
  return tagged !== undefined && ts.isTaggedTemplateExpression(tagged) && /^sql\b/.test(tagged.tag.getText());
};

const parse = (file: string, raw: string): Source => {
  const tree = ts.createSourceFile(file, raw, ts.ScriptTarget.Latest, true);
  const literals: Literal[] = [];
  // Comments and strings are replaced by blanks, so that offsets stay the same.
  const code = Array.from(raw, (character) => (character === '\n' ? '\n' : ' ')).join('');
  const pieces: { at: number; text: string }[] = [];
  const visit = (node: ts.Node): void => {
    if (isText(node)) {
      const text = (node as ts.LiteralLikeNode).text;
      literals.push({ text, at: node.getStart(tree), isSql: isUnderSqlTag(node) });
      return;
    }
    const children = node.getChildren(tree);
    if (children.length > 0) for (const child of children) visit(child);
    else if (node.kind !== ts.SyntaxKind.RegularExpressionLiteral) {
      pieces.push({ at: node.getStart(tree), text: node.getText(tree) });
    }
  };
  visit(tree);
  const parts: string[] = [];
  let end = 0;
  for (const { at, text } of pieces) {
    if (at < end) continue;
    parts.push(code.slice(end, at), text);
    end = at + text.length;
  }
  return { file, raw, code: parts.join('') + code.slice(end), literals };
};

const lineOf = (source: Source, at: number): number => source.raw.slice(0, at).split('\n').length;

const check = (rule: Rule, source: Source): Fault[] =>
  rule.applies(source.file)
    ? rule.faults(source).map(({ at, why }) => ({ file: source.file, line: lineOf(source, at), why }))
    : [];

// ── SQL ──────────────────────────────────────────────────────────────────────────────────────────────────────────────

/** Where SQL may stand: stores, db/, and the compiler of the query language. Salesforce's SOQL looks like it. */
const mayHoldSql = (file: string): boolean =>
  /^server\/src\/db\//.test(file) ||
  /[/-]store\.ts$/.test(file) ||
  /^server\/src\/contract\/query\//.test(file) ||
  /\/salesforce\/soql\.ts$/.test(file);

// SQL is written all small or all large; a sentence of English that begins with "Select" or "Update" is neither.
const statement = new RegExp(
  [
    'select\\s[^]*\\sfrom\\s',
    'select\\s+(\\d|[a-z_]+\\()',
    'with\\s+\\w+\\s+as\\s*\\(',
    'insert\\s+into\\s+\\w',
    'update\\s+\\S+\\s+set\\s',
    'delete\\s+from\\s+\\w',
    '(create|alter|drop)\\s+(table|index|role|policy|schema|extension|view)\\s',
    'truncate\\s+\\w',
    'set\\s+(local\\s+)?(role|constraints)\\s',
    'grant\\s+\\S+\\s+(on|to)\\s',
  ]
    .flatMap((pattern) => [pattern, pattern.replace(/(?<!\\)[a-z]{2,}/g, (word) => word.toUpperCase())])
    .map((pattern) => `^\\s*${pattern}`)
    .join('|'),
);

const builderCall = /\.(selectFrom|insertInto|updateTable|deleteFrom|mergeInto)\s*\(/g;

const sqlInStoresOnly: Rule = {
  name: 'SQL stands in stores and db/ only',
  applies: (file) => isProduction(file) && !mayHoldSql(file),
  faults: ({ code, literals }) => [
    ...literals
      .filter(({ text, isSql }) => isSql || statement.test(text))
      .map(({ at }) => ({ at, why: 'SQL belongs in the store of its family' })),
    ...[...code.matchAll(builderCall)].map(({ index, 1: call }) => ({
      at: index,
      why: `${call} belongs in the store of its family`,
    })),
  ],
  bites: [
    'const q = "select id from offer";',
    'const q = `SELECT id FROM ${table} WHERE x`;',
    'const q = `\n  with due as (select 1) select * from due`;',
    "const q = 'insert into offer values (1)';",
    "const q = 'update offer set name = $1';",
    "const q = 'DELETE FROM offer';",
    "const q = 'select count(*)';",
    'const q = sql`now()`;',
    'const q = sql<Row>`${a} < ${b}`;',
    "db.selectFrom('offer');",
    "db\n  .insertInto('offer');",
  ].map((text) => ({ file: 'server/src/domain/offer/reads.ts', text })),
  passes: [
    { file: 'server/src/domain/offer/store.ts', text: "db.selectFrom('offer'); const q = 'select id from offer';" },
    { file: 'server/src/domain/entitlement/term/store.ts', text: 'const q = sql`now()`;' },
    { file: 'server/src/db/system.ts', text: "const q = 'select id from due';" },
    { file: 'server/src/engine/operation-store.ts', text: "const q = 'select id from operation';" },
    { file: 'server/src/domain/offer/reads.ts', text: "const summary = 'Select the offer from the list.';" },
    { file: 'server/src/domain/offer/reads.ts', text: "const summary = 'Update a set of offers';" },
    { file: 'server/src/domain/offer/reads.ts', text: '// select id from offer\nconst a = 1;' },
    { file: 'server/src/domain/offer/reads.test.ts', text: "const q = 'select id from offer';" },
  ],
};

/** The builders of a store's handle add it; handwritten SQL must name it, despite row-level security. */
const statementsNameTheOrganization: Rule = {
  name: 'a statement that is written out names org_id',
  applies: (file) => isProduction(file) && /^server\/src\/(domain|engine)\/.*store\.ts$/.test(file),
  faults: ({ raw }) =>
    [...raw.matchAll(/\bsql(?:<[^`]*?>)?`((?:[^`\\]|\\.|\$\{[^}]*\})*)`/g)]
      .filter(([, text = '']) => /\b(from|update|into|join)\s+[a-z_]+/.test(text) && !/\borg_id\b/.test(text))
      .map(({ index }) => ({ at: index, why: "a statement on an organization's rows without org_id" })),
  bites: [
    { file: 'server/src/domain/offer/store.ts', text: 'const q = sql`select id from offer where id = ${id}`;' },
    { file: 'server/src/engine/operation-store.ts', text: 'const q = sql<Row>`update operation set status = ${s}`;' },
  ],
  passes: [
    {
      file: 'server/src/domain/offer/store.ts',
      text: 'const q = sql`select 1 from offer where org_id = ${db.orgId}`;',
    },
    { file: 'server/src/domain/offer/store.ts', text: 'const q = sql`now()`;' },
    { file: 'server/src/db/system.ts', text: 'const q = sql`delete from executor`;' },
  ],
};

const connectionsInDbOnly: Rule = {
  name: 'connections are opened in db/ only',
  applies: (file) => isProduction(file) && !/^server\/src\/db\//.test(file),
  faults: ({ code }) =>
    [...code.matchAll(/\bnew\s+(Kysely|PostgresDialect|PGliteDialect|PGlite|Client|(pg\.)(Pool|Client))\b/g)].map(
      ({ index, 0: found }) => ({ at: index, why: `${found}: ask db/ for a handle` }),
    ),
  bites: [
    'const db = new Kysely<X>({});',
    'const pool = new pg.Pool({});',
    'const d = new PostgresDialect({});',
    'const lite = new PGlite();',
  ].map((text) => ({ file: 'server/src/engine/start.ts', text })),
  passes: [{ file: 'server/src/db/open.ts', text: 'const db = new Kysely<X>({});' }],
};

// ── Statuses ─────────────────────────────────────────────────────────────────────────────────────────────────────────

/** Files that may compare a status. */
const comparesStatus: Readonly<Record<string, string>> = {
  'server/src/kit/transitions.ts': 'it is what the tables are read with',
  'server/src/contract/openapi/operation.ts': 'it says what the tables say',
  'server/src/workflows/marketplace/sync-changed.ts':
    "which statuses a message announces comes with the partner's message",
  'server/src/domain/organization/onboarding/view.ts':
    'steps of the checklist are worked out and counted; nothing moves',
};

const statusWord = '(?:\\w*[sS]tatus|status_before)';

/** Parts of usage and of its reports call their status `state`. */
const statusWordIn = (file: string): string =>
  /^server\/src\/domain\/metering\//.test(file) ? `(?:${statusWord}|state)` : statusWord;

/**
 * Questions about a status are answered beside its table, so that a new status must answer them too. Partners' words
 * belong to adapters.
 */
const statusesInTablesOnly: Rule = {
  name: 'a status is compared in its state table only',
  applies: (file) =>
    /^server\/src\//.test(file) &&
    isProduction(file) &&
    !/^server\/src\/adapters\//.test(file) &&
    !/(^|\/)states\.ts$/.test(file) &&
    !mayHoldSql(file) &&
    !(file in comparesStatus),
  faults: ({ file, raw, code, literals }) => {
    const word = statusWordIn(file);
    const why = 'ask the state table (allows, nextStatus) or a fact beside it (factsOf)';
    const texts = new Set(literals.map(({ at }) => at));
    const before = new RegExp(`^\\s*[!=]==?\\s*[\\w.?!]*\\b${word}\\b`);
    return [
      ...[...code.matchAll(new RegExp(`\\b${word}\\)?\\s*[!=]==?`, 'g'))]
        .filter(({ index, 0: { length } }) => texts.has(raw.slice(index + length).search(/\S/) + index + length))
        .map(({ index }) => ({ at: index, why })),
      ...literals
        .filter(({ at, text }) => before.test(code.slice(at + text.length + 2, at + text.length + 100)))
        .map(({ at }) => ({ at, why })),
      ...[
        ...code.matchAll(new RegExp(`\\.(?:includes|has)\\(\\s*[\\w.?!]*\\b${word}\\b[^,()]*\\)`, 'g')),
        ...code.matchAll(new RegExp(`\\b${word}\\s*\\??\\.(?:startsWith|endsWith|includes)\\(`, 'g')),
        ...code.matchAll(new RegExp(`\\bswitch\\s*\\([^)]*\\b${statusWord}\\)`, 'g')),
      ].map(({ index }) => ({ at: index, why })),
    ];
  },
  bites: [
    "if (old.status === 'ACCEPTED') return;",
    "if (old.status_before !== 'USED') return;",
    "if (old.status ===\n  'ACCEPTED') return;",
    "if (message?.status !== 'DONE') return;",
    "if ('ACCEPTED' === offer.status) return;",
    'const isOver = (over as string[]).includes(status);',
    "if (['ACTIVE', 'USED'].includes(old.status as 'USED')) return;",
    'if (takenFor.has(holder.status)) return;',
    "if (product.status.startsWith('PENDING_')) return;",
    "switch (offer.status) { case 'USED': return; }",
    "const failed = rows.filter(({ partner_status }) => partner_status === 'FAILED');",
  ]
    .map((text) => ({ file: 'server/src/domain/offer/actions/cancel-offer.ts', text }))
    .concat({ file: 'server/src/domain/metering/usage-record-report/view.ts', text: "row.state === 'FAILED';" }),
  passes: [
    { file: 'server/src/domain/offer/states.ts', text: "const gone = (status: string) => status === 'DELETED';" },
    { file: 'server/src/adapters/marketplace/aws/landing.ts', text: "const isActive = status === 'ACTIVE';" },
    { file: 'server/src/domain/offer/store.ts', text: "const gone = status === 'DELETED';" },
    { file: 'server/src/http/landing.ts', text: 'if (status === 404) return;' },
    { file: 'server/src/domain/offer/change.ts', text: 'if (offer.status !== old.status) return;' },
    { file: 'server/src/domain/offer/draft.ts', text: "const offer = { status: 'DRAFT', status_before: null };" },
    { file: 'server/src/domain/operation/filter.ts', text: "if (type === 'status') return;" },
    { file: 'server/src/domain/offer/reads.ts', text: "// status === 'DELETED'\nconst a = 1;" },
    { file: 'server/src/workflows/change-set.ts', text: "if (read.state === 'RUNNING') return;" },
  ],
};

// ── One door each ────────────────────────────────────────────────────────────────────────────────────────────────────

type Ban = {
  word: string;
  pattern: RegExp;
  instead: string;
  /** Files that are the single module, or are exempt. */
  except: RegExp;
  example: string;
};

const bans: readonly Ban[] = [
  {
    word: 'new Date()',
    pattern: /\bnew\s+Date\b(?!\s*\(\s*[^\s)])/g,
    instead: 'use the clock',
    except: /(^server\/src\/kit|^simulators\/(.+\/)?)\/?clock\.ts$/,
    example: 'const d = new Date();',
  },
  {
    word: 'Date.now(',
    pattern: /\bDate\s*\.\s*now\b/g,
    instead: 'use the clock',
    except: /(^server\/src\/kit|^simulators\/(.+\/)?)\/?clock\.ts$/,
    example: 'const d = Date.now();',
  },
  {
    word: 'Math.random(',
    pattern: /\bMath\s*\.\s*random\b/g,
    instead: 'use kit/ids, node:crypto, or a seeded source',
    except: /^$/,
    example: 'const r = Math.random();',
  },
  {
    word: 'process.env',
    pattern: /\bprocess\s*\.\s*env\b/g,
    instead: 'a setting is a row of config.ts, handed in by the wiring',
    // Recording is switched on from outside for any process that hosts a simulator; the service does not know of it.
    except: /^(server\/src\/(service|commands\/[\w-]+)|simulators\/kit\/record)\.ts$/,
    example: 'const p = process.env.PORT;',
  },
  {
    word: 'console.',
    pattern: /\bconsole\s*\.\s*\w+/g,
    instead: 'use the log',
    except: /^$/,
    example: "console.log('x');",
  },
  {
    word: 'throw changeFailed(',
    pattern: /\bthrow\s+changeFailed\b/g,
    instead: 'record the refusal with run.fail, so that nothing is undone after it',
    except: /^$/,
    example: 'throw changeFailed(end);',
  },
];

const banRules: readonly Rule[] = bans.map((ban) => ({
  name: `no ${ban.word} outside its door`,
  applies: (file) => isProduction(file) && !ban.except.test(file),
  faults: ({ code }) =>
    [...code.matchAll(ban.pattern)].map(({ index }) => ({ at: index, why: `${ban.word}: ${ban.instead}` })),
  bites: [
    { file: 'server/src/domain/offer/reads.ts', text: ban.example },
    ...(ban.except.test('simulators/aws/server.ts') ? [] : [{ file: 'simulators/aws/server.ts', text: ban.example }]),
    { file: 'server/src/domain/offer/reads.ts', text: `const t = \`a \${(() => { ${ban.example} })()} b\`;` },
  ],
  passes: [
    { file: 'tools/demo.ts', text: ban.example },
    { file: 'server/src/domain/offer/reads.test.ts', text: ban.example },
    { file: 'server/src/domain/offer/reads.ts', text: `// ${ban.example}\nconst t = ${JSON.stringify(ban.example)};` },
  ],
}));

/** Files that may calculate with the clock's time, and why. */
const calculatesWithTheClock: Readonly<Record<string, string>> = {
  'server/src/auth/watch.ts': 'polls again if the clock was set back',
  'server/src/engine/partner-step.ts': 'a run waits for its partner across restarts; the start is stored',
  'server/src/wiring/operating.ts': 'it is about how far off the clock is',
  'server/src/db/operating.ts': 'it is about how far off the clock is',
  'server/src/wiring/clock-watch.ts': 'it is about how far off the clock is',
  'server/src/engine/retention.ts': 'what the clock is ahead of the steady time does not count',
  'server/src/adapters/marketplace/gcp/adapter.ts': 'a version: the later read counts',
  'server/src/adapters/marketplace/azure/adapter.ts': 'a stored start, across restarts',
  'server/src/adapters/storage/local.ts': 'links name the second in which they expire',
  'server/src/adapters/marketplace/gcp/google.ts': 'partners compare it with their own clock',
};

/**
 * Clocks are set: forward and back. A pause or a lease that is measured by one then lasts for hours, so that within a process
 * `performance.now()` measures it, and across processes the database's clock.
 */
const durationsAreMonotonic: Rule = {
  name: 'how long something lasts is not measured by a clock that can be set',
  applies: (file) => isProduction(file) && /^server\/src\//.test(file) && !(file in calculatesWithTheClock),
  faults: ({ code }) =>
    [...code.matchAll(/\bwallNow\(\)\s*\.\s*getTime\b/g)].map(({ index }) => ({
      at: index,
      why: 'measure with performance.now(), or list the file and say why it may',
    })),
  bites: [
    { file: 'server/src/engine/takeover.ts', text: 'const began = clock.wallNow().getTime();' },
    { file: 'server/src/engine/engine.ts', text: 'const now = () => environment.clock.wallNow().getTime();' },
  ],
  passes: [
    { file: 'server/src/engine/takeover.ts', text: 'const time = clock.wallNow();' },
    { file: 'server/src/engine/takeover.test.ts', text: 'const began = clock.wallNow().getTime();' },
    { file: 'server/src/wiring/operating.ts', text: 'const now = clock.wallNow().getTime();' },
  ],
};

const doorRule: Rule = {
  name: 'the doors themselves may do what they are for',
  applies: () => false,
  faults: () => [],
  bites: [],
  passes: [
    { file: 'server/src/kit/clock.ts', text: 'new Date(); Date.now();' },
    { file: 'simulators/kit/clock.ts', text: 'new Date(); Date.now();' },
    { file: 'simulators/aws/server.ts', text: 'new Date(text);' },
    { file: 'server/src/service.ts', text: 'process.env;' },
  ],
};

// ── Ways around the compiler, and work left undone ───────────────────────────────────────────────────────────────────

/** Split in two here, so that this file does not match itself. */
const unfinished: readonly { word: string; pattern: RegExp; example: string }[] = [
  { word: 'as any', pattern: /\bas\s+any\b/g, example: `const x = y as ${'any'};` },
  { word: 'ts-ignore', pattern: /@ts-(ignore|nocheck)\b/g, example: `// @ts-${'ignore'}` },
  // A string of only this word is data: a status of the checklist.
  {
    word: 'fix-me',
    pattern: /(?<!')\b(FIX|TO)(ME|DO)\b|\b(FIX|TO)(ME|DO)\b(?!')|\bXX{2}\b/g,
    example: `// ${'FIX'}ME later`,
  },
];

const unfinishedRules: readonly Rule[] = unfinished.map(({ word, pattern, example }) => ({
  name: `no ${word}`,
  applies: (file) => file !== 'server/test/tidy.test.ts',
  faults: ({ raw }) => [...raw.matchAll(pattern)].map(({ index, 0: found }) => ({ at: index, why: found })),
  bites: [
    { file: 'server/src/kit/money.ts', text: example },
    { file: 'server/src/kit/money.test.ts', text: example },
    { file: 'tools/demo.ts', text: example },
  ],
  passes: [
    { file: 'server/src/kit/money.ts', text: 'const many = 1; // as many as there are' },
    { file: 'server/src/kit/money.ts', text: `const status = '${'TO'}DO';` },
  ],
}));

const noBarrels: Rule = {
  name: 'no barrels',
  applies: (file) => /(^|\/)index\.ts$/.test(file),
  faults: () => [{ at: 0, why: 'name the file after what it holds, and import from there' }],
  bites: [{ file: 'server/src/domain/offer/index.ts', text: "export * from './offer.ts';" }],
  passes: [{ file: 'server/src/domain/offer/offer.ts', text: 'export const a = 1;' }],
};

/** Where an act may enter a second organization, and where a read may show what another one shares. */
const crossings = [
  'server/src/db/two-organizations.ts',
  'server/src/db/org-db.ts',
  'server/src/db/prepared.ts',
  'server/src/engine/run-act.ts',
  'server/src/engine/invoke.ts',
  'server/src/contract/call.ts',
  'server/src/domain/cosell/referral/sides.ts',
  'server/src/domain/cosell/referral/actions/register-deal.ts',
  'server/src/domain/prm/deal/actions/create-referral-on-behalf.ts',
  'server/src/domain/prm/file/reads.ts',
  'server/src/domain/prm/invitation/sides.ts',
  'server/src/domain/prm/invitation/actions/accept-invitation.ts',
  'server/src/domain/prm/invitation/actions/receive-invitation.ts',
  'server/src/domain/prm/relationship/actions/update-partner-relationship.ts',
];

const crossingsAreListed: Rule = {
  name: 'organizations are crossed in listed files only',
  applies: (file) => isProduction(file) && !crossings.includes(file),
  faults: ({ code }) =>
    [...code.matchAll(/\b(?:inOrganization|dbOf|withOrgId)\b/g)].map(({ index, 0: found }) => ({
      at: index,
      why: `${found}: list the file, and say why it may (decision 0117)`,
    })),
  bites: [
    { file: 'server/src/domain/offer/reads.ts', text: 'const db = call.dbOf(other);' },
    { file: 'server/src/domain/offer/actions/create-offer.ts', text: 'await call.inOrganization(other, work);' },
  ],
  passes: [{ file: 'server/src/domain/prm/invitation/sides.ts', text: 'await call.inOrganization(other, work);' }],
};

/** What a new marketplace must have an entry in, by type (`CONTRIBUTING.md` lists them, too; decision 0264). */
const tablesOfMarketplaces = [
  'contract/marketplaces/marketplaces.ts',
  'domain/product/listing/partners.ts',
  'domain/offer/submission/partners.ts',
  'domain/revenue/channels.ts',
  'wiring/marketplaces.ts',
];

/** Tables that a marketplace may be missing in: what holds without an entry is right, or it has no co-sell. */
const otherTablesOfPartners = [
  'adapters/lanes.ts',
  'adapters/addresses-in-effect.ts',
  'adapters/cosell/rules.ts',
  'domain/cosell/mapping/default-mappings.ts',
  'domain/knowledge/pieces/document-pieces.ts',
  'domain/notification/event/texts/event-text.ts',
  'wiring/cosell.ts',
];

const inSource = (file: string): string => file.replace(/^server\/src\//, '');

const marketplacesAreRows: Rule = {
  name: 'what differs by marketplace stands in few tables',
  applies: (file) =>
    /^server\/src\//.test(file) &&
    !isTest(file) &&
    ![...tablesOfMarketplaces, ...otherTablesOfPartners].includes(inSource(file)),
  faults: ({ code }) =>
    [...code.matchAll(/(?<=[{,]\s*)(?:AZURE|GCP)\s*:/g)].map(({ index }) => ({
      at: index,
      why: `a table of marketplaces: put it into one of ${tablesOfMarketplaces.join(', ')}`,
    })),
  bites: ['const days = { AWS: 1, AZURE: 2 };', 'const days: Days = {\n  GCP: 3,\n};'].map((text) => ({
    file: 'server/src/domain/revenue/days.ts',
    text,
  })),
  passes: [
    { file: 'server/src/domain/revenue/channels.ts', text: 'const days = { AWS: 1, AZURE: 2 };' },
    { file: 'server/src/domain/revenue/days.ts', text: "const told = 'AZURE: a sentence'; // {AZURE: 2}" },
  ],
};

test('CONTRIBUTING.md names every table that a new marketplace needs', () => {
  const contributing = readFileSync(join(root, 'CONTRIBUTING.md'), 'utf8');
  const needed = ['adapters/partner-services.ts', ...tablesOfMarketplaces];
  assert.deepEqual(
    needed.filter((file) => !contributing.includes(`\`${file}\``)),
    [],
  );
});

const rules: readonly Rule[] = [
  marketplacesAreRows,
  crossingsAreListed,
  statementsNameTheOrganization,
  sqlInStoresOnly,
  connectionsInDbOnly,
  ...banRules,
  durationsAreMonotonic,
  doorRule,
  ...unfinishedRules,
  noBarrels,
  statusesInTablesOnly,
];

const sources = globSync(['server/**/*.ts', 'simulators/**/*.ts', 'tools/**/*.ts', 'bench/**/*.ts'], { cwd: root })
  .sort()
  .map((file) => parse(file, readFileSync(join(root, file), 'utf8')));

for (const rule of rules) {
  test(`${rule.name}: bites`, () => {
    for (const { file, text } of rule.bites) {
      assert.notEqual(check(rule, parse(file, text)).length, 0, `lets pass in ${file}: ${text}`);
    }
    const others = rule === doorRule ? rules : [rule];
    for (const { file, text } of rule.passes) {
      for (const other of others) assert.deepEqual(check(other, parse(file, text)), [], `refuses in ${file}: ${text}`);
    }
  });

  test(rule.name, () => {
    const faults = sources.flatMap((source) => check(rule, source));
    assert.ok(faults.length === 0, faults.map(({ file, line, why }) => `\n${file}:${line}: ${why}`).join(''));
  });
}

test('the rules cover some files', () => {
  assert.ok(sources.some(({ file }) => isProduction(file)));
});

test('offsets survive the taking apart', () => {
  const source = parse('a.ts', 'const a = /"/; // new Date()\nconst b = `x ${process.env.A} y`;\n');
  assert.equal(source.code.length, source.raw.length);
  assert.equal(source.code.indexOf('process.env'), source.raw.indexOf('process.env'));
  assert.ok(!source.code.includes('new Date'));
});

// ── Families ─────────────────────────────────────────────────────────────────────────────────────────────────────────

/** Families without a page that describes them. */
const familiesWithoutReadme = (domain: string): string[] =>
  readdirSync(domain, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && !existsSync(join(domain, entry.name, 'README.md')))
    .map(({ name }) => name);

test('every family has a README', () => {
  assert.deepEqual(familiesWithoutReadme(join(root, 'server/src/domain')), []);
});

test('every family has a README: bites', () => {
  assert.ok(familiesWithoutReadme(join(root, 'server')).includes('src'));
});
