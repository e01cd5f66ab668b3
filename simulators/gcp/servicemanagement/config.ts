import type { ApiCall, Route } from '../route.ts';
import { findService, serviceConfigId } from '../servicecontrol/check.ts';
import type { Json } from '../state.ts';

/** `services.getConfig`: the metrics of a service by the names and types that usage is told under. */
const serviceConfig = (call: ApiCall): Json => {
  const { id, title } = findService(call);
  const metrics = call.store
    .list('skus')
    .flatMap(({ serviceId, metric }) => (serviceId === id && metric ? [metric] : []))
    .map(({ name, type, unit, unitDescription }) => ({
      name,
      metricKind: 'DELTA',
      valueType: type,
      unit,
      displayName: unitDescription,
    }));
  const unique = [...new Map(metrics.map((metric) => [metric.name, metric])).values()];
  return {
    name: id,
    title,
    id: serviceConfigId,
    // Lists without an element are not written (ProtoJSON).
    ...(unique.length > 0 && {
      metrics: unique,
      billing: { consumerDestinations: [{ metrics: unique.map(({ name }) => name) }] },
    }),
  };
};

export const serviceManagementRoutes: Route[] = [
  {
    name: 'GetServiceConfig',
    method: 'GET',
    path: '/servicemanagement/v1/services/:service/config',
    run: serviceConfig,
  },
];
