import { sign } from 'node:crypto';
import { selfSignedCertificate } from '../../kit/certificate.ts';
import type { Delivery, Posting } from '../../kit/deliveries.ts';
import { strikeNow } from '../../kit/faults.ts';
import { newKeyPair } from '../../kit/rsa-keys.ts';
import type { AzureChange, AzureSimulation } from '../state.ts';

/** The path of the certificate, below the simulator's. */
export const certificatePath = '/cert/pcnotifications-dispatch.microsoft.com.cer';

const id = 'partner-center';
const year = 365 * 86_400_000;

/** Creates the key of notifications when the first publisher registers; it is kept in the journal. */
export const ensureNotificationKey = (transaction: AzureChange): void => {
  if (transaction.get('notificationKeys', id)) return;
  const { privateKey } = newKeyPair();
  const from = transaction.wall - 86_400_000;
  const certificate = selfSignedCertificate({
    privateKey,
    name: 'pcnotifications-dispatch.microsoft.com',
    organization: 'Microsoft Corporation',
    keyId: transaction.ids.hex(40),
    from,
    until: from + 30 * year,
  });
  transaction.put('notificationKeys', { id, privateKey, certificate });
};

/** The certificate of the key, in DER; null before the first registration. Microsoft's chains to its root; this one does not. */
export const certificateBytes = ({ store }: AzureSimulation): Buffer | null => {
  const key = store.get('notificationKeys', id);
  return key ? Buffer.from(key.certificate.replace(/-----[A-Z ]+-----|\s/g, ''), 'base64') : null;
};

/**
 * A signed notification; null if the publisher is not registered. Source: "Partner Center webhooks" (How to authenticate
 * the callback). Whether the scheme `Signature` is repeated in `x-ms-signature` is not documented; the simulator does not repeat it.
 */
export const postNotification = (simulation: AzureSimulation, delivery: Delivery): Posting | null => {
  const { store } = simulation;
  const registration = store.get('eventRegistrations', delivery.accountId);
  const key = store.get('notificationKeys', id);
  if (!registration || !key) return null;
  const place = { operation: delivery.type, accountId: delivery.accountId };
  const isForged = strikeNow(simulation, 'forged-token', place) !== null;
  const body = JSON.stringify(delivery.body);
  const signature = sign('RSA-SHA256', Buffer.from(body), isForged ? newKeyPair().privateKey : key.privateKey).toString(
    'base64',
  );
  return {
    url: registration.webhookUrl,
    headers: {
      'content-type': 'application/json',
      ...(registration.signatureInOwnHeader
        ? { 'x-ms-signature': signature }
        : { authorization: `Signature ${signature}` }),
      'x-ms-certificate-url': `${registration.origin}/azure${certificatePath}`,
      'x-ms-signature-algorithm': 'rsa-sha256',
    },
    body,
  };
};
