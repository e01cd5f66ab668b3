/** Dots of every alphabet that browsers treat as a dot. */
const dots = '[.\\u3002\\uff0e\\uff61]';
const hostDot = new RegExp(`(?<=[\\p{L}\\p{N}-])${dots}(?=\\p{L}{2})`, 'gu');
const ipv4 = new RegExp(`\\d{1,3}(?:${dots}\\d{1,3}){3}`, 'gu');

/**
 * Makes text from others safe for our mails: whatever a mail program would turn into a link (web addresses, mail
 * addresses, host names) stays readable but links nowhere. `Acme.io` becomes `Acme·io`.
 */
export const withoutLinks = (text: string): string =>
  text
    .normalize('NFC')
    .replaceAll(/\p{Cf}/gu, '')
    .replaceAll(ipv4, (address) => address.replaceAll(new RegExp(dots, 'gu'), '·'))
    .replaceAll(hostDot, '·')
    .replaceAll(/:(?=[/\\])[/\\]+/g, ': ')
    .replaceAll(/(?<=\S)[@＠](?=\S)/gu, ' at ')
    .replaceAll(/\b(mailto|tel|javascript|data):(?=\S)/gi, '$1 ');
