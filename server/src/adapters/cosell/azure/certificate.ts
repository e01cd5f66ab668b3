import { X509Certificate } from 'node:crypto';
import { rootCertificates } from 'node:tls';

/** The organization that issues the certificates of notifications ("Partner Center webhooks": Signature validation). */
const issuerOrganization = /^O=Microsoft Corporation$/m;

/** Where the issuers of Microsoft's certificates publish their own; any other address in a certificate is not called. */
const issuerHosts: ReadonlySet<string> = new Set(['www.microsoft.com', 'cacerts.digicert.com']);

/** A leaf, at most three between, and a root. */
const depthMax = 4;

const roots = rootCertificates.map((pem) => new X509Certificate(pem));

const isIssuedBy = (certificate: X509Certificate, issuer: X509Certificate): boolean =>
  issuer.ca && certificate.checkIssued(issuer) && certificate.verify(issuer.publicKey);

const isValidAt = ({ validFromDate, validToDate }: X509Certificate, now: Date): boolean =>
  validFromDate <= now && now <= validToDate;

/** The address of a certificate's issuer, as the certificate names it; undefined if it is not at a known host. */
export const issuerAddressOf = ({ infoAccess = '' }: Pick<X509Certificate, 'infoAccess'>): string | undefined => {
  const named = /^CA Issuers - URI:(\S+)$/m.exec(infoAccess)?.[1];
  const address = named === undefined ? null : URL.parse(named);
  if (!address || !issuerHosts.has(address.hostname) || address.port !== '') return undefined;
  // Certificates name plain HTTP, since their signatures protect them.
  address.protocol = 'https:';
  return address.href;
};

/** Null for what is not a certificate. */
export const readCertificate = (bytes: Uint8Array): X509Certificate | null => {
  try {
    return new X509Certificate(bytes);
  } catch {
    return null;
  }
};

export type ChainOptions = {
  now: Date;
  /** Fetches the issuer of a certificate that is not a root. */
  fetchIssuer(address: string): Promise<X509Certificate | null>;
  trusted?: readonly X509Certificate[];
};

/** Whether a certificate is valid now and its chain ends at a root that Node trusts. */
export const isTrusted = async (
  leaf: X509Certificate,
  { now, fetchIssuer, trusted = roots }: ChainOptions,
): Promise<boolean> => {
  let certificate = leaf;
  for (let depth = 0; depth < depthMax; depth += 1) {
    if (!isValidAt(certificate, now)) return false;
    const current = certificate;
    if (trusted.some((root) => isIssuedBy(current, root) && isValidAt(root, now))) return true;
    const address = issuerAddressOf(certificate);
    const issuer = address === undefined ? null : await fetchIssuer(address);
    if (issuer === null || !isIssuedBy(certificate, issuer)) return false;
    certificate = issuer;
  }
  return false;
};

/** Whether a certificate that nobody issued is valid: of a partner at an address that the connection names. */
export const isSelfSigned = (certificate: X509Certificate, now: Date): boolean =>
  isValidAt(certificate, now) && certificate.checkIssued(certificate) && certificate.verify(certificate.publicKey);

/** "Verify Microsoft Corporation is the issuer". */
export const isOfMicrosoft = ({ issuer }: X509Certificate): boolean => issuerOrganization.test(issuer);
