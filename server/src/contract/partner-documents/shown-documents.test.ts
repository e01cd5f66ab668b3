import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { OfferInfo } from '../../domain/offer/schema.ts';
import { createShownDocument } from './shown-documents.ts';

const names = ['currency', 'priceTiers', 'azurePrivateOffer', 'subState', 'end', 'buyerAzureTenants'];
const members = <T>(of: fc.Arbitrary<T>): fc.Arbitrary<Record<string, T>> =>
  fc.dictionary(fc.constantFrom(...names), of, { noNullPrototype: true });
const { value: anything } = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 5 },
    fc.constantFrom(null, 'pendingacceptance', 'a:null,', '2026-01-31', 1, true),
    members(tie('value')),
    fc.array(tie('value'), { maxLength: 3 }),
  ),
}));
/** Partners' data may have any shape; the service's own objects and lists have theirs. */
const stored = fc
  .tuple(members(anything), fc.array(members(anything), { maxLength: 3 }))
  .map(([info, dimensions]) => ({ ...info, dimensions }));

/** JSON as the database formats it. */
const spaced = (value: unknown): string => JSON.stringify(value, null, 1).replaceAll(/\n */g, '');

test('a stored text is shown as the object that it is would be', () => {
  const shown = createShownDocument(OfferInfo.reply);
  fc.assert(
    fc.property(stored, (value) => {
      const object = shown.show(structuredClone(value) as never);
      for (const text of [JSON.stringify(value), spaced(value)]) {
        assert.deepEqual(JSON.parse(shown.showText(text)), JSON.parse(JSON.stringify(object)));
      }
    }),
    { numRuns: 500 },
  );
});
