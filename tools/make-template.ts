/** Run during installation: the first start copies this template instead of migrating a new database. */
import { makeTemplate } from '../server/src/db/template.ts';

await makeTemplate();
