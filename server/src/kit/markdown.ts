import MarkdownIt from 'markdown-it';

/** Raw HTML in a text is shown as text. Links lead to the web, or to a path of this service; others stay text. */
const markdown = new MarkdownIt({ html: false, linkify: false, typographer: false });
markdown.disable('image');
markdown.validateLink = (url) => /^(https?:\/\/|\/(?!\/)|#)/i.test(url);

/** HTML of a Markdown text, with nothing in it that could run or load anything. */
export const renderMarkdown = (text: string): string => markdown.render(text);

type Tokens = ReturnType<typeof markdown.parse>;

/** Characters that end a line. */
const ends: ReadonlySet<string> = new Set(['paragraph_close', 'heading_close', 'tr_close', 'list_item_close']);

const wordsOf = (tokens: Tokens): string =>
  tokens
    .map(({ type, content, children }) => {
      if (children) return wordsOf(children);
      if (type === 'softbreak' || type === 'hardbreak' || ends.has(type)) return '\n';
      if (type === 'td_close' || type === 'th_close') return ' · ';
      return type === 'fence' || type === 'code_block' ? `${content}\n` : content;
    })
    .join('');

/** What a reader sees of a Markdown text, without its marks, on one line. */
export const plainText = (text: string): string =>
  wordsOf(markdown.parse(text, {}))
    .split('\n')
    // By line: one expression for the white space on both sides takes time that grows with its cube.
    .map((line) => line.trim().replace(/·$/, '').trimEnd())
    .join(' ')
    .replaceAll(/[^\S ]+| {2,}/g, ' ')
    .trim();
