/** A part of a document: from one heading to the next. */
export type Section = {
  /** Null before the first heading of the document. */
  heading: string | null;
  text: string;
};

export type Document = { fields: Readonly<Record<string, string>>; body: string };

/** Reads the fields at the top of a document: lines `name: value` between two lines `---`. */
export const readDocument = (text: string): Document => {
  const [whole, lines] = /^---\r?\n([\s\S]*?)\r?\n---(?:\r?\n|$)/.exec(text) ?? [];
  if (whole === undefined || lines === undefined) return { fields: {}, body: text };
  const fields = lines.split(/\r?\n/).flatMap((line): [string, string][] => {
    const [, name, value] = /^(\w+):(.*)$/.exec(line) ?? [];
    return name === undefined || value === undefined ? [] : [[name, value.trim().replace(/^(["'])(.*)\1$/, '$2')]];
  });
  return { fields: Object.fromEntries(fields), body: text.slice(whole.length) };
};

/** The text of a heading, without the signs around it. One pattern for all of it would take seconds for a long line of spaces. */
const headingOf = (line: string): string | undefined => {
  const [signs] = /^#{1,3}\s+(?=\S)/.exec(line) ?? [];
  if (signs === undefined) return undefined;
  const rest = line.slice(signs.length).trimEnd();
  let end = rest.length;
  while (rest[end - 1] === '#') end -= 1;
  return rest.slice(0, end).trimEnd() || '#';
};

const fencePattern = /^\s*(```|~~~)/;

/** A longer text would hide what is in it, and its words would be searched for too long. */
export const sectionMax = 8_000;

/** Divides a text at the ends of lines; a line that is longer is divided anywhere. */
const inParts = (text: string): string[] => {
  const parts: string[] = [];
  let part = '';
  for (const line of text.split('\n')) {
    if (part !== '' && part.length + line.length >= sectionMax) {
      parts.push(part);
      part = '';
    }
    part += `${line}\n`;
    for (; part.length > sectionMax; part = part.slice(sectionMax)) parts.push(part.slice(0, sectionMax));
  }
  return [...parts, part].map((each) => each.trim()).filter((each) => each !== '');
};

/** The parts of a Markdown text, each with its heading. Code is not taken for headings. */
export const splitSections = (body: string): Section[] => {
  const sections: { heading: string | null; lines: string[] }[] = [{ heading: null, lines: [] }];
  let fence: string | undefined;
  for (const line of body.split(/\r?\n/)) {
    const [, mark] = fencePattern.exec(line) ?? [];
    if (mark !== undefined && (fence === undefined || fence === mark)) fence = fence === undefined ? mark : undefined;
    const heading = fence === undefined ? headingOf(line) : undefined;
    if (heading === undefined) sections.at(-1)?.lines.push(line);
    else sections.push({ heading: heading.replaceAll(/[`*]/g, ''), lines: [] });
  }
  return sections.flatMap(({ heading, lines }) => inParts(lines.join('\n')).map((text) => ({ heading, text })));
};
