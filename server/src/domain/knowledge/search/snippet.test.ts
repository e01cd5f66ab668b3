import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { snippetOf } from './snippet.ts';
import { wordsOf } from './words.ts';

const weightsOf = (query: string) => new Map(wordsOf(query).flatMap(({ terms }) => terms.map((term) => [term, 1])));

const unescaped = (html: string): string =>
  html
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&');

const withoutMarks = (snippet: string): string => snippet.replaceAll(/<\/?mark>/g, '');

test('what was found is marked, and the rest is escaped', () => {
  const snippet = snippetOf('Use <b>offers</b> & "terms" of <script>alert(1)</script>', weightsOf('offer script'));
  assert.equal(
    snippet,
    'Use &lt;b&gt;<mark>offers</mark>&lt;/b&gt; &amp; &quot;terms&quot; of &lt;<mark>script</mark>&gt;alert(1)&lt;/<mark>script</mark>&gt;',
  );
});

test('the part with most of the different words is shown', () => {
  const filler = 'offer '.repeat(30) + 'other text '.repeat(60);
  const snippet = snippetOf(
    `${filler} The payout of an offer is late. ${'more text '.repeat(60)}`,
    weightsOf('late payout offer'),
  );
  assert.match(snippet, /^… .*The <mark>payout<\/mark> of an <mark>offer<\/mark> is <mark>late<\/mark>\. .* …$/);
});

test('a snippet is a part of the text, with nothing in it but marks, whatever the text and the query are', () => {
  const part = fc.oneof(
    fc.constantFrom(
      '<mark>',
      '</mark>',
      '<script>',
      '&lt;',
      '&amp;',
      '"',
      "'",
      'offer',
      'late usage',
      ' ',
      '\u0000',
      '\ud800',
      '> <',
      'A_B',
    ),
    fc.string({ unit: 'binary', maxLength: 30 }),
  );
  const text = fc.array(part, { maxLength: 60 }).map((parts) => parts.join(''));
  fc.assert(
    fc.property(text, text, (stored, query) => {
      const snippet = snippetOf(stored, weightsOf(query));
      const marks = snippet.match(/<\/?mark>/g) ?? [];
      assert.ok(marks.every((mark, index) => mark === (index % 2 === 0 ? '<mark>' : '</mark>')));
      assert.equal(marks.length % 2, 0);
      const rest = withoutMarks(snippet);
      assert.doesNotMatch(rest, /[<>"']|&(?!(amp|lt|gt|quot|#39);)/);
      assert.ok(snippet.isWellFormed());
      const shown = unescaped(rest.replace(/^… /, '').replace(/ …$/, ''));
      assert.ok(stored.toWellFormed().includes(shown) || stored.includes(shown) || !stored.isWellFormed());
      assert.ok(shown.length <= 600);
    }),
  );
});
