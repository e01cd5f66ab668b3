import type { EventName } from '../../../../contract/events.ts';
import { actionItem, by, type EventText, textsOf, why } from './event-text.ts';

const contact = textsOf('CONTACT', 'contact');
const product = textsOf('PRODUCT', 'product');

export const productTexts = {
  'contact.created': contact('CREATE', 'LOW', 'Contact created', (it, _, event) => `${it} was created${by(event)}`),
  'contact.updated': contact('UPDATE', 'LOW', 'Contact changed', (it, _, event) => `${it} was changed${by(event)}`),
  'product.create_failed': product(
    'FAIL',
    'HIGH',
    'Product not created',
    (it, payload) => `${it} could not be created${why(payload)}`,
    actionItem,
  ),
  'product.created': product(
    'CREATE',
    'LOW',
    'Product drafted',
    (it, _, event) => `a draft of ${it} was created${by(event)}`,
  ),
  'product.deleted': product(
    'DELETE',
    'MEDIUM',
    'Product deleted',
    (it, _, event) => `${it} was deleted in this service${by(event)}; its offers and entitlements continue`,
  ),
  'product.imported': product('ADD', 'LOW', 'Product found', (it) => `${it} was found in the marketplace`),
  'product.publish_failed': product(
    'FAIL',
    'HIGH',
    'Product not published',
    (it, payload) => `${it} could not be published${why(payload)}`,
    actionItem,
  ),
  'product.publish_requested': product(
    'UPDATE',
    'LOW',
    'Product being published',
    (it, _, event) => `${it} is being published in the marketplace${by(event)}`,
  ),
  'product.published': product('COMPLETE', 'MEDIUM', 'Product published', (it) => `${it} is public in the marketplace`),
  'product.released': product(
    'COMPLETE',
    'MEDIUM',
    'Product ready',
    (it) => `${it} exists in the marketplace: private offers can be created for it`,
  ),
  'product.replaced': product(
    'MERGE',
    'LOW',
    'Duplicate product discarded',
    (it) => `${it}, a duplicate, was discarded`,
  ),
  'product.submitted': product(
    'CREATE',
    'LOW',
    'Product being created',
    (it, _, event) => `${it} is being created in the marketplace${by(event)}`,
  ),
  'product.update_failed': product(
    'FAIL',
    'HIGH',
    'Product change refused',
    (it, payload) => `a change of ${it} was refused${why(payload)}`,
    actionItem,
  ),
  'product.update_requested': product(
    'UPDATE',
    'LOW',
    'Product being changed',
    (it, _, event) => `a change of ${it} is being sent to the marketplace${by(event)}`,
  ),
  'product.updated': product('UPDATE', 'LOW', 'Product changed', (it, _, event) => `${it} was changed${by(event)}`),
} satisfies Partial<Record<EventName, EventText>>;
