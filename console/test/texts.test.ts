import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { parseAst } from 'vite';

// The words that people read are in console/src/texts (decision 0173). These tests find the ones that are elsewhere.

type Node = { type: string; start: number; [name: string]: unknown };
type Found = { place: string; text: string };

const root = join(import.meta.dirname, '../src');

/** Texts that are in a component, and why. */
const allowed: Readonly<Record<string, string>> = {};

/** Attributes and members of objects whose texts people see or hear. */
const seen = new Set(
  [
    ['label', 'title', 'legend', 'heading', 'subtitle', 'caption', 'placeholder', 'description', 'explanation'],
    ['alt', 'aria', 'aria-label', 'aria-description', 'aria-roledescription', 'aria-valuetext'],
    ['text', 'message', 'validationError', 'reason', 'reasons', 'hint', 'note', 'warning', 'confirmation'],
    ['nothingFound', 'nothingFoundMessage', 'empty', 'one', 'many', 'plural', 'add'],
  ].flat(),
);

const hasLetter = (text: string): boolean => /\p{L}/u.test(text);
/** `Not yet possible`, `… days left`. */
const isSentence = (text: string): boolean => /^\s*[\p{Lu}…]/u.test(text) && /\p{L}[,;:.]? \p{L}/u.test(text);

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && 'type' in value;

const nodesIn = function* (node: Node): Generator<Node> {
  yield node;
  for (const value of Object.values(node).flat())
    if (isNode(value) && value.type !== 'TSLiteralType') yield* nodesIn(value);
};

/** The text of a literal or a template, with … for each value in it. */
const textOf = (node: Node): string | undefined => {
  if (node.type === 'JSXText' || (node.type === 'Literal' && typeof node.value === 'string')) return String(node.value);
  if (node.type !== 'TemplateLiteral') return undefined;
  return (node.quasis as { value: { cooked: string } }[]).map(({ value }) => value.cooked).join('…');
};

/** What an expression can come to: neither what it compares nor what it gives to a function. */
const outcomes: Readonly<Record<string, readonly string[]>> = {
  JSXExpressionContainer: ['expression'],
  ConditionalExpression: ['consequent', 'alternate'],
  LogicalExpression: ['left', 'right'],
  TemplateLiteral: ['expressions'],
  ArrayExpression: ['elements'],
  ArrowFunctionExpression: ['body'],
  AssignmentPattern: ['right'],
  TSAsExpression: ['expression'],
};

const textsOf = (node: unknown): Node[] => {
  if (!isNode(node)) return [];
  const names = node.type === 'BinaryExpression' && node.operator === '+' ? ['left', 'right'] : outcomes[node.type];
  const inner = (names ?? []).flatMap((name) => [node[name]].flat().flatMap(textsOf));
  return textOf(node) === undefined ? inner : [node, ...inner];
};

/** The parts of a node that are shown, whatever is in them. */
const shownIn = ({ type, name, key, value, children }: Node): unknown[] => {
  if (type === 'JSXElement' || type === 'JSXFragment') return children as Node[];
  const named = (type === 'JSXAttribute' ? name : type === 'Property' ? key : undefined) as Node | undefined;
  return named && seen.has(String(named.name ?? named.value)) ? [value] : [];
};

/** The texts in a file that people read. */
const findTexts = (file: string): Found[] => {
  const source = readFileSync(join(root, file), 'utf8');
  const found = new Map<number, string>();
  for (const node of nodesIn(parseAst(source, { lang: file.endsWith('x') ? 'tsx' : 'ts' }) as unknown as Node)) {
    const text = textOf(node);
    if (text !== undefined && isSentence(text)) found.set(node.start, text);
    for (const shown of shownIn(node).flatMap(textsOf)) {
      const words = textOf(shown) ?? '';
      if (hasLetter(words)) found.set(shown.start, words);
    }
  }
  return [...found].map(([start, text]) => {
    const line = source.slice(0, start + text.search(/\S/)).split('\n').length;
    return { place: `console/src/${file}:${line}`, text: text.trim().replaceAll(/\s+/g, ' ') };
  });
};

const files = readdirSync(root, { recursive: true, encoding: 'utf8' })
  .map((file) => file.replaceAll('\\', '/'))
  .filter((file) => /\.tsx?$/.test(file))
  .sort();

test('texts shown to people are in console/src/texts, and nowhere else', () => {
  const found = files.filter((file) => !file.startsWith('texts/')).flatMap(findTexts);
  const misplaced = found.filter(({ text }) => allowed[text] === undefined);
  assert.ok(misplaced.length === 0, `\n${misplaced.map(({ place, text }) => `${place} ${text}`).join('\n')}`);
  assert.deepEqual(
    Object.keys(allowed).filter((text) => !found.some((one) => one.text === text)),
    [],
    'exceptions that are no longer needed',
  );
});

test('files of texts import types and the words and formats of lib, and nothing else of the console', () => {
  const imports = files
    .filter((file) => file.startsWith('texts/'))
    .flatMap((file) =>
      [...readFileSync(join(root, file), 'utf8').matchAll(/^import (?!type )[^;]* from '(\.[^']*)';/gm)].map(
        ([, from]) => `${file}: ${from}`,
      ),
    );
  assert.deepEqual(
    imports.filter((one) => !/: \.\.\/lib\/(words|format)\.ts$/.test(one)),
    [],
  );
});
