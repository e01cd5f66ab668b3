import { createHash, createSign, generateKeyPairSync, randomBytes } from 'node:crypto';

/** For tests only: a device with one passkey (ES256, no attestation), as WebAuthn level 3 describes it. */
export type Device = {
  create(options: { challenge: string; rp: { id?: string } }, origin: string, flags?: number): Record<string, unknown>;
  get(options: { challenge: string; rpId?: string }, origin: string, flags?: number): Record<string, unknown>;
};

/** The user is present and was verified; at creation the key's data follows. */
const verified = 0x05;
export const present = 0x01;
const keyFollows = 0x40;

const head = (major: number, length: number): Buffer =>
  length < 24
    ? Buffer.from([(major << 5) | length])
    : length < 256
      ? Buffer.from([(major << 5) | 24, length])
      : Buffer.from([(major << 5) | 25, length >> 8, length & 255]);

/** RFC 8949, only the parts needed. */
const cbor = (value: unknown): Buffer => {
  if (typeof value === 'number') return value >= 0 ? head(0, value) : head(1, -1 - value);
  if (typeof value === 'string') return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)]);
  if (value instanceof Uint8Array) return Buffer.concat([head(2, value.length), value]);
  const entries = value instanceof Map ? [...value] : Object.entries(value as object);
  return Buffer.concat([head(5, entries.length), ...entries.flatMap(([key, each]) => [cbor(key), cbor(each)])]);
};

const sha256 = (data: string | Buffer): Buffer => createHash('sha256').update(data).digest();

const clientData = (type: string, challenge: string, origin: string): Buffer =>
  Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));

export const createDevice = (): Device => {
  const pair = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const { x = '', y = '' } = pair.publicKey.export({ format: 'jwk' });
  const id = randomBytes(32);
  const base = {
    id: id.toString('base64url'),
    rawId: id.toString('base64url'),
    type: 'public-key',
    clientExtensionResults: {},
  };
  let counter = 0;
  const authData = (rpId: string, flags: number, more: Buffer = Buffer.alloc(0)): Buffer => {
    counter += 1;
    const count = Buffer.alloc(4);
    count.writeUInt32BE(counter);
    return Buffer.concat([sha256(rpId), Buffer.from([flags]), count, more]);
  };
  return {
    create: ({ challenge, rp }, origin, flags = verified) => {
      const key = cbor(
        new Map<number, unknown>([
          [1, 2],
          [3, -7],
          [-1, 1],
          [-2, Buffer.from(x, 'base64url')],
          [-3, Buffer.from(y, 'base64url')],
        ]),
      );
      const attested = Buffer.concat([Buffer.alloc(16), Buffer.from([0, id.length]), id, key]);
      const data = authData(rp.id ?? '', flags | keyFollows, attested);
      return {
        ...base,
        response: {
          clientDataJSON: clientData('webauthn.create', challenge, origin).toString('base64url'),
          attestationObject: cbor({ fmt: 'none', attStmt: {}, authData: data }).toString('base64url'),
          transports: ['internal'],
        },
      };
    },
    get: ({ challenge, rpId }, origin, flags = verified) => {
      const data = authData(rpId ?? '', flags);
      const json = clientData('webauthn.get', challenge, origin);
      const signature = createSign('sha256')
        .update(Buffer.concat([data, sha256(json)]))
        .sign(pair.privateKey);
      return {
        ...base,
        response: {
          clientDataJSON: json.toString('base64url'),
          authenticatorData: data.toString('base64url'),
          signature: signature.toString('base64url'),
        },
      };
    },
  };
};
