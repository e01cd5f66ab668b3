import { type HttpAnswer, type HttpRequest, jsonAnswer } from '../../kit/http.ts';
import type { Operation } from '../../kit/simulator.ts';
import { originOf, readQuery } from '../api/call.ts';
import type { AzureReader, AzureSimulation, Solution } from '../state.ts';

/** The path of the catalogue, below the simulator's. */
const solutionsPath = '/solutions';
const pageMax = 100;

/**
 * Microsoft has no public API to look up the solutions that referrals may name. This stands in for a list that a
 * seller hosts itself, so it requires no token. The first-party ones have GUIDs, those of partners ids
 * such as SOL-15974-MQF, as in samples of referrals.
 */
const known: readonly Solution[] = [
  ...(
    [
      ['5c1d3e64-43e3-4a44-8f5a-1d5f0a6b7c01', 'Azure AI Foundry'],
      ['5c1d3e64-43e3-4a44-8f5a-1d5f0a6b7c02', 'Azure Kubernetes Service'],
      ['5c1d3e64-43e3-4a44-8f5a-1d5f0a6b7c03', 'Dynamics 365 Sales'],
      ['5c1d3e64-43e3-4a44-8f5a-1d5f0a6b7c04', 'Microsoft 365 E5 Compliance'],
      ['5c1d3e64-43e3-4a44-8f5a-1d5f0a6b7c05', 'Microsoft Fabric'],
      ['5c1d3e64-43e3-4a44-8f5a-1d5f0a6b7c06', 'Windows Server on Azure'],
    ] as const
  ).map(([id, name]): Solution => ({ id, name, publisherName: 'Microsoft', type: '1P' })),
  { id: 'SOL-10001-ADW', name: 'Adventure Works Route Planner', publisherName: 'Adventure Works', type: '3P' },
  { id: 'SOL-10002-CON', name: 'Contoso Supply Insights', publisherName: 'Contoso', type: '3P' },
  { id: 'SOL-10003-FAB', name: 'Fabrikam Field Service on Azure', publisherName: 'Fabrikam', type: '3P' },
  { id: 'SOL-10004-NOR', name: 'Northwind Retail Analytics', publisherName: 'Northwind Traders', type: '3P' },
];

/** The solutions of the catalogue by name; those that the control API has added replace known ones of the same id. */
export const solutionsOf = (reader: AzureReader): Solution[] =>
  [...new Map([...known, ...reader.list('solutions')].map((row) => [row.id, row])).values()].sort((a, b) =>
    a.name < b.name ? -1 : 1,
  );

/** Finds the catalogue's only operation; null for any other path. */
export const findSolutionOperation = (
  simulation: AzureSimulation,
  request: HttpRequest,
  path: string,
): Operation | null =>
  path === solutionsPath && request.method === 'GET'
    ? { name: 'ListSolutions', run: () => listSolutions(simulation, request) }
    : null;

/** Solutions whose name, publisher or id contains `term`; `type` is 1P or 3P; at most 100, further ones by `nextLink`. */
const listSolutions = ({ store }: AzureSimulation, request: HttpRequest): HttpAnswer => {
  const { term = '', type, skip = '0', top = String(pageMax) } = readQuery(request);
  const [from, size] = [Number(skip), Number(top)];
  const isBounded = Number.isInteger(from) && from >= 0 && Number.isInteger(size) && size >= 1 && size <= pageMax;
  if (!isBounded || (type !== undefined && type !== '1P' && type !== '3P'))
    return jsonAnswer(400, { error: `type is 1P or 3P, skip 0 or more, top from 1 to ${pageMax}` });
  const wanted = term.trim().toLowerCase();
  const fitting = solutionsOf(store)
    .filter((row) => (type ?? row.type) === row.type)
    .filter((row) => [row.name, row.publisherName, row.id].some((text) => text.toLowerCase().includes(wanted)));
  const value = fitting.slice(from, from + size);
  const end = from + value.length;
  const rest = new URLSearchParams({ term, ...(type ? { type } : {}), skip: String(end), top });
  const more = end < fitting.length ? { nextLink: `${originOf(request)}/azure${solutionsPath}?${rest}` } : {};
  return jsonAnswer(200, { value, count: fitting.length, ...more });
};
