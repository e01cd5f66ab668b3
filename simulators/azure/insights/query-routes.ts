import { change } from '../../kit/simulation.ts';
import { type ApiCall, type ApiRoutes, textOf } from '../api/call.ts';
import { type AzureReader, type Json, type ReportQuery, readSettings } from '../state.ts';
import { apiTime } from './dataset.ts';
import { datasets, systemQueries } from './datasets.ts';
import { type Case, envelope, insightsRefusal } from './envelope.ts';
import { parseQuery, timespans } from './parse-query.ts';
import { runQuery } from './run-query.ts';

const testedRows = 10;

/** The letter case of an answer: as its page has it, unless the settings say otherwise. */
export const caseOf = (reader: AzureReader, published: Case): Case =>
  readSettings(reader).insightsCase === 'camel' ? 'camel' : published;

/** Datasets and queries ("Get all datasets API", "Create Report Query API", "Get report queries API", and so on). */
export const queryRoutes: ApiRoutes = {
  'GET /ScheduledDataset': {
    name: 'ListDatasets',
    run: ({ simulation, query }) => {
      const found = datasets
        .filter(({ name }) => (query.datasetname ?? name).toLowerCase() === name.toLowerCase())
        .map(({ name, columns, metrics }) => ({
          datasetName: name,
          selectableColumns: columns.filter((column) => !metrics.includes(column)),
          availableMetrics: metrics,
          availableDateRanges: timespans,
          minimumRecurrenceInterval: 4,
        }));
      if (found.length === 0) throw insightsRefusal(404, 'The dataset was not found.');
      return envelope(found, 'Dataset fetched successfully', caseOf(simulation.store, 'pascal'));
    },
  },

  'POST /ScheduledQueries': {
    name: 'CreateReportQuery',
    run: ({ simulation, publisher, body }) => {
      const [name, query] = [textOf(body.Name ?? body.name), textOf(body.Query ?? body.query)];
      if (name === null || query === null) throw insightsRefusal(400, 'Name and Query are required.');
      parseQuery(query);
      const created = change(simulation, (transaction) => {
        const row: ReportQuery = {
          id: transaction.ids.uuid(),
          publisherId: publisher.id,
          name,
          description: textOf(body.Description ?? body.description) ?? '',
          query,
          createdAt: transaction.at,
        };
        transaction.put('reportQueries', row);
        return row;
      });
      return envelope([queryView(created)], 'Query created successfully', 'camel');
    },
  },

  'GET /ScheduledQueries': {
    name: 'ListReportQueries',
    run: ({ simulation, publisher, query }) => {
      const own = simulation.store.list('reportQueries').filter((row) => row.publisherId === publisher.id);
      const isTrue = (text: string | undefined, otherwise: boolean): boolean =>
        text === undefined ? otherwise : text.toLowerCase() === 'true';
      const system = isTrue(query.includesystemqueries, true) ? systemQueries.map(systemView) : [];
      const onlySystem = isTrue(query.includeonlysystemqueries, false);
      const found = (onlySystem ? systemQueries.map(systemView) : [...system, ...own.map(queryView)])
        .filter(({ queryId }) => (query.queryid ?? queryId) === queryId)
        .filter(({ name }) => (query.queryname ?? name) === name);
      return envelope(found, 'Queries fetched successfully', caseOf(simulation.store, 'pascal'));
    },
  },

  'GET /ScheduledQueries/testQueryResult': {
    name: 'TryReportQuery',
    run: ({ simulation, publisher, query }) => {
      const { store, clock } = simulation;
      const text = query.exportquery ?? findQuery(store, publisher.id, query.queryid ?? '')?.query;
      if (text === undefined) throw insightsRefusal(404, 'The query was not found.');
      const { columns, rows } = runQuery(store, publisher.id, parseQuery(text), clock.now());
      const shown = rows
        .slice(0, testedRows)
        .map((row) => Object.fromEntries(row.map((cell, at) => [columns[at], cell])));
      return envelope(shown, 'Query executed successfully', 'camel');
    },
  },

  'DELETE /ScheduledQueries/:id': {
    name: 'DeleteReportQuery',
    run: ({ simulation, publisher, params: { id = '' } }: ApiCall) => {
      const row = simulation.store.get('reportQueries', id);
      if (row?.publisherId !== publisher.id) throw insightsRefusal(404, 'The query was not found.');
      change(simulation, (transaction) => transaction.remove('reportQueries', id));
      return envelope([queryView(row)], 'Query deleted successfully', caseOf(simulation.store, 'pascal'));
    },
  },
};

/** A query of Microsoft's or of the publisher. */
export const findQuery = (
  reader: AzureReader,
  publisherId: string,
  id: string,
): { id: string; query: string } | undefined => {
  const own = reader.get('reportQueries', id);
  return systemQueries.find((one) => one.id === id) ?? (own?.publisherId === publisherId ? own : undefined);
};

const queryView = ({ id, name, description, query, publisherId, createdAt }: ReportQuery): Json => ({
  queryId: id,
  name,
  description,
  query,
  type: 'userDefined',
  user: publisherId,
  createdTime: apiTime(createdAt),
  modifiedTime: null,
});

const systemView = ({ id, name, description, query }: (typeof systemQueries)[number]): Json => ({
  queryId: id,
  name,
  description,
  query,
  type: 'system',
  user: 'System',
  createdTime: '2021-01-06T00:00:00Z',
  modifiedTime: null,
});
