/** The first line of mails that can be answered: what is above it in a reply is new. */
export const replyMarker = '-- Write your reply above this line --';

/** A mail that can be answered: it says where to write. */
export const withReplyMarker = ({ text, html }: { text: string; html: string }): { text: string; html: string } => ({
  text: `${replyMarker}\n\n${text}`,
  html: html.replace('<body>', `<body><p>${replyMarker}</p>`),
});

const isQuoted = (line: string): boolean => /^\s*>/.test(line);
const isBlank = (line: string): boolean => line.trim() === '';

/** The line by which mail programs introduce a quotation: `On …, … wrote:`, in any language. */
const isIntroduction = (line: string): boolean => line.length <= 300 && /:\s*$/.test(line) && /[@\d]/.test(line);

/** What Outlook writes above a quotation. The name between dashes begins and ends with a letter, so that blanks around it are read in one way only. */
const isOldHeader = (line: string): boolean => {
  const bare = line.trim();
  return (
    /^(?:_{8,}|-{2,}\s*\p{L}[\p{L} ]{2,38}\p{L}\s*-{2,})$/u.test(bare) ||
    /^\*?(From|Sent|To|Cc|Date|Subject|Von|Gesendet|An|Datum|Betreff|De|Envoyé|À|Objet|Enviado|Para|Asunto)\s*:/i.test(
      bare,
    )
  );
};

const dropEndWhile = (lines: string[], is: (line: string) => boolean): boolean => {
  const before = lines.length;
  for (let last = lines.at(-1); last !== undefined && is(last); last = lines.at(-1)) lines.pop();
  return lines.length < before;
};

/** Removes what introduces a quotation from the end; mail programs break it into two lines. */
const dropIntroduction = (lines: string[]): void => {
  dropEndWhile(lines, isBlank);
  if (dropEndWhile(lines, isOldHeader)) dropEndWhile(lines, isBlank);
  const [before = '', last = ''] = lines.slice(-2);
  const isBroken =
    !isBlank(before) && isIntroduction(`${before} ${last}`) && (/^\s*</.test(last) || !isIntroduction(last));
  if (isBroken) lines.splice(-2);
  else if (isIntroduction(last)) lines.pop();
  dropEndWhile(lines, isBlank);
};

/**
 * What is new in a reply. Only our own mail below the marker and a quotation at the end are removed, with what introduces
 * them; everything else stays, also answers between quoted lines. If nothing would be left, all of it stays.
 */
export const newTextOf = (text: string): string => {
  const lines = text.replaceAll('\r\n', '\n').split('\n');
  const marker = lines.findIndex((line) => line.includes(replyMarker));
  const kept = marker < 0 ? [...lines] : lines.slice(0, marker);
  const isCut = marker >= 0;
  dropEndWhile(kept, isBlank);
  const hadQuotation = dropEndWhile(kept, (line) => isQuoted(line) || isBlank(line));
  if (isCut || hadQuotation) dropIntroduction(kept);
  const left = kept.join('\n').trim();
  return left === '' ? text.trim() : left;
};
