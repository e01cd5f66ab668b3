import { factsOf, type Transitions } from '../../kit/transitions.ts';

export const productStatuses = [
  'DRAFT',
  'PENDING_CREATE',
  'CREATE_FAILED',
  'LIMITED',
  'PENDING_PUBLISH',
  'PUBLIC',
  'PUBLISH_FAILED',
  'RESTRICTED',
  'DELETED',
] as const;
export type ProductStatus = (typeof productStatuses)[number];

type Fact =
  /** A draft, in our database or at the partner. */
  | 'draft'
  /** A change is in progress, and a read still shows the previous state. */
  | 'inProgress'
  | 'createFailed'
  /** A private offer can be created for it. */
  | 'offerable'
  | 'public'
  | 'deleted';

export const productIs = factsOf<ProductStatus, Fact>({
  DRAFT: ['draft'],
  PENDING_CREATE: ['inProgress'],
  CREATE_FAILED: ['createFailed'],
  LIMITED: ['offerable'],
  PENDING_PUBLISH: ['inProgress'],
  PUBLIC: ['offerable', 'public'],
  PUBLISH_FAILED: [],
  RESTRICTED: [],
  DELETED: ['deleted'],
});

const undeleted = productStatuses.filter((status) => status !== 'DELETED');
const settled = undeleted.filter((status) => !productIs.inProgress(status));

/**
 * The possible statuses of a product before it is public. No marketplace returns it to them: AWS's UpdateVisibility supports Public and Restricted, and
 * a product that was live at Microsoft stays so or is deprecated (product ingestion API). A read that shows it was made before the
 * publication and recorded after it, such as by a process that was killed in between.
 */
const unpublished = settled.filter((status) => status !== 'PUBLIC' && status !== 'RESTRICTED');

/** The states of a product. `show…`: the partner's read shows this state. */
export const productTransitions = {
  save: { from: ['DRAFT', 'CREATE_FAILED'], to: 'SAME', trigger: 'a caller changes the draft' },
  update: {
    from: settled,
    to: 'SAME',
    trigger:
      'a caller changes its information, fulfilment address or prices; one at the partner is changed there first',
  },
  target: { from: ['LIMITED'], to: 'SAME', trigger: 'a caller replaces the accounts that can see it' },
  note: { from: undeleted, to: 'SAME', trigger: 'a caller changes its metaInfo' },
  create: { from: ['DRAFT', 'CREATE_FAILED'], to: 'PENDING_CREATE', trigger: 'a caller creates it at the partner' },
  created: { from: ['PENDING_CREATE'], to: 'LIMITED', trigger: 'the partner has released it' },
  createFailed: { from: ['PENDING_CREATE'], to: 'CREATE_FAILED', trigger: 'the partner refused to create it' },
  publish: {
    from: ['DRAFT', 'LIMITED', 'CREATE_FAILED', 'PUBLISH_FAILED', 'RESTRICTED'],
    to: 'PENDING_PUBLISH',
    trigger: 'a caller publishes it',
  },
  published: { from: ['PENDING_PUBLISH'], to: 'PUBLIC', trigger: 'the partner has published it' },
  publishFailed: { from: ['PENDING_PUBLISH'], to: 'PUBLISH_FAILED', trigger: 'the partner refused to publish it' },
  showDraft: {
    from: unpublished.filter((status) => !status.endsWith('_FAILED')),
    to: 'DRAFT',
    trigger: 'a read of the partner',
  },
  showLimited: { from: unpublished, to: 'LIMITED', trigger: 'a read of the partner' },
  showPublic: { from: settled, to: 'PUBLIC', trigger: 'a read of the partner' },
  showRestricted: { from: settled, to: 'RESTRICTED', trigger: 'a read of the partner' },
  replaced: {
    from: ['DRAFT', 'LIMITED', 'PUBLIC', 'RESTRICTED'],
    to: 'DELETED',
    trigger:
      'a read imported it before our own creation of it was recorded; its entity goes to the product that we created',
  },
  delete: {
    from: undeleted.filter((status) => status !== 'PUBLIC'),
    to: 'DELETED',
    trigger: 'a caller deletes it; offers and entitlements continue',
  },
} as const satisfies Transitions<ProductStatus, string>;

export const stateTables = { product: { statuses: productStatuses, acts: productTransitions } };
