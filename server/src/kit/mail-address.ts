import { domainToASCII } from 'node:url';

const atoms = /^[\w!#$%&'*+/=?^`{|}~-]+(\.[\w!#$%&'*+/=?^`{|}~-]+)*$/;
/** RFC 6531: letters, marks and digits of every alphabet beside them. */
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
    // 10.0.0.1 is no name; no name ends in digits (RFC 3696, 2).
    !/^\d+$/.test(labels.at(-1) ?? '')
  );
};

/**
 * Whether a text is a mail address as people have them: `local@domain` with the atoms of RFC 5321, 4.1.2, a local part of at
 * most 64 bytes and a domain of the DNS. No quoted local part, no comment, no address literal. `wide`: other alphabets, too (RFC 6531).
 */
export const isMailAddress = (text: string, { wide = false }: { wide?: boolean } = {}): boolean => {
  const at = text.lastIndexOf('@');
  const [local, domain] = [text.slice(0, Math.max(at, 0)), text.slice(at + 1)];
  if (at < 1 || Buffer.byteLength(local) > localBytesMax) return false;
  if (!wide) return atoms.test(local) && isDomain(domain);
  // What is mapped to something else (full-width letters, other dots) is not as it is written.
  const isLetters = /^[\p{L}\p{M}\p{N}.-]+$/u.test(domain) && domain.normalize('NFKC') === domain.normalize('NFC');
  return wideAtoms.test(local) && isLetters && isDomain(domainToASCII(domain));
};
