import assert from 'node:assert/strict';
import { test } from 'node:test';
import { z } from 'zod';
import type { Described } from '../contract/endpoint.ts';
import { partnerDocument } from '../contract/shapes.ts';
import { hasPath } from './check-fault-paths.ts';

const price = z.object({ key: z.string().optional(), rate: z.number().optional() });

const endpoint: Described = {
  id: 'updateThing',
  method: 'POST',
  path: '/org/{orgId}/thing/{thingId}',
  summary: 'Changes a thing.',
  params: { thingId: { text: true, noun: 'thing' } },
  query: z.object({ limit: z.string().optional() }),
  body: z.object({
    name: z.string().optional(),
    commits: z.array(price).optional(),
    info: z
      .looseObject({ commits: z.array(price).optional(), terms: z.object({ days: z.number() }).optional() })
      .nullish(),
    more: z.record(z.string(), z.unknown()).optional(),
    offer: partnerDocument('AdyenBuyer').optional(),
  }),
};

const has = (path: string, body: unknown = {}, query: unknown = {}): boolean =>
  hasPath(endpoint, { query, body }, path);

test('a place is a parameter, a header, or a member that was sent or that the schema has', () => {
  for (const path of ['', 'thingId', 'limit', 'dryRun', 'If-Match', 'name', 'commits', 'info.terms.days'])
    assert.equal(has(path), true, path);
  assert.equal(has('sort', {}, { sort: 'x' }), true);
  const body = { commits: [{ rate: 1 }], info: { commits: [{}, { 'a.b': 1 }], more: 1 }, unknown: [{ deep: null }] };
  for (const path of [
    'commits.0',
    'commits.0.key',
    'info.commits.1.a.b',
    'info.more',
    'info.required',
    'unknown.0.deep',
    'more.any.thing',
  ])
    assert.equal(has(path, body), true, path);
});

test('of names with dots each way to read a path is tried', () => {
  for (const body of [{ '.': 1, '': ' ' }, { '': { '': 1 } }]) assert.equal(has('.', body), true);
  assert.equal(has('a.b.c', { more: 1, 'a.b': { d: 1 }, a: { 'b.c': 1 } }), true);
});

test('members of what counts as absent are places', () => {
  for (const unset of [null, '', [], {}])
    for (const path of ['info.terms.days', 'more.deep.name'])
      assert.equal(has(path, { info: { terms: unset }, more: { deep: unset } }), true, path);
  assert.equal(has('more.deep.name', { more: { deep: 'x' } }), false);
});

test('anything else is no place of the request', () => {
  for (const path of ['thing', 'plans.0.commits', 'commits.0', 'commits.first', 'name.length', 'info.commits.0.rate'])
    assert.equal(has(path, { name: 'x', commits: [], info: {} }), false, path);
  for (const path of ['commits[0].rate', 'commits.1', 'commits.0.amount', 'info.deep.inside', 'toString'])
    assert.equal(has(path, { commits: [{}], info: {} }), false, path);
});

test('items of a form and lines of a text are places', () => {
  const form: Described = { ...endpoint, form: true };
  assert.equal(hasPath(form, { query: {}, body: {} }, 'file'), true);
  assert.equal(hasPath(form, { query: {}, body: {} }, 'name'), false);
  for (const path of ['header', 'line.3', 'line.3.rate', 'line.1.a\rb']) assert.equal(has(path, 'a,b\n'), true, path);
  assert.equal(has('line.3', {}), false);
});
