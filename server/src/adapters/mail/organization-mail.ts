import { hostOf, portOf } from '../outgoing/address-rule.ts';
import type { Outgoing } from '../outgoing/outgoing.ts';
import type { MailAccess, Mailer, OrganizationMail } from './port.ts';
import { createMailerOver, type SmtpServerAccess } from './smtp-mailer.ts';

/**
 * The checked address of a mail server that a caller named. The certificate must match the name; the connection uses
 * the address.
 */
const connectionTo = async (
  outgoing: Outgoing,
  { endpoint, user, password }: MailAccess,
  ca: string | undefined,
): Promise<SmtpServerAccess> => {
  const reason = outgoing.refusedBase(endpoint, ['smtp:', 'smtps:']);
  if (reason !== null) throw Object.assign(new Error(`the address ${reason}`), { code: 'ADDRESS_REFUSED' });
  const url = new URL(endpoint);
  const host = hostOf(url);
  const [checked] = await outgoing.resolve(host, portOf(url));
  const secure = url.protocol === 'smtps:';
  return {
    host: checked?.address ?? '',
    port: portOf(url),
    secure,
    requireTLS: !secure,
    auth: { user, pass: password },
    tls: { servername: host, ...(ca === undefined ? {} : { ca }) },
  };
};

/** `ca`: signers of the organizations' mail server certificates, if they are not public. */
export const createOrganizationMail = (
  outgoing: Outgoing,
  service: Mailer,
  { ca }: { ca?: string } = {},
): OrganizationMail => ({
  mailerOf: (access) =>
    access === undefined ? service : createMailerOver(access.from, () => connectionTo(outgoing, access, ca)),
});
