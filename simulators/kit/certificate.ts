import { createPublicKey, sign } from 'node:crypto';

// Just enough DER to create the self-signed X.509 certificate in which a partner publishes the key that it signs with.

const tags = { integer: 0x02, bits: 0x03, none: 0x05, oid: 0x06, text: 0x0c, time: 0x18, sequence: 0x30, set: 0x31 };

const der = (tag: number, ...parts: Buffer[]): Buffer => {
  const body = Buffer.concat(parts);
  const { length } = body;
  if (length < 128) return Buffer.concat([Buffer.from([tag, length]), body]);
  const bytes = length < 256 ? [0x81, length] : [0x82, length >> 8, length & 255];
  return Buffer.concat([Buffer.from([tag, ...bytes]), body]);
};

const sequence = (...parts: Buffer[]): Buffer => der(tags.sequence, ...parts);
const bits = (body: Buffer): Buffer => der(tags.bits, Buffer.from([0]), body);
const sha256WithRsa = sequence(der(tags.oid, Buffer.from('2a864886f70d01010b', 'hex')), der(tags.none));
const commonName = der(tags.oid, Buffer.from('550403', 'hex'));
const organizationName = der(tags.oid, Buffer.from('55040a', 'hex'));

const attribute = (type: Buffer, value: string): Buffer =>
  der(tags.set, sequence(type, der(tags.text, Buffer.from(value))));

const generalizedTime = (time: number): Buffer =>
  der(tags.time, Buffer.from(`${new Date(time).toISOString().replace(/[-:T]|\.\d+Z$/g, '')}Z`));

/** A self-signed certificate of an RSA key, as PEM. `keyId` is hexadecimal and becomes the serial number. */
export const selfSignedCertificate = (options: {
  privateKey: string;
  name: string;
  organization?: string;
  keyId: string;
  from: number;
  until: number;
}): string => {
  const { organization } = options;
  const name = sequence(
    ...(organization === undefined ? [] : [attribute(organizationName, organization)]),
    attribute(commonName, options.name),
  );
  const version3 = der(0xa0, der(tags.integer, Buffer.from([2])));
  const serial = der(tags.integer, Buffer.from(`00${options.keyId.slice(0, 16)}`, 'hex').subarray(0, 9));
  const validity = sequence(generalizedTime(options.from), generalizedTime(options.until));
  const publicKey = createPublicKey(options.privateKey).export({ type: 'spki', format: 'der' });
  const content = sequence(version3, withoutZeros(serial), sha256WithRsa, name, validity, name, publicKey);
  const signature = sign('RSA-SHA256', content, options.privateKey);
  const base64 = sequence(content, sha256WithRsa, bits(signature)).toString('base64');
  return `-----BEGIN CERTIFICATE-----\n${(base64.match(/.{1,64}/g) ?? []).join('\n')}\n-----END CERTIFICATE-----\n`;
};

// A DER integer has no leading zero unless the next bit would make it negative.
const withoutZeros = (integer: Buffer): Buffer => {
  let body = integer.subarray(2);
  while (body.length > 1 && body[0] === 0 && (body[1] ?? 0) < 128) body = body.subarray(1);
  return der(tags.integer, body);
};
