// Who may import whom. Most rules are generated from the two ordered lists below; ARCHITECTURE.md explains the order.
// The tool refuses regular expressions with nested quantifiers, so the patterns stay plain.

/** Folders of server/src: each may import only those before it. */
const layers = [
  'kit',
  'db',
  'adapters',
  'auth',
  'contract',
  'people',
  'engine',
  'http',
  'domain',
  'workflows',
  'inbound',
  'config',
  'demo',
  'wiring',
];

/** Families of server/src/domain: each may call only those before it. */
const families = [
  'organization',
  'oauth-app',
  'product',
  'buyer',
  'contact',
  'offer',
  'entitlement',
  'metering',
  'invoice',
  'revenue',
  'cosell',
  'prm',
  'notification',
  'operation',
  'support',
  'knowledge',
];

/** Files of a family by role, lowest first: each may import only its own rank and those before it. */
const roles = [
  { rank: 'what it knows', files: ['store', 'states', 'events', 'view', 'fields', 'schema'] },
  { rank: 'what it does', files: ['reads'], folders: ['actions'] },
  { rank: 'what it offers', files: ['endpoints'] },
];

const anyOf = (names) => `(?:${names.join('|')})`;
const tests = '(?:\\.test(?:-support)?\\.ts$|^server/test/)';
/** Production code: what is shipped and runs. */
const production = { path: '^(?:server/src|simulators|console/src)/', pathNot: tests };

const rule = (name, comment, from, to) => ({ name, comment, severity: 'error', from, to });

const layersLookDown = layers.map((layer, level) => {
  const above = [...layers.slice(level + 1).map((name) => `^server/src/${name}/`), '^server/src/[^/]+\\.ts$'];
  return rule(
    `${layer}-looks-down-only`,
    `server/src/${layer}/ may import only ${[...layers.slice(0, level), 'itself'].join(', ')}.`,
    { path: `^server/src/${layer}/`, pathNot: tests },
    { path: anyOf(above) },
  );
});

const familiesCallDownhill = families
  .slice(0, -1)
  .map((family, place) =>
    rule(
      'families-call-downhill',
      `${family} may call only ${families.slice(0, place).join(', ') || 'no other family'}.`,
      { path: `^server/src/domain/${family}/`, pathNot: tests },
      { path: `^server/src/domain/${anyOf(families.slice(place + 1))}/` },
    ),
  );

const rolesLookDown = roles.slice(0, -1).flatMap(({ rank, files, folders = [] }, level) => {
  const above = roles.slice(level + 1);
  const upper = [
    ...above.flatMap((role) => role.files.map((name) => `[/-]${name}\\.ts$`)),
    ...above.flatMap((role) => (role.folders ?? []).map((name) => `/${name}/`)),
  ];
  const own = [...files.map((name) => `[/-]${name}\\.ts$`), ...folders.map((name) => `/${name}/`)];
  return rule(
    'a-role-looks-down-only',
    `Inside a family: endpoints, then acts and reads, then ${roles[0].files.join(', ')}. This is ${rank}.`,
    { path: `^server/src/domain/.+${anyOf(own)}`, pathNot: tests },
    { path: `^server/src/domain/.+${anyOf(upper)}` },
  );
});

/**
 * The noun of a folder: `offer/offer.ts`. The tool joins a list of patterns into one, so the number of the group holds
 * only while this is the first pattern with a group: keep it in front.
 */
const noun = '^server/src/domain.*/([^/]+)/\\1\\.ts$';

/** What may be imported from another family: its acts, its noun and its shapes. */
const crossing = [
  noun,
  '^server/src/domain/[^/]+/(?:actions/[^/]+|schema)\\.ts$',
  '^server/src/domain/[^/]+/[^/]+/(?:actions/[^/]+|schema)\\.ts$',
];

module.exports = {
  forbidden: [
    rule('no-circular', 'A cycle hides what rests on what.', {}, { circular: true }),
    rule(
      'no-orphans',
      'A file that nothing imports and that imports nothing is dead.',
      { orphan: true, path: '^(?:server|simulators|tools|bench|console)/', pathNot: [tests, '\\.d\\.ts$', '\\.mjs$'] },
      {},
    ),
    ...layersLookDown,
    ...familiesCallDownhill,
    rule(
      'every-family-has-its-place',
      'A family folder must stand in the ordered list of families.',
      { path: '^server/src/domain/[^/]+/', pathNot: `^server/src/domain/${anyOf(families)}/` },
      {},
    ),
    rule(
      'only-acts-and-nouns-cross-families',
      'Of another family only its acts, its noun and its shapes may be used, never its store, reads, view or states.',
      { path: '^server/src/domain/([^/]+)/', pathNot: tests },
      { path: '^server/src/domain/[^/]+/', pathNot: [...crossing, '^server/src/domain/$1/'] },
    ),
    ...rolesLookDown,
    rule(
      'stores-stay-in-their-family',
      'Workflows and receivers ask a family by its acts, so that what is read and changed is decided in one place.',
      { path: '^server/src/(?:workflows|inbound)/', pathNot: tests },
      { path: '^server/src/domain/.+[/-]store\\.ts$' },
    ),
    rule(
      'a-store-holds-only-sql',
      'A store imports kit, db, the query language, and the noun, shapes, fields and states of its family.',
      { path: '^server/src/domain/.+[/-]store\\.ts$' },
      {
        path: '^server/src/',
        pathNot: [
          noun,
          '^server/src/(?:kit|db|contract)/',
          '^server/src/domain/.+[/-](?:schema|fields|states|store)\\.ts$',
        ],
      },
    ),
    rule(
      'endpoints-are-read-by-the-edge-only',
      'The records of a family are joined by domain/endpoints.ts (or by its own), nothing else reads them.',
      {
        path: '^(?:server|simulators)/',
        pathNot: [tests, '^server/src/domain/endpoints\\.ts$', '^server/src/domain/.+/endpoints\\.ts$'],
      },
      { path: '^server/src/domain/.+/endpoints\\.ts$' },
    ),
    rule(
      'sql-client-only-in-db',
      'Only db/ opens connections; everything else is handed a handle.',
      { path: '^server/src/', pathNot: ['^server/src/db/', tests] },
      {
        path: ['node_modules/(?:pg|pg-pool)/', 'node_modules/@electric-sql/', 'node_modules/kysely/.+/migration/'],
        dependencyTypesNot: ['type-only'],
      },
    ),
    rule(
      'workflow-engine-only-in-engine',
      'Only engine/ knows which engine runs the workflows.',
      { path: '^server/src/', pathNot: ['^server/src/engine/', tests] },
      { path: 'node_modules/@dbos-inc/' },
    ),
    rule(
      'partner-clients-only-in-adapters',
      "Only adapters/ uses the partners' own packages.",
      { path: '^server/src/', pathNot: ['^server/src/adapters/', tests] },
      { path: 'node_modules/@(?:aws-sdk|smithy|aws-crypto)/' },
    ),
    rule(
      'account-library-behind-its-adapter',
      'Only people/engine*.ts know which library keeps accounts.',
      { path: '^server/src/', pathNot: ['^server/src/people/engine[^/]*\\.ts$', tests] },
      { path: 'node_modules/@?better-auth/' },
    ),
    rule(
      'account-library-is-loaded-at-first-use',
      'It takes half a second: everything else imports the engine dynamically, or its types.',
      { path: '^server/src/', pathNot: ['^server/src/people/engine[^/]*\\.ts$', tests] },
      {
        path: '^server/src/people/engine(?:-adapter|-rows|-options|-oidc)?\\.ts$',
        dynamic: false,
        dependencyTypesNot: ['type-only'],
      },
    ),
    rule(
      'providers-are-wired-in-one-place',
      'Everything else sees the port. Where the services of each partner are is shown without calling one.',
      {
        path: '^server/src/',
        pathNot: [
          '^server/src/wiring/',
          '^server/src/adapters/[^/]+/[^/]+/',
          '^server/src/adapters/addresses-in-effect\\.ts$',
          // A verifier asks for a token as the client of its partner does.
          '^server/src/adapters/verify/',
          '^server/src/adapters/cosell/rules\\.ts$',
          // So is how a stored offer is charged.
          '^server/src/adapters/marketplace/charging\\.ts$',
          tests,
        ],
      },
      // The columns and words of what is handed over by file are pure, too.
      {
        path: '^server/src/adapters/[^/]+/[^/]+/',
        pathNot: '^server/src/adapters/cosell/gcp/(?:hand-off|words)\\.ts$',
      },
    ),
    rule(
      'rules-of-co-sell-need-no-client',
      'What is known of a partner without asking it is pure: families may use it, and it reaches no client.',
      { path: '^server/src/adapters/cosell/rules\\.ts$' },
      {
        path: '^server/src/adapters/[^/]+/[^/]+/',
        pathNot: '^server/src/adapters/cosell/[^/]+/(?:rules|hand-off|words)\\.ts$',
      },
    ),
    rule(
      'a-provider-knows-only-its-own-kind',
      'A provider may use its own folder, files of its kind (the port), files directly under adapters/, and the ways out.',
      { path: '^server/src/adapters/([^/]+)/([^/]+)/', pathNot: [tests, '^server/src/adapters/(?:revenue|cosell)/'] },
      {
        path: '^server/src/adapters/[^/]+/',
        pathNot: [
          '^server/src/adapters/$1/$2/',
          '^server/src/adapters/$1/[^/]+\\.ts$',
          '^server/src/adapters/(?:rest|outgoing)/',
        ],
      },
    ),
    rule(
      'a-reader-uses-the-connection-of-its-partner',
      'It reads with the connection, the client and the errors of the marketplace or payment provider of its own name.',
      { path: '^server/src/adapters/(revenue|cosell)/([^/]+)/', pathNot: tests },
      {
        path: '^server/src/adapters/[^/]+/',
        pathNot: [
          '^server/src/adapters/$1/(?:$2/|[^/]+\\.ts$)',
          '^server/src/adapters/(?:marketplace|payment)/(?:$2/|[^/]+\\.ts$)',
          '^server/src/adapters/(?:rest|outgoing)/',
        ],
      },
    ),
    rule(
      'decimals-have-settings-of-their-own',
      'kit/decimal.ts has a constructor that rounds as the service does; that of the package rounds otherwise.',
      { path: '^server/', pathNot: ['^server/src/kit/decimal(?:\\.test)?\\.ts$'] },
      { path: 'node_modules/big\\.js/' },
    ),
    rule(
      'settings-are-read-by-the-wiring-only',
      'Every other file is handed the values it needs. Commands are wiring of their own.',
      { path: '^server/src/', pathNot: ['^server/src/[^/]+\\.ts$', '^server/src/(?:config|wiring|commands)/', tests] },
      { path: '^server/src/config/' },
    ),
    rule(
      'simulators-know-nothing-of-us',
      'They speak the wire of the partners, so that a misunderstanding cannot cancel itself out.',
      { path: '^simulators/' },
      { path: '^(?:server|console|tools|bench)/' },
    ),
    rule(
      'simulators-are-started-by-the-wiring-only',
      'The service meets a simulator over HTTP, like the partner it stands for.',
      {
        path: '^server/src/',
        pathNot: ['^server/src/wiring/(?:simulators|simulated-partners|marketplaces)\\.ts$', tests],
      },
      { path: '^simulators/' },
    ),
    rule(
      'console-knows-only-the-contract',
      'It is a client like any other; its tests start the service.',
      { path: '^console/', pathNot: '^console/test/' },
      { path: '^(?:server|simulators|tools|bench)/' },
    ),
    rule('no-test-helpers-in-production', 'Tests and their helpers are not shipped.', production, {
      path: [tests, '^console/test/'],
    }),
    rule('no-tools-in-production', 'Tools and benchmarks are not shipped.', production, { path: '^(?:tools|bench)/' }),
    rule(
      'no-development-packages-in-production',
      'A production install does not have them. (The console is bundled.)',
      { path: '^(?:server/src|simulators)/', pathNot: tests },
      { dependencyTypes: ['npm-dev'], dependencyTypesNot: ['type-only'] },
    ),
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '^(?:golden|data|coverage|console/dist)/' },
    // A type is knowledge too: imports that vanish at run time count.
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'node', 'default', 'types'] },
    skipAnalysisNotInRules: true,
  },
};
