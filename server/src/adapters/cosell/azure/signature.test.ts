import assert from 'node:assert/strict';
import { generateKeyPairSync, sign, X509Certificate } from 'node:crypto';
import { createServer } from 'node:http';
import { after, before, test } from 'node:test';
import { selfSignedCertificate } from '../../../../../simulators/kit/certificate.ts';
import type { IncomingMessage } from '../../marketplace/messages.ts';
import { createOutgoing } from '../../outgoing/outgoing.ts';
import { isPartnerError } from '../../partner-error.ts';
import { isOfMicrosoft, issuerAddressOf, isTrusted } from './certificate.ts';
import { createAzureReferralMessages } from './messages.ts';
import { certificateAddress, createNotificationCheck } from './signature.ts';

const newKey = (): string =>
  generateKeyPairSync('rsa', {
    modulusLength: 2048,
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
    publicKeyEncoding: { type: 'spki', format: 'pem' },
  }).privateKey;
const day = 86_400_000;
const key = newKey();
const certificateOf = (change: Partial<Parameters<typeof selfSignedCertificate>[0]> = {}): string =>
  selfSignedCertificate({
    privateKey: key,
    name: 'pcnotifications-dispatch.microsoft.com',
    organization: 'Microsoft Corporation',
    keyId: 'ab'.repeat(20),
    from: Date.now() - day,
    until: Date.now() + day,
    ...change,
  });

/** An Ed25519 certificate, self-signed: its key makes no RSA signatures. */
const ed25519Certificate = `-----BEGIN CERTIFICATE-----
MIIBuTCCAWugAwIBAgIUOyG0p3DwGhmBjhlMQXxTQYbcBKQwBQYDK2VwMFExHjAc
BgNVBAoMFU1pY3Jvc29mdCBDb3Jwb3JhdGlvbjEvMC0GA1UEAwwmcGNub3RpZmlj
YXRpb25zLWRpc3BhdGNoLm1pY3Jvc29mdC5jb20wIBcNMjYxMTI4MTMxMzQwWhgP
MjEyNjExMDQxMzEzNDBaMFExHjAcBgNVBAoMFU1pY3Jvc29mdCBDb3Jwb3JhdGlv
bjEvMC0GA1UEAwwmcGNub3RpZmljYXRpb25zLWRpc3BhdGNoLm1pY3Jvc29mdC5j
b20wKjAFBgMrZXADIQBofA8B32u9lSDl3vBWNOeUrGBvtWgwligZOrwaNfU+VKNT
MFEwHQYDVR0OBBYEFNNOX9V+/KMuEGTtvpLV+KI5uhZ5MB8GA1UdIwQYMBaAFNNO
X9V+/KMuEGTtvpLV+KI5uhZ5MA8GA1UdEwEB/wQFMAMBAf8wBQYDK2VwA0EA53sR
3UaPxn44jy8kVgA/hlQeYDrXTO9MEJDjOsCTjQYInXsJe/BhRI/usM7dDuQXCR9K
LbttzJgcQyZENnSjBg==
-----END CERTIFICATE-----
`;

/** Where the certificates are, and how often each was fetched. */
const files: Record<string, string> = {};
const fetched: string[] = [];
const server = createServer((request, response) => {
  fetched.push(request.url ?? '');
  const body = files[request.url ?? ''];
  response.writeHead(body === undefined ? 404 : 200).end(body);
});
let origin = '';
before(async () => {
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const address = server.address();
  origin = `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`;
  files['/azure/cert/good.cer'] = certificateOf();
  files['/azure/cert/other.cer'] = certificateOf({ organization: 'Contoso' });
  files['/azure/cert/old.cer'] = certificateOf({ until: Date.now() - 1000 });
  files['/elsewhere/good.cer'] = certificateOf();
  files['/azure/cert/ed25519.cer'] = ed25519Certificate;
  files['/azure/cert/rubbish.cer'] = 'no certificate';
});
after(() => server.close());

const body = { EventName: 'referral-updated', ResourceUri: 'https://x/11111111-2222-4333-8444-555555555555' };
const raw = Buffer.from(JSON.stringify(body));
type Change = { headers?: Record<string, string | undefined>; raw?: Buffer; privateKey?: string };

const messageOf = ({ headers = {}, raw: sent = raw, privateKey = key }: Change = {}): IncomingMessage => ({
  headers: {
    authorization: `Signature ${sign('RSA-SHA256', raw, privateKey).toString('base64')}`,
    'x-ms-certificate-url': `${origin}/azure/cert/good.cer`,
    'x-ms-signature-algorithm': 'rsa-sha256',
    ...headers,
  },
  raw: sent,
  body,
  url: 'https://api.example/hook/azure/conn_1',
  now: new Date(),
});
const access = () => ({ accountId: '1', endpoint: `${origin}/azure`, credentials: {} });
const check = () => createNotificationCheck(createOutgoing({ allowedOrigins: [origin] }));
const accepts = (change?: Change): Promise<boolean> => check()(messageOf(change), access());

test('a notification that Microsoft signed is accepted, with the signature in either header', async () => {
  assert.equal(await accepts(), true);
  const signature = sign('RSA-SHA256', raw, key).toString('base64');
  assert.equal(await accepts({ headers: { authorization: undefined, 'x-ms-signature': signature } }), true);
  const schemed = { authorization: undefined, 'x-ms-signature': `Signature ${signature}` };
  assert.equal(await accepts({ headers: schemed }), true);
});

test('forged notifications are refused', async () => {
  const forged: Record<string, Change> = {
    'another body': { raw: Buffer.from('{}') },
    'another key': { privateKey: newKey() },
    'no signature': { headers: { authorization: undefined } },
    'a token instead': { headers: { authorization: 'Bearer abc' } },
    'no algorithm': { headers: { 'x-ms-signature-algorithm': undefined } },
    'an unsafe algorithm': { headers: { 'x-ms-signature-algorithm': 'rsa-sha1' } },
    'no certificate': { headers: { 'x-ms-certificate-url': undefined } },
    'a certificate that is not there': { headers: { 'x-ms-certificate-url': `${origin}/azure/cert/none.cer` } },
    'a file that is none': { headers: { 'x-ms-certificate-url': `${origin}/azure/cert/rubbish.cer` } },
    'a key of another kind': { headers: { 'x-ms-certificate-url': `${origin}/azure/cert/ed25519.cer` } },
    'a certificate of others': { headers: { 'x-ms-certificate-url': `${origin}/azure/cert/other.cer` } },
    'an old certificate': { headers: { 'x-ms-certificate-url': `${origin}/azure/cert/old.cer` } },
  };
  for (const [name, change] of Object.entries(forged)) assert.equal(await accepts(change), false, name);
});

test('a certificate from another host is not even fetched', async () => {
  fetched.length = 0;
  const base = `${origin}/azure/cert/`;
  const elsewhere = [
    `${origin}/elsewhere/good.cer`,
    `${base}../../elsewhere/good.cer`,
    `${base}deeper/good.cer`,
    `${base}good.cer?x=1`,
    `${base}good.cer#x`,
    `${base}good.txt`,
    `${base}..%2f..%2felsewhere%2fgood.cer`,
    base.replace('http://', 'http://user@'),
    'http://169.254.169.254/azure/cert/good.cer',
    'https://evil.example/azure/cert/good.cer',
    'file:///etc/passwd',
    'not an address',
  ];
  for (const url of elsewhere) assert.equal(await accepts({ headers: { 'x-ms-certificate-url': url } }), false, url);
  assert.deepEqual(fetched, []);
});

test('of Microsoft’s hosts only its certificate storage is trusted', () => {
  const real = { accountId: '1', endpoint: undefined, credentials: {} };
  const own = 'https://3psostorageacct.blob.core.windows.net/cert/pcnotifications-dispatch.microsoft.com.cer';
  assert.equal(certificateAddress(own, real), own);
  for (const other of [
    own.replace('https:', 'http:'),
    own.replace('3psostorageacct', 'somebody'),
    own.replace('.net/', '.net:8443/'),
    own.replace('/cert/', '/other/'),
    own.replace('windows.net', 'windows.net.evil.example'),
  ])
    assert.equal(certificateAddress(other, real), null, other);
});

test('a certificate is fetched once; while it cannot be fetched, the partner is asked to retry', async () => {
  fetched.length = 0;
  const checkOnce = check();
  for (const _ of [1, 2, 3]) assert.equal(await checkOnce(messageOf(), access()), true);
  assert.deepEqual(fetched, ['/azure/cert/good.cer']);
  const gone = createNotificationCheck(createOutgoing({ allowedOrigins: ['http://127.0.0.1:1'] }));
  const away = { ...access(), endpoint: 'http://127.0.0.1:1/azure' };
  const message = messageOf({ headers: { 'x-ms-certificate-url': 'http://127.0.0.1:1/azure/cert/good.cer' } });
  await assert.rejects(gone(message, away), isPartnerError);
});

test('a certificate whose chain does not end at a trusted root is refused', async () => {
  const leaf = new X509Certificate(certificateOf());
  const never = async () => assert.fail('no issuer is named');
  assert.equal(await isTrusted(leaf, { now: new Date(), fetchIssuer: never }), false, 'nobody vouches for it');
  assert.equal(isOfMicrosoft(leaf), true);
  assert.equal(isOfMicrosoft(new X509Certificate(certificateOf({ organization: 'Not Microsoft Corporation' }))), false);
  assert.equal(
    isOfMicrosoft(new X509Certificate(certificateOf({ organization: 'X', name: 'O=Microsoft Corporation' }))),
    false,
  );
});

test('issuers are fetched from known hosts only, and over TLS', () => {
  const at = (url: string) => issuerAddressOf({ infoAccess: `OCSP - URI:http://x\nCA Issuers - URI:${url}\n` });
  assert.equal(at('http://www.microsoft.com/pki/mscorp/a.crt'), 'https://www.microsoft.com/pki/mscorp/a.crt');
  assert.equal(at('http://cacerts.digicert.com/Root.crt'), 'https://cacerts.digicert.com/Root.crt');
  for (const url of ['http://10.0.0.1/a.crt', 'http://www.microsoft.com:8080/a', 'ldap:///cn=x', 'nothing'])
    assert.equal(at(url), undefined, url);
  assert.equal(issuerAddressOf({ infoAccess: undefined }), undefined);
});

test('a notification is about a referral; only the id is taken from its address', () => {
  const { readEnvelopes, readHint } = createAzureReferralMessages(createOutgoing());
  const id = '11111111-2222-4333-8444-555555555555';
  for (const name of ['referral-created', 'referral-updated', 'related-referral-created', 'related-referral-updated'])
    assert.deepEqual(readHint({ EventName: name, ResourceUri: `https://evil.example/${id}` }), {
      about: 'REFERRAL',
      externalId: id,
    });
  assert.deepEqual(readHint({ ...body, EventName: 'test-created' }), { about: 'NOTHING' });
  assert.deepEqual(readHint({ ...body, ResourceUri: 'https://x/../../admin' }), { about: 'NOTHING' });
  assert.deepEqual(readHint(null), { about: 'NOTHING' });
  assert.equal(readEnvelopes({ hello: 1 }), null);
  const [first] = readEnvelopes({ ...body, ResourceChangeUtcDate: '2026-11-01T00:00:00Z' }) ?? [];
  const [again] = readEnvelopes({ ...body, ResourceChangeUtcDate: '2026-11-01T00:00:00Z' }) ?? [];
  const [later] = readEnvelopes({ ...body, ResourceChangeUtcDate: '2026-11-02T00:00:00Z' }) ?? [];
  assert.equal(first?.id, again?.id);
  assert.notEqual(first?.id, later?.id);
});
