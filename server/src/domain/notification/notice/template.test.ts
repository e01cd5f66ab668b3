import assert from 'node:assert/strict';
import { test } from 'node:test';
import { renderHtml, renderText, type TemplateView, templateFault, templateNames } from './template.ts';

const view: TemplateView = {
  ...(Object.fromEntries(templateNames.map((name) => [name, name])) as TemplateView),
  message: `<b onclick="x">Tom & Jerry's</b>`,
  partner: '',
};

test('a template names values, and says something only if there is one', () => {
  const template = '{{title}}{{#partner}} at {{partner}}{{/partner}}{{^partner}} here{{/partner}}{{! a note }}';
  assert.equal(templateFault(template), null);
  assert.equal(renderText(template, view), 'title here');
  assert.equal(renderText(template, { ...view, partner: 'AWS' }), 'title at AWS');
});

test('values stay as they are in text, and bring no markup into HTML, however they are named', () => {
  assert.equal(renderText('{{message}}', view), view.message);
  const escaped = '&lt;b onclick=&quot;x&quot;&gt;Tom &amp; Jerry&#39;s&lt;/b&gt;';
  for (const template of ['{{message}}', '{{{message}}}', '{{&message}}'])
    assert.equal(renderHtml(`<p>${template}</p>`, view), `<p>${escaped}</p>`);
});

test('what is no template is refused with its reason', () => {
  for (const [template, reason] of [
    ['{{title', /is not a valid Mustache template: Unclosed tag/],
    ['{{#title}}', /Unclosed section/],
    ['{{secret}}', /names secret; a template may name title,/],
    ['{{constructor}}', /names constructor/],
    ['{{#title}}{{__proto__}}{{/title}}', /names __proto__/],
    ['{{> other}}', /names > other/],
    ['{{title.length}}', /names title.length/],
  ] as const)
    assert.match(templateFault(template) ?? '', reason, template);
});

test('a template has so many tags, so deep in each other: more take long to fill in', () => {
  const deep = (times: number): string => `${'{{#title}}'.repeat(times)}x${'{{/title}}'.repeat(times)}`;
  for (const template of ['{{title}} '.repeat(200), '{{#title}}x{{/title}}'.repeat(200), deep(10)])
    assert.equal(templateFault(template), null, template.slice(0, 40));
  for (const [template, reason] of [
    ['{{title}} '.repeat(201), /has more than 200 tags/],
    ['{{title}}'.repeat(2200), /has more than 200 tags/],
    ['{{#title}}{{title}}{{/title}}'.repeat(101), /has more than 200 tags/],
    [deep(11), /has tags more than 10 deep/],
  ] as const)
    assert.match(templateFault(template) ?? '', reason, template.slice(0, 40));
});
