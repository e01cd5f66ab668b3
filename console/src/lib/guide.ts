import { guideTexts as texts } from '../texts/guide.ts';

/** A block of a guide. */
export type Block =
  | { kind: 'text'; text: string }
  | { kind: 'list'; isOrdered: boolean; items: string[] }
  | { kind: 'code'; text: string };

export type Section = { title: string; blocks: Block[] };

const oneLine = (lines: readonly string[]): string => lines.map((line) => line.trim()).join(' ');

/** Parses the Markdown that the guides use. Shell examples are omitted, because a form replaces them. */
const blocksOf = (text: string): Block[] => {
  const parts = text.split(/^```(\w*)\n([\s\S]*?)^```$/m);
  return parts.flatMap((part, at): Block[] => {
    if (at % 3 === 1) return [];
    if (at % 3 === 2) return parts[at - 1] === 'sh' ? [] : [{ kind: 'code', text: part.trimEnd() }];
    return part
      .split(/\n{2,}/)
      .map((one) => one.trim())
      .filter((one) => one !== '')
      .map((one): Block => {
        const bullet = /^(-|\d+\.) /.exec(one)?.[1];
        if (bullet === undefined) return { kind: 'text', text: oneLine(one.split('\n')) };
        const items = one
          .split(/\n(?=(?:-|\d+\.) )/)
          .map((item) => oneLine(item.split('\n')).replace(/^(-|\d+\.) /, ''));
        return { kind: 'list', isOrdered: bullet !== '-', items };
      });
  });
};

/** `**Messages.** In the app …` begins the section Messages. */
const opening = /^\*\*([^*]+?)\.?\*\*,?\s*(.*)$/s;

const capitalized = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** The sections of a page of `docs/connecting`. `chapter`: only those below the heading of that name. */
export const readGuide = (page: string, chapter?: string): Section[] => {
  const [, ...chapters] = page.split(/^#{1,2} /m);
  const wanted = chapter === undefined ? chapters[0] : chapters.find((one) => one.split('\n')[0]?.trim() === chapter);
  const text = (wanted ?? '').replace(/^.*\n/, '');
  const sections: Section[] = [];
  for (const block of blocksOf(text)) {
    const [, title, rest = ''] = block.kind === 'text' ? (opening.exec(block.text) ?? []) : [];
    if (title !== undefined) {
      sections.push({ title, blocks: rest === '' ? [] : [{ kind: 'text', text: capitalized(rest) }] });
      continue;
    }
    if (sections.length === 0) sections.push({ title: texts.firstSection, blocks: [] });
    sections.at(-1)?.blocks.push(block);
  }
  return sections;
};
