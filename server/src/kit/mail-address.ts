import { domainToASCII } from 'node:url';

const atoms = /^[\w!#$%&'*+/=?^`{|}~-]+(\.[\w!#$%&'*+/=?^`{|}~-]+)*$/;
/** RFC 6531: also the letters, marks and digits of every alphabet. */
const wideAtoms = /^[\p{L}\p{M}\p{N}_!#$%&'*+/=?^`{|}~-]+(\.[\p{L}\p{M}\p{N}_!#$%&'*+/=?^`{|}~-]+)*$/u;
const label = /^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/i;
const localBytesMax = 64;
const domainCharsMax = 253;

const isDomain = (text: string): boolean => {
  const labels = text.split('.');
  return (
    text.length <= domainCharsMax &&
    labels.length >= 2 &&
    labels.every((one) => label.test(one)) &&
    // 10.0.0.1 is not a name; no name ends in a numeric label (RFC 3696, 2).
    !/^\d+$/.test(labels.at(-1) ?? '')
  );
};

/**
 * Whether a text is a mail address of the usual form: `local@domain` with the atoms of RFC 5321, 4.1.2, a local part of
 * at most 64 bytes and a DNS domain. No quoted local part, comment or address literal. `wide` also allows other
 * alphabets (RFC 6531).
 */
export const isMailAddress = (text: string, { wide = false }: { wide?: boolean } = {}): boolean => {
  const at = text.lastIndexOf('@');
  const [local, domain] = [text.slice(0, Math.max(at, 0)), text.slice(at + 1)];
  if (at < 1 || Buffer.byteLength(local) > localBytesMax) return false;
  if (!wide) return atoms.test(local) && isDomain(domain);
  // Characters that are mapped to others (full-width letters, other dots) are not accepted.
  const isLetters = /^[\p{L}\p{M}\p{N}.-]+$/u.test(domain) && domain.normalize('NFKC') === domain.normalize('NFC');
  return wideAtoms.test(local) && isLetters && isDomain(domainToASCII(domain));
};
