import type { ApiCall, Route } from '../route.ts';
import { findService, serviceConfigId } from '../servicecontrol/check.ts';
import type { Json } from '../state.ts';

/** `services.getConfig`: the metrics of a service, with the names and types under which usage is reported. */
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
    // Empty lists are omitted (ProtoJSON).
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
