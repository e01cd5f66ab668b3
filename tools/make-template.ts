/** Run by the installation: the first start copies what is made here instead of making it. */
import { makeTemplate } from '../server/src/db/template.ts';

await makeTemplate();
