/** Run during installation: the first start copies this cluster instead of creating and migrating one. */
import { ensureStartCluster } from './migrated-templates.ts';

await ensureStartCluster();
