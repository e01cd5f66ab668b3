import { testWorkflows } from './workflows/every-workflow.ts';

testWorkflows('every-crm-workflow');
