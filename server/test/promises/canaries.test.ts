import assert from 'node:assert/strict';
import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer as createHttpServer } from 'node:http';
import { type AddressInfo, createServer } from 'node:net';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { escapeHtml } from '../../src/kit/escape-html.ts';
import type { Log } from '../../src/kit/log.ts';
import { goodPassword, type PeopleApp, startPeopleApp, tokenIn } from '../../src/people/people.test-support.ts';
import { totp } from '../../src/people/totp.test-support.ts';

// Security, "Stored secrets" and "Partners are not trusted": every secret that comes in has a value of its own. Partners, mail servers and
// receivers repeat whatever they are sent. Then none of it is readable in any table, in the log, or in an answer.

/** Repeats requests to their senders, in each way that clients read; `issued` are the tokens that it issued. */
const startEcho = async () => {
  const issued: string[] = [];
  const server = createHttpServer(async (request, response) => {
    let body = '';
    for await (const chunk of request.setEncoding('latin1')) body += chunk as string;
    const basic = /^Basic (\S+)/.exec(request.headers.authorization ?? '')?.[1] ?? '';
    const said = [
      request.url,
      JSON.stringify(request.headers),
      Buffer.from(basic, 'base64').toString('latin1'),
      body,
      decodeURIComponent(body.replaceAll('+', ' ').replaceAll(/%(?![0-9a-f]{2})/gi, '%25')),
    ]
      .flatMap((text = '') => [text, JSON.stringify(text), escapeHtml(text)])
      .join(' ');
    response.setHeader('content-type', 'application/json');
    response.setHeader('x-request-id', said.replaceAll(/[^\x21-\x7e]/g, ' ').slice(0, 2000));
    if (request.method === 'POST' && /token/.test(request.url ?? '')) {
      const token = `issued-${randomBytes(18).toString('hex')}`;
      issued.push(token);
      response.end(
        JSON.stringify({ access_token: token, refresh_token: token, token_type: 'Bearer', expires_in: 3600 }),
      );
      return;
    }
    const error = { code: 'Refused', message: said, type: 'invalid_request_error', errors: [{ message: said }] };
    response.writeHead(403).end(JSON.stringify({ ...error, __type: 'ValidationException', error, Message: said }));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    issued,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
};

/** A mail server that refuses whom it knows, with what they said. */
const startSmtpEcho = async () => {
  const server = createServer((socket) => {
    socket.setEncoding('utf8').on('error', () => {});
    socket.write('220 echo ESMTP\r\n');
    socket.on('data', (line: string) => {
      const said = line.trim();
      if (/^EHLO/i.test(said)) socket.write('250-echo\r\n250 AUTH PLAIN LOGIN\r\n');
      else if (/^QUIT/i.test(said)) socket.end('221 bye\r\n');
      else {
        const plain = Buffer.from(said.split(' ').at(-1) ?? '', 'base64')
          .toString()
          .replaceAll('\0', ' ');
        socket.write(`535 ${said} that is ${plain}\r\n`);
      }
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return { url: `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`, close: () => server.close() };
};

const canaries = new Map<string, string>();
const canary = (what: string, form: (value: string) => string = (value) => value): string => {
  const value = form(randomBytes(12).toString('hex'));
  canaries.set(value, what);
  // The part that is the same in every form in which a text can be written.
  canaries.set(/\w{24,}/.exec(value)?.[0] ?? value, what);
  return value;
};
const pem = (what: string): string => {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const text = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
  canaries.set(text.split('\n')[5] ?? '', what);
  return text;
};

const uuid = '00000000-0000-0000-0000-00000000000a';
const accounts = (echo: string, smtp: string): Record<string, unknown>[] => [
  {
    partner: 'AWS',
    service: 'MARKETPLACE',
    accountId: '111122223333',
    endpoint: echo,
    credentials: {
      accessKeyId: canary('AWS key id', (value) => `AKIA${value.toUpperCase()}`),
      secretAccessKey: canary('AWS secret', (value) => `${value}/+=`),
      sessionToken: canary('AWS session', (value) => `${value}+/==`),
    },
  },
  {
    partner: 'AWS',
    service: 'COSELL',
    accountId: '111122223333',
    endpoint: echo,
    credentials: {
      accessKeyId: canary('AWS co-sell key id', (value) => `AKIA${value.toUpperCase()}`),
      secretAccessKey: canary('AWS co-sell secret', (value) => `${value}/+=`),
    },
  },
  {
    partner: 'AZURE',
    service: 'MARKETPLACE',
    accountId: 'publisher-1',
    endpoint: echo,
    credentials: { tenantId: uuid, clientId: uuid, clientSecret: canary('AZURE secret', (value) => `${value}~&"x`) },
  },
  {
    partner: 'AZURE',
    service: 'COSELL',
    accountId: '4711',
    endpoint: echo,
    credentials: {
      tenantId: uuid,
      clientId: uuid,
      clientSecret: canary('AZURE co-sell secret', (value) => `${value}~&"x`),
      refreshToken: canary('AZURE refresh token'),
    },
  },
  {
    partner: 'GCP',
    service: 'MARKETPLACE',
    accountId: 'acme-public',
    endpoint: echo,
    credentials: { clientEmail: 'service@project.iam.gserviceaccount.com', privateKey: pem('GCP private key') },
  },
  {
    partner: 'STRIPE',
    service: 'PAYMENT',
    endpoint: echo,
    credentials: {
      apiKey: canary('STRIPE key', (value) => `sk_test_${value}`),
      webhookSecret: canary('STRIPE webhook secret', (value) => `whsec_${value}`),
    },
  },
  {
    partner: 'ADYEN',
    service: 'PAYMENT',
    accountId: 'AcmeECOM',
    endpoint: echo,
    credentials: {
      apiKey: canary('ADYEN key', (value) => `AQE${value}+/=`),
      hmacKey: canary('ADYEN HMAC key', (value) => `${value}${value}`.padEnd(64, '0')),
      reportUser: 'report@Company.Acme',
      reportPassword: canary('ADYEN report password', (value) => `${value}"%`),
    },
  },
  {
    partner: 'SALESFORCE',
    service: 'CRM',
    endpoint: echo,
    credentials: { clientId: canary('SALESFORCE client'), clientSecret: canary('SALESFORCE secret') },
  },
  {
    partner: 'HUBSPOT',
    service: 'CRM',
    endpoint: echo,
    credentials: {
      accessToken: canary('HUBSPOT token', (value) => `pat-na1-${value}`),
      clientSecret: canary('HUBSPOT secret'),
    },
  },
  {
    partner: 'SMTP',
    service: 'EMAIL',
    accountId: 'offers@acme.example',
    endpoint: smtp,
    credentials: { user: canary('SMTP user'), password: canary('SMTP password', (value) => `${value} ä"`) },
  },
  {
    partner: 'SLACK',
    service: 'CHATBOT',
    endpoint: echo,
    credentials: { botToken: canary('SLACK token', (value) => `xoxb-${value}`) },
  },
];

/** Everything that is kept, the engine's tables too, as text; bytes are in hex there. */
const findKept = async (people: PeopleApp, secrets: readonly string[]): Promise<string[]> => {
  const tables = await people.rows<{ name: string }>(
    `select format('%I.%I', n.nspname, c.relname) as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where n.nspname in ('public', 'dbos') and c.relkind = 'r' and has_any_column_privilege(c.oid, 'select')`,
  );
  const forms = secrets.flatMap((secret) => {
    const bytes = Buffer.from(secret);
    return [secret, bytes.toString('hex'), bytes.toString('base64').replace(/=+$/, '')].map((form) => ({
      secret,
      form,
    }));
  });
  const kept: string[] = [];
  for (const { name } of tables) {
    const rows = await people.rows<{ row: string }>(`select t::text as row from ${name} as t`);
    const text = rows.map(({ row }) => row).join('\n');
    for (const { secret, form } of forms) {
      const at = text.indexOf(form);
      if (at >= 0) kept.push(`${canaries.get(secret)} in ${name}: …${text.slice(Math.max(0, at - 200), at + 200)}`);
    }
  }
  return kept;
};

test('no secret that comes in is readable in a table, the log or a response, even if its receiver repeats it', async () => {
  const [echo, smtp] = [await startEcho(), await startSmtpEcho()];
  let logged = '';
  const write = (fields: object, message?: string): void => {
    const errors = (_key: string, value: unknown): unknown =>
      value instanceof Error ? { ...value, message: value.message, stack: value.stack, cause: value.cause } : value;
    logged += `${message} ${JSON.stringify(fields, errors)}\n`;
  };
  const log: Log = { trace: write, debug: write, info: write, warn: write, error: write };
  const people = await startPeopleApp({ ALLOWED_HOSTS: `${echo.url},${new URL(smtp.url).host}` }, { idle: false, log });
  const { acme } = people.app;
  let answered = '';
  const call = async <T>(method: string, path: string, body?: object): Promise<T> => {
    const headers = { 'idempotency-key': canary('idempotency key') };
    const reply = await acme.owner.call(method, path, { ...(body ? { body } : {}), headers });
    answered += `${method} ${path} ${reply.text}\n`;
    assert.equal(reply.status, 200, `${method} ${path}: ${reply.text}`);
    return reply.body as T;
  };
  try {
    const connections: string[] = [];
    for (const account of accounts(echo.url, smtp.url)) {
      const { id } = await call<{ id: string }>('POST', '/integration', account);
      connections.push(id);
      await call('POST', `/integration/${id}/verify`);
    }
    const headers = { Authorization: canary('webhook header', (value) => `Bearer ${value}`) };
    const webhook = await call<{ id: string; secret: string }>('POST', '/webhook', {
      url: `${echo.url}/events`,
      types: ['contact.created'],
      headers,
    });
    canaries.set(webhook.secret, 'webhook secret');
    await call('PATCH', '/notificationConfigInfo', {
      slack: { enabled: true, webhookUrl: `${echo.url}/${canary('Slack address')}`, scopes: ['CREATE.CONTACT'] },
      emailNotificationConfigs: [{ scope: 'CREATE.CONTACT', toEmails: ['crm@acme.example'] }],
    });
    await call('POST', '/contact', { emailAddress: 'told@example.com', name: 'Told' });
    const app = await call<{ clientSecret: string }>('POST', '/oauthApp', { name: 'Robot', accessLevel: 'VIEWER' });
    canaries.set(app.clientSecret, 'secret of an OAuth App');
    await call('POST', '/user', { email: 'invited@byron.example', role: 'EDITOR', firstName: 'In', lastName: 'Vited' });

    // People, with everything that they know or get.
    const password = canary('password', (value) => `${value} ${goodPassword}`);
    const ada = await people.addPerson('ada@byron.example', password);
    const token = await people.signIn(ada);
    canaries.set(token, 'session token');
    await people.ask('POST', '/session', { body: { email: ada.email, password: canary('wrong password') } });
    const begun = await people.ask('POST', '/account/secondFactor', { token, body: { password } });
    const { secret } = begun.body as { secret: string };
    canaries.set(secret, 'TOTP secret');
    const confirm = (): ReturnType<PeopleApp['ask']> =>
      people.ask('POST', '/account/secondFactor/confirm', { token, body: { code: totp(secret, -1) } });
    const first = await confirm();
    const { recoveryCodes } = (first.status === 200 ? first : await confirm()).body as { recoveryCodes: string[] };
    for (const code of recoveryCodes) canaries.set(code, 'recovery code');
    await people.ask('POST', '/password/forgot', { body: { email: ada.email } });
    await people.ask('POST', '/sign-up', {
      body: {
        email: 'new@byron.example',
        password: canary('password at sign-up', (value) => `${value} ${goodPassword}`),
      },
    });

    // Everything was tried that the service does by itself.
    const until = async (what: string, look: () => Promise<boolean>): Promise<void> => {
      const end = performance.now() + 60_000;
      while (!(await look())) {
        assert.ok(performance.now() < end, what);
        await sleep(100);
      }
    };
    await until('the runs are tried', async () => {
      const rows = await people.rows<{ name: string }>(
        `select name from operation o where status = 'RUNNING' and not exists (
          select from operation_event e where e.operation_id = o.id and e.type <> 'STARTED')`,
      );
      return rows.length === 0;
    });
    await until('the webhook is tried', async () => {
      const rows = await people.rows<object>('select 1 from webhook_attempt');
      return rows.length > 0;
    });
    await until('the links are mailed', async () => {
      await people.sendMails();
      return people.mails.filter(({ text }) => /token=/.test(text)).length >= 3;
    });
    for (const mail of people.mails) if (tokenIn(mail) !== '') canaries.set(tokenIn(mail), `link in "${mail.subject}"`);
    for (const issued of echo.issued) canaries.set(issued, 'token that a partner issued');
    for (const id of connections) await call('GET', `/integration/${id}`);
    await call('GET', '/integration?page_size=100');
    await call('GET', `/webhook/${webhook.id}/delivery`);

    const kinds = [...canaries.values()].filter((what) => what !== 'idempotency key');
    const secrets = [...canaries].filter(([, what]) => what !== 'idempotency key').map(([secret]) => secret);
    assert.ok(echo.issued.length > 2 && kinds.length > 40, kinds.join());
    assert.deepEqual(await findKept(people, secrets), []);
    const shown = (text: string): string[] =>
      [...canaries].filter(([secret]) => text.includes(secret)).map(([, what]) => what);
    assert.deepEqual(shown(logged), []);
    const once = answered.replaceAll(webhook.secret, '').replaceAll(app.clientSecret, '');
    assert.deepEqual(shown(once), []);
    assert.ok(
      (await findKept(people, ['told@example.com'])).length > 2 && logged.length > 1000,
      'the search finds what is there',
    );
  } finally {
    await people.close();
    echo.close();
    smtp.close();
  }
});
