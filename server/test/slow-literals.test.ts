import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { test } from 'node:test';

// A regular expression that takes the square of a text's length lets one long text hold the thread that answers everybody. Each one in the
// service is tried with texts that repeat its own pieces and then do not match.

const root = resolve(import.meta.dirname, '../..');

/** Those that read short texts only, whatever a caller sends, by the end of their file's path, and why the texts are short. */
const readShortTexts: readonly (readonly [file: string, because: string])[] = [
  ['src/start-fault.ts', 'the words of our own fault'],
  ['config/kinds.ts', 'settings of the operator'],
  ['kit/json.ts', 'a number of at most 1000 characters (`numberCharactersMax`)'],
  ['kit/rational.ts', 'as many digits as are shown'],
  ['auth/throttle.ts', 'the address of a connection'],
  ['offer/terms-in-words.ts', 'a duration of at most 20 characters (`OfferIn`)'],
  ['texts/event-text.ts', 'a reason cut to `reasonMax`'],
  ['crm/hubspot/client.ts', 'the address of an account, whose length is limited'],
  ['adapters/without-secrets.ts', 'a credential, whose length is limited'],
  ['azure/prettify.ts', 'the message of a partner, which is cut'],
  ['azure/translate/product-resources.ts', 'a name in which no two hyphens follow each other'],
  ['documents/write-blocks.ts', 'the digits of an amount'],
  ['cosell/check-document.ts', 'the paths of our own tables'],
];

const literal =
  /(?<=(?:^|[(,=:[!&|?{};]|=>|\breturn)\s*)\/(?![*/])((?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/\\[\n])+)\/([dgimsuvy]*)(?=\s*[.,;)\]}:?&|\n])/gm;

/** Comments may hold anything. */
const withoutComments = (text: string): string => text.replaceAll(/^\s*(\/\*\*?[\s\S]*?\*\/|\/\/.*)$/gm, '');

const literals = (): Map<string, { file: string; expression: RegExp }> => {
  const found = new Map<string, { file: string; expression: RegExp }>();
  for (const file of globSync('server/src/**/*.ts', { cwd: root })) {
    if (/test/.test(file)) continue;
    for (const [text, source = '', flags = ''] of withoutComments(readFileSync(resolve(root, file), 'utf8')).matchAll(
      literal,
    ))
      found.set(text, { file, expression: new RegExp(source, flags.replace(/[gy]/g, '')) });
  }
  return found;
};

/** Texts that an expression may begin to match again and again: its own characters, its words, and one of each of its classes. */
const pieces = (source: string): string[] => {
  const words = source
    .replaceAll(/\\[bBdDsSwWpPux](\{[^}]*\})?|\[(\\.|[^\]])*\]|\(\?(:|<?[=!]|<\w+>)|[*+?^$|()]|\{\d*,?\d*\}/g, '\0')
    .replaceAll(/\\(.)/g, '$1')
    .split('\0')
    .filter((word) => word !== '');
  const classes = [...source.matchAll(/\[\^?((?:\\.|[^\]])+)\]/g)].flatMap(([, inside = '']) => [
    ...inside.replaceAll(/\\([dsw])/g, '').replaceAll(/\\(.)/g, '$1'),
  ]);
  const single = ['a', '0', ' ', '\t', '\n', '-', '.', 'A', '_', '=', '/', ':', '"', '<'];
  return [
    ...new Set([
      ...words,
      ...words.map((word) => `${word}.`),
      ...words.map((word) => `${word}a`),
      ...classes,
      ...single,
    ]),
  ];
};

const repetitionsMin = 1000;
const lengthMin = 6000;
const slowMs = 8;

/** Milliseconds that the processor worked for this thread. */
const timeOf = (expression: RegExp, text: string): number => {
  const began = process.threadCpuUsage();
  expression.test(text);
  const { user, system } = process.threadCpuUsage(began);
  return (user + system) / 1000;
};

/** The text that takes long, three times in a row; undefined if none does. */
const slowTextOf = (expression: RegExp): string | undefined => {
  for (const piece of pieces(expression.source)) {
    const repeated = piece.repeat(Math.max(repetitionsMin, lengthMin / piece.length));
    for (const before of ['', 'a', 'a.', 'https://a.', '"'])
      for (const after of ['\u0001', 'x', '\n\u0001']) {
        const text = `${before}${repeated}${after}`;
        if ([1, 2, 3].every(() => timeOf(expression, text) > slowMs))
          return `${before}(${JSON.stringify(piece)})*${after}`;
      }
  }
  return undefined;
};

test('no regular expression of the service takes quadratic time', () => {
  const all = literals();
  assert.ok(all.size > 480, `${all.size} found`);
  const slow = [...all].flatMap(([text, { file, expression }]) => {
    if (!/[*+]|\{\d+,\}/.test(text)) return [];
    const found = slowTextOf(expression);
    return found === undefined ? [] : [{ file, told: `${file} ${text} ${found}` }];
  });
  const isAllowed = (file: string): boolean => readShortTexts.some(([end]) => file.endsWith(end));
  assert.deepEqual(
    slow.filter(({ file }) => !isAllowed(file)).map(({ told }) => told),
    [],
  );
});
