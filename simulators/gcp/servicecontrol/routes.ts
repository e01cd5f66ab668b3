import type { Route } from '../route.ts';
import { checkOperation } from './check.ts';
import { reportOperations } from './report.ts';

const path = '/servicecontrol/v1/services/:service';
const scope = 'servicecontrol';

export const serviceControlRoutes: Route[] = [
  { name: 'Check', method: 'POST', path, verb: 'check', scope, run: checkOperation },
  { name: 'Report', method: 'POST', path, verb: 'report', scope, run: reportOperations },
];
