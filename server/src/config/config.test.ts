import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Config, type Environment, loadConfig, type Surroundings, urlOf } from './config.ts';
import { printConfigTable } from './settings.ts';

const hex = 'ab'.repeat(32);
const base64 = Buffer.alloc(32, 0xfb).toString('base64');
const used: Surroundings = { folderIsEmpty: () => false };
const fresh: Surroundings = { folderIsEmpty: () => true };
const postgres = { DATABASE_URL: 'postgres://u:p@db.example/mos', SECRET_KEY: hex };

const load = (env: Environment, surroundings: Surroundings = used): Config => loadConfig(env, surroundings);

test('nothing set, on a used folder', () => {
  assert.deepEqual(load({}), {
    host: '127.0.0.1',
    port: 8080,
    authPort: 8081,
    simulatorPort: 8082,
    operatorPort: 8083,
    operatorHost: '127.0.0.1',
    metricsOnApi: false,
    dataDir: './data',
    databaseUrl: null,
    publicUrl: 'http://127.0.0.1:8080',
    authUrl: 'http://127.0.0.1:8081',
    secretKey: null,
    retiringKeys: [],
    simulators: true,
    simulatedClock: false,
    controlHosts: [],
    allowedHosts: [],
    role: 'all',
    strictRls: false,
    databasePooler: 'auto',
    databaseWaitSeconds: 60,
    preparedStatements: 'auto',
    rateLimit: { perSecond: 100, burst: 500 },
    rateLimitMetering: { perSecond: 50, burst: 200 },
    trustProxy: false,
    signUp: 'open',
    smtpUrl: null,
    mailFrom: 'Marketplace Operations <no-reply@localhost>',
    supportMail: null,
    emailWriter: null,
    s3: null,
    oidc: null,
    retention: { usage: null, call: null, audit: null, operation: 25, message: 25 },
    logLevel: 'info',
    demo: false,
  } satisfies Config);
});

const values: readonly [title: string, env: Environment, expected: Partial<Config>, surroundings?: Surroundings][] = [
  ['empty values count as absent', { PORT: '', HOST: ' ', DATABASE_URL: '' }, { port: 8080, databaseUrl: null }],
  ['unknown variables are ignored', { COLOUR: 'green' }, { port: 8080 }],
  ['blanks around a value do not matter', { PORT: ' 9000\n' }, { port: 9000 }],
  ['the other ports follow PORT', { PORT: '9000' }, { authPort: 9001, simulatorPort: 9002, operatorPort: 9003 }],
  ['no port for the operator', { OPERATOR_PORT: 'off' }, { operatorPort: null }],
  ['a port of its own', { AUTH_PORT: '7000' }, { port: 8080, authPort: 7000, authUrl: 'http://127.0.0.1:7000' }],
  [
    'PORT=0 leaves ports and addresses open',
    { PORT: '0' },
    { port: 0, authPort: 0, simulatorPort: 0, operatorPort: 0, publicUrl: null, authUrl: null },
  ],
  ['a fixed port beside PORT=0', { PORT: '0', AUTH_PORT: '7000' }, { authUrl: 'http://127.0.0.1:7000' }],
  ['the highest ports', { PORT: '65532' }, { port: 65_532, simulatorPort: 65_534, operatorPort: 65_535 }],
  ['every address is reached by loopback', { HOST: '0.0.0.0' }, { publicUrl: 'http://127.0.0.1:8080' }],
  ['IPv6', { HOST: '::1' }, { publicUrl: 'http://[::1]:8080' }],
  ['a public address', { PUBLIC_URL: 'https://API.example/mos' }, { publicUrl: 'https://api.example/mos' }],
  ['a public address is kept with PORT=0', { PORT: '0', PUBLIC_URL: 'http://a:1' }, { publicUrl: 'http://a:1' }],
  [
    'hosts outside the public internet',
    { ALLOWED_HOSTS: 'minio.internal, 10.0.0.7:9000,http://localhost:4566,[fd00::1]:443' },
    {
      allowedHosts: [
        { host: 'minio.internal', port: null, plain: false, paths: null },
        { host: '10.0.0.7', port: 9000, plain: false, paths: null },
        { host: 'localhost', port: 4566, plain: true, paths: null },
        { host: 'fd00::1', port: 443, plain: false, paths: null },
      ],
    },
  ],
  [
    'a writer of mails on the public internet',
    { EMAIL_WRITER_URL: 'https://writer.example/drafts', EMAIL_WRITER_TOKEN: 'abc' },
    { emailWriter: { url: 'https://writer.example/drafts', token: 'abc' } },
  ],
  [
    'a writer of mails on a private host that is allowed',
    { EMAIL_WRITER_URL: 'http://10.0.0.7:9000/drafts', ALLOWED_HOSTS: 'http://10.0.0.7:9000' },
    { emailWriter: { url: 'http://10.0.0.7:9000/drafts', token: null } },
  ],
  ['hosts of the control API', { CONTROL_HOSTS: 'Demo.example:8082' }, { controlHosts: ['demo.example:8082'] }],
  ['proxies by number', { TRUST_PROXY: '2' }, { trustProxy: 2 }],
  [
    'proxies by address',
    { TRUST_PROXY: '10.0.0.1, 10.1.0.0/16,fd00::/8' },
    { trustProxy: ['10.0.0.1', '10.1.0.0/16', 'fd00::/8'] },
  ],
  ['the demo on an empty folder, with its clock', {}, { demo: true, simulatedClock: true, simulators: true }, fresh],
  ['no demo by wish', { DEMO: 'off' }, { demo: false, simulatedClock: false }, fresh],
  ['no demo without simulators', { SIMULATORS: 'off' }, { demo: false, simulatedClock: false }, fresh],
  ['a real clock for the demo', { SIMULATED_CLOCK: 'off' }, { demo: true, simulatedClock: false }, fresh],
  ['a simulated clock without demo', { SIMULATED_CLOCK: 'on' }, { demo: false, simulatedClock: true }],
  [
    'the clock of the demo goes on at the next start',
    {},
    { demo: false, simulatedClock: true },
    { folderIsEmpty: () => false, folderHoldsDemo: () => true },
  ],
  [
    'with PostgreSQL simulators, demo and clock are off',
    postgres,
    { databaseUrl: postgres.DATABASE_URL, simulators: false, demo: false, simulatedClock: false },
    { folderIsEmpty: () => true, folderHoldsDemo: () => true },
  ],
  ['a demo on PostgreSQL', { ...postgres, SIMULATORS: 'on', DEMO: 'on' }, { demo: true, simulatedClock: true }],
  ['PostgreSQL by a socket', { ...postgres, DATABASE_URL: 'postgresql:///mos?host=/run/pg' }, { role: 'all' }],
  ['a role of its own', { ...postgres, ROLE: 'work' }, { role: 'work' }],
  ['migrate is allowed with the embedded database', { ROLE: 'migrate' }, { role: 'migrate' }],
  ['case does not matter in words', { ROLE: 'All', LOG_LEVEL: 'WARN', STRICT_RLS: 'ON' }, { strictRls: true }],
  ['1 and 0 are on and off', { STRICT_RLS: '1', SIMULATORS: '0' }, { strictRls: true, simulators: false }],
  ['a secret key in hex', { SECRET_KEY: hex }, { secretKey: Buffer.from(hex, 'hex') }],
  ['a secret key in base64', { SECRET_KEY: base64 }, { secretKey: Buffer.from(base64, 'base64') }],
  [
    'retiring keys',
    { SECRET_KEY_RETIRING: `${hex}, ${base64}` },
    { retiringKeys: [Buffer.from(hex, 'hex'), Buffer.from(base64, 'base64')] },
  ],
  ['and in base64url', { SECRET_KEY: base64.replaceAll('+', '-').replace('=', '') }, {}],
  ['limits', { RATE_LIMIT: '5/10', RATE_LIMIT_METERING: 'off' }, { rateLimit: { perSecond: 5, burst: 10 } }],
  ['no limit', { RATE_LIMIT: 'off' }, { rateLimit: null, rateLimitMetering: { perSecond: 50, burst: 200 } }],
  ['who may sign up', { SIGN_UP: 'First' }, { signUp: 'first' }],
  [
    'a mail server',
    { SMTP_URL: 'smtps://ops:p%40ss@mail.example:465', MAIL_FROM: 'Operations <ops@mail.example>' },
    { smtpUrl: 'smtps://ops:p%40ss@mail.example:465', mailFrom: 'Operations <ops@mail.example>' },
  ],
  [
    'an identity provider',
    { OIDC_ISSUER: 'https://id.example/realm', OIDC_CLIENT_ID: 'mos', OIDC_CLIENT_SECRET: 'hush' },
    { oidc: { issuer: 'https://id.example/realm', clientId: 'mos', clientSecret: 'hush', name: 'Single sign-on' } },
  ],
  [
    'a retention of usage',
    { USAGE_RETENTION_MONTHS: '24' },
    { retention: { usage: 24, call: null, audit: null, operation: 25, message: 25 } },
  ],
  [
    'a retention of everything else',
    {
      USAGE_RETENTION_MONTHS: 'off',
      CALL_RETENTION_MONTHS: '13',
      AUDIT_RETENTION_MONTHS: '84',
      OPERATION_RETENTION_MONTHS: '3',
      MESSAGE_RETENTION_MONTHS: 'off',
    },
    { retention: { usage: null, call: 13, audit: 84, operation: 3, message: null } },
  ],
  ['silence', { LOG_LEVEL: 'silent' }, { logLevel: 'silent' }],
  [
    'SIMULATOR_PORT is nobody’s business without simulators',
    { SIMULATORS: 'off', SIMULATOR_PORT: '8080' },
    { simulatorPort: 8080 },
  ],
];

for (const [title, env, expected, surroundings] of values) {
  test(title, () => {
    const config = load(env, surroundings);
    assert.deepEqual({ ...config, ...expected }, config);
  });
}

const refusals: readonly [env: Environment, message: RegExp][] = [
  [{ PORT: 'http' }, /^PORT must be a whole number from 0 to 65535, not "http"\.$/],
  [{ SIGN_UP: 'maybe' }, /^SIGN_UP must be one of open, first, off, not "maybe"\.$/],
  [{ SMTP_URL: 'smtp://ops:hu%sh@mail.example' }, /^SMTP_URL must be an smtp:\/\/ or smtps:\/\/ URL[^"]*$/],
  [{ SMTP_URL: 'http://ops:hush@mail.example' }, /^SMTP_URL must be an smtp:\/\/ or smtps:\/\/ URL[^"]*$/],
  [{ MAIL_FROM: 'nobody' }, /^MAIL_FROM must be a mail address/],
  [{ EMAIL_WRITER_TOKEN: 'geheim' }, /^EMAIL_WRITER_URL must be set when EMAIL_WRITER_TOKEN is\.$/],
  [{ EMAIL_WRITER_URL: 'https://writer.example', EMAIL_WRITER_TOKEN: 'geh eim' }, /^EMAIL_WRITER_TOKEN must be 1 to/],
  [{ EMAIL_WRITER_URL: 'http://writer.example' }, /^EMAIL_WRITER_URL must begin with https:.* ALLOWED_HOSTS can name/],
  [{ EMAIL_WRITER_URL: 'https://10.0.0.7:9000/drafts' }, /^EMAIL_WRITER_URL must not be an address of a private/],
  [{ EMAIL_WRITER_URL: 'https://10.0.0.7', ALLOWED_HOSTS: '10.0.0.8' }, /^EMAIL_WRITER_URL must not be/],
  [{ OIDC_ISSUER: 'https://id.example', OIDC_CLIENT_ID: 'mos' }, /^OIDC_CLIENT_SECRET must be set when/],
  [
    { USAGE_RETENTION_MONTHS: '12' },
    /^USAGE_RETENTION_MONTHS must be a whole number of months from 13 to 1200, or off, not "12"\.$/,
  ],
  [{ PORT: '65536' }, /^PORT must be/],
  [{ PORT: '-1' }, /^PORT must be/],
  [{ PORT: '80.5' }, /^PORT must be/],
  [{ PORT: '0x50' }, /^PORT must be/],
  [{ AUTH_PORT: 'x' }, /^AUTH_PORT must be/],
  [{ SIMULATOR_PORT: 'x' }, /^SIMULATOR_PORT must be/],
  [{ PORT: '65535', SIMULATOR_PORT: '1', OPERATOR_PORT: '2' }, /^AUTH_PORT must be set: PORT \+ 1 is above 65535\.$/],
  [{ AUTH_PORT: '8080' }, /^AUTH_PORT must differ from PORT; both are 8080\.$/],
  [{ SIMULATOR_PORT: '8081' }, /^SIMULATOR_PORT must differ from AUTH_PORT/],
  [{ HOST: 'http://localhost' }, /^HOST must be a host name or an IP address, without port or scheme, not /],
  [{ HOST: 'localhost:80' }, /^HOST must be/],
  [{ HOST: 'a b' }, /^HOST must be/],
  [{ PUBLIC_URL: 'api.example' }, /^PUBLIC_URL must be an absolute http or https URL/],
  [{ PUBLIC_URL: 'ftp://api.example' }, /^PUBLIC_URL must be/],
  [{ PUBLIC_URL: 'https://api.example/' }, /^PUBLIC_URL must be/],
  [{ PUBLIC_URL: 'https://api.example?a=1' }, /^PUBLIC_URL must be/],
  [{ PUBLIC_URL: 'https://u:p@api.example' }, /^PUBLIC_URL must be/],
  [{ AUTH_URL: 'https://' }, /^AUTH_URL must be/],
  [{ DATABASE_URL: 'mysql://u:geheim@h/d', SECRET_KEY: hex }, /^DATABASE_URL must be a postgres:\/\/ or postgresql:/],
  [{ DATABASE_URL: postgres.DATABASE_URL }, /^SECRET_KEY must be set when DATABASE_URL is: at least 32 random bytes/],
  [{ TRUST_PROXY: 'on' }, /^TRUST_PROXY must be off, the number of proxies \(1 to 9\), or their addresses/],
  [{ TRUST_PROXY: '10' }, /^TRUST_PROXY must be/],
  [{ TRUST_PROXY: '10.0.0.0/33' }, /^TRUST_PROXY must be/],
  [{ TRUST_PROXY: '10.0.0.1,proxy.example' }, /^TRUST_PROXY must be/],
  [{ SECRET_KEY: 'geheim' }, /^SECRET_KEY must be at least 32 random bytes, written in base64 or hex\.$/],
  [{ SECRET_KEY: 'ab'.repeat(24) }, /^SECRET_KEY must be/],
  [{ SECRET_KEY: Buffer.alloc(31, 1).toString('base64') }, /^SECRET_KEY must be/],
  [{ SECRET_KEY: `${hex}!` }, /^SECRET_KEY must be/],
  [{ SECRET_KEY_RETIRING: `${hex},geheim` }, /^SECRET_KEY_RETIRING must be keys of at least 32[^']*separated\.$/],
  [{ ROLE: 'worker' }, /^ROLE must be one of all, serve, work, migrate, not "worker"\.$/],
  [{ ROLE: 'serve' }, /^ROLE must be all or migrate with the embedded database, not "serve"; set DATABASE_URL/],
  [{ ROLE: 'work' }, /^ROLE must be all or migrate with the embedded database/],
  [{ SIMULATORS: 'maybe' }, /^SIMULATORS must be on or off, not "maybe"\.$/],
  [{ SIMULATORS: 'off', SIMULATED_CLOCK: 'on' }, /^SIMULATED_CLOCK can be on only when SIMULATORS is on\.$/],
  [{ SIMULATORS: 'off', DEMO: 'on' }, /^DEMO can be on only when SIMULATORS is on\.$/],
  [{ ...postgres, SIMULATED_CLOCK: 'on' }, /^SIMULATED_CLOCK can be on only/],
  [{ STRICT_RLS: '2' }, /^STRICT_RLS must be on or off/],
  [{ STRICT_RLS: 'constructor' }, /^STRICT_RLS must be on or off/],
  [{ RATE_LIMIT: '100' }, /^RATE_LIMIT must be off, or two whole numbers above 0 like 100\/500/],
  [{ RATE_LIMIT: '0/5' }, /^RATE_LIMIT must be/],
  [{ RATE_LIMIT_METERING: '1/2/3' }, /^RATE_LIMIT_METERING must be/],
  [{ LOG_LEVEL: 'verbose' }, /^LOG_LEVEL must be one of trace, debug, info, warn, error, fatal, silent, not "verbose"/],
  [{ DATA_DIR: 'a\0b' }, /^DATA_DIR must be the path of a folder/],
];

for (const [env, message] of refusals) {
  test(`refused: ${JSON.stringify(env)}`, () => {
    assert.throws(
      () => load(env),
      (error: Error) => {
        assert.equal(error.name, 'ConfigError');
        assert.match(error.message, message);
        assert.doesNotMatch(error.message, /\n/);
        assert.doesNotMatch(error.message, /geheim/);
        return true;
      },
    );
  });
}

test('several faults are reported at once, one per line', () => {
  assert.throws(
    () => load({ PORT: 'x', ROLE: 'boss', LOG_LEVEL: 'loud' }),
    (error: Error) => {
      const names = error.message.split('\n').map((line) => line.split(' ')[0]);
      assert.deepEqual(names, ['PORT', 'ROLE', 'LOG_LEVEL']);
      return true;
    },
  );
});

test('the folder is inspected only where it decides something', () => {
  const never: Surroundings = {
    folderIsEmpty: () => assert.fail('looked'),
    folderHoldsDemo: () => assert.fail('looked'),
  };
  load(postgres, never);
  load({ DEMO: 'off', SIMULATED_CLOCK: 'off' }, never);
  load({ SIMULATORS: 'off' }, never);
});

test('the address of a listener', () => {
  assert.equal(urlOf('localhost', 1), 'http://localhost:1');
  assert.equal(urlOf('::', 1), 'http://[::1]:1');
});

test('the printed tables name every setting once', () => {
  const names = [
    'HOST',
    'PORT',
    'AUTH_PORT',
    'SIMULATOR_PORT',
    'OPERATOR_PORT',
    'OPERATOR_HOST',
    'DATA_DIR',
    'DATABASE_URL',
    'DATABASE_POOLER',
    'PREPARED_STATEMENTS',
    'DATABASE_WAIT_SECONDS',
    'PUBLIC_URL',
    'AUTH_URL',
    'SECRET_KEY',
    'SECRET_KEY_RETIRING',
    'SIMULATORS',
    'SIMULATED_CLOCK',
    'CONTROL_HOSTS',
    'ALLOWED_HOSTS',
    'ROLE',
    'STRICT_RLS',
    'RATE_LIMIT',
    'RATE_LIMIT_METERING',
    'TRUST_PROXY',
    'SIGN_UP',
    'SMTP_URL',
    'MAIL_FROM',
    'SUPPORT_MAIL_DOMAIN',
    'SUPPORT_MAIL_SECRET',
    'EMAIL_WRITER_URL',
    'EMAIL_WRITER_TOKEN',
    'OIDC_ISSUER',
    'OIDC_CLIENT_ID',
    'OIDC_CLIENT_SECRET',
    'OIDC_NAME',
    'USAGE_RETENTION_MONTHS',
    'CALL_RETENTION_MONTHS',
    'AUDIT_RETENTION_MONTHS',
    'OPERATION_RETENTION_MONTHS',
    'MESSAGE_RETENTION_MONTHS',
    'METRICS_ON_API',
    'LOG_LEVEL',
    'DEMO',
  ];
  const text = printConfigTable('text').split('\n');
  assert.deepEqual(
    text.filter((line) => /^[A-Z_]+$/.test(line)),
    names,
  );
  const markdown = printConfigTable('markdown');
  assert.deepEqual(
    [...markdown.matchAll(/^\| `([A-Z_]+)` \|/gm)].map(([, name]) => name),
    names,
  );
  for (const line of markdown.trimEnd().split('\n')) assert.equal(line.split('|').length, 5, line);
});
