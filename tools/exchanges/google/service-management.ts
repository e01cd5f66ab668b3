import { documentOf } from '../written/document.ts';
import { anyObject, listOf, object, oneOf, someText, text, wholeFrom } from '../written/shapes.ts';

// Service Management v1 by its discovery document (servicemanagement:v1), limited to the operations that the service
// uses.

const metric = object(
  {
    name: someText,
    metricKind: oneOf('METRIC_KIND_UNSPECIFIED', 'GAUGE', 'DELTA', 'CUMULATIVE'),
    valueType: oneOf('VALUE_TYPE_UNSPECIFIED', 'BOOL', 'INT64', 'DOUBLE', 'STRING', 'DISTRIBUTION', 'MONEY'),
  },
  {
    ...{ type: text, unit: text, description: text, displayName: text, launchStage: text, metadata: anyObject },
    ...{ labels: listOf(anyObject), monitoredResourceTypes: listOf(text) },
  },
);
/** `google.api.Service`; members that the service does not read are open. */
const service = object(
  { name: someText, id: someText, title: text },
  {
    ...{ producerProjectId: text, configVersion: wholeFrom(1), metrics: listOf(metric) },
    billing: object(
      {},
      { consumerDestinations: listOf(object({ metrics: listOf(someText, 1) }, { monitoredResource: text })) },
    ),
    ...Object.fromEntries(
      ['apis', 'types', 'enums', 'endpoints', 'logs', 'monitoredResources'].map((name) => [name, listOf(anyObject)]),
    ),
    ...Object.fromEntries(
      [
        'documentation',
        'backend',
        'http',
        'quota',
        'authentication',
        'context',
        'usage',
        'control',
        'logging',
        'monitoring',
      ].map((name) => [name, anyObject]),
    ),
    ...{ systemParameters: anyObject, sourceInfo: anyObject, publishing: anyObject },
  },
);
/** Below `/v1`. */
export const serviceManagement = documentOf({
  'GET /services/{service}/config': {
    query: { optional: { configId: text, view: oneOf('BASIC', 'FULL') } },
    answers: { 200: service },
  },
});
