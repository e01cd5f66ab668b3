import { z } from 'zod';
import type { AzureClient } from '../../marketplace/azure/client.ts';
import type { MarketplaceAccess } from '../../marketplace/port.ts';
import { isPartnerError } from '../../partner-error.ts';
import type { OrderedReport } from './ordered-reports.ts';

const text = z
  .string()
  .nullish()
  .transform((value) => (value ? value : null));

/** Members by their names in camel case: pages of the documentation write them as `value`, as `Value`, and in both ways. */
const camelCased = (value: unknown): unknown => {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  const members = Object.entries(value).map(([name, member]): [string, unknown] => {
    const trimmed = name.trim();
    return [`${trimmed.charAt(0).toLowerCase()}${trimmed.slice(1)}`, member];
  });
  return Object.fromEntries(members);
};

const listOf = <Item extends z.ZodType>(item: Item) =>
  z
    .preprocess(camelCased, z.looseObject({ value: z.array(z.preprocess(camelCased, item)) }))
    .transform(({ value }) => value);

const queryList = listOf(z.looseObject({ queryId: z.string().min(1), name: text, createdTime: text }));
const reportList = listOf(
  z.looseObject({ reportId: z.string().min(1), reportName: text, reportStatus: text, createdTime: text }),
);
const executionList = listOf(
  z.looseObject({
    executionId: z.string().min(1),
    executionStatus: text,
    reportAccessSecureLink: text,
    reportGeneratedTime: text,
    reportExpiryTime: text,
  }),
);
export type Execution = z.output<typeof executionList>[number];

/** A report has a line for each execution of 90 days, and a link has some hundred bytes. */
const answerBytes = 4 * 1024 * 1024;

/**
 * What is listed; nothing if Microsoft answers 404, which a list may do when it is empty ("Get report executions API":
 * before the first execution). The pages do not say what the body of this answer is.
 */
const listed = async <T>(asking: Promise<{ answer: T[] }>): Promise<T[]> => {
  try {
    return (await asking).answer;
  } catch (error) {
    if (isPartnerError(error) && error.httpStatus === 404) return [];
    throw error;
  }
};

/** Of several with the same name, which two readers may have made at once, all readers use the same one. */
const firstOf = <T extends { createdTime: string | null }>(
  found: readonly T[],
  idOf: (one: T) => string,
): string | null => {
  const order = (one: T): string => `${one.createdTime ?? '~'} ${idOf(one)}`;
  const [first] = found.toSorted((left, right) => (order(left) < order(right) ? -1 : 1));
  return first ? idOf(first) : null;
};

/** yyyy-MM-ddTHH:mm:ssZ ("Create report API"). */
const wireTime = (time: Date): string => time.toISOString().replace(/\.\d{3}Z$/, 'Z');

/** The analytics API of Partner Center ("Programmatic access paradigm for commercial marketplace"). */
export const createInsights = ({ send }: Pick<AzureClient, 'send'>) => {
  const findQueries = (access: MarketplaceAccess, queryName: string) =>
    listed(
      send(
        access,
        'INSIGHTS',
        {
          what: 'ListReportQueries',
          method: 'GET',
          path: '/ScheduledQueries',
          query: { queryName, includeSystemQueries: 'false' },
          answerBytes,
        },
        queryList,
      ),
    );

  const provideQuery = async (access: MarketplaceAccess, { name, query }: OrderedReport): Promise<string> => {
    const own = (await findQueries(access, name)).filter((one) => one.name === name);
    const found = firstOf(own, ({ queryId }) => queryId);
    if (found !== null) return found;
    return await createQuery(access, name, query);
  };

  const createQuery = async (access: MarketplaceAccess, name: string, query: string): Promise<string> => {
    const { answer } = await send(
      access,
      'INSIGHTS',
      {
        what: 'CreateReportQuery',
        method: 'POST',
        path: '/ScheduledQueries',
        json: { Name: name, Description: 'Read to keep books of revenue.', Query: query },
      },
      queryList.refine(({ length }) => length > 0, 'there is no query'),
    );
    return answer[0]?.queryId ?? '';
  };

  /**
   * The query of a report. Microsoft refuses a query (400) of which it does not know a column: then only those are asked for without
   * which nothing can be read.
   */
  const provideSomeQuery = async (access: MarketplaceAccess, report: OrderedReport): Promise<string> => {
    try {
      return await provideQuery(access, report);
    } catch (error) {
      if (!isPartnerError(error) || error.httpStatus !== 400) throw error;
      return provideQuery(access, { ...report, name: `${report.name}, needed columns`, query: report.neededQuery });
    }
  };

  return {
    /** A harmless call. */
    touch: async (access: MarketplaceAccess): Promise<void> => void (await findQueries(access, 'Revenue reader')),

    /**
     * The id of a report, which is ordered if there is none of its name. A lost answer is found by the next call. One that
     * people have paused stays so; one that will not be executed again is replaced.
     */
    provideReport: async (access: MarketplaceAccess, report: OrderedReport, startTime: Date): Promise<string> => {
      const { name } = report;
      const reports = await listed(
        send(
          access,
          'INSIGHTS',
          {
            what: 'ListReports',
            method: 'GET',
            path: '/ScheduledReport',
            query: { reportName: name },
            answerBytes,
          },
          reportList,
        ),
      );
      const own = reports.filter(
        ({ reportName, reportStatus }) => reportName === name && reportStatus?.toLowerCase() !== 'inactive',
      );
      const found = firstOf(own, ({ reportId }) => reportId);
      if (found !== null) return found;
      const json = {
        ReportName: name,
        Description: 'Read to keep books of revenue.',
        QueryId: await provideSomeQuery(access, report),
        StartTime: wireTime(startTime),
        RecurrenceInterval: report.everyHours,
        Format: 'csv',
      };
      const { answer } = await send(
        access,
        'INSIGHTS',
        { what: 'CreateReport', method: 'POST', path: '/ScheduledReport', json },
        reportList.refine(({ length }) => length > 0, 'there is no report'),
      );
      return answer[0]?.reportId ?? '';
    },

    /** The latest completed execution of a report, or a given one of the last 90 days; null if there is none. */
    findExecution: async (
      access: MarketplaceAccess,
      reportId: string,
      executionId?: string,
    ): Promise<Execution | null> => {
      const found = await listed(
        send(
          access,
          'INSIGHTS',
          {
            what: 'ListExecutions',
            method: 'GET',
            path: `/ScheduledReport/execution/${encodeURIComponent(reportId)}`,
            query: {
              executionId,
              executionStatus: 'Completed',
              getLatestExecution: String(executionId === undefined),
            },
            answerBytes,
          },
          executionList,
        ),
      );
      const isDone = ({ executionStatus }: Execution): boolean => executionStatus?.toLowerCase() === 'completed';
      return found.findLast((one) => isDone(one) && (executionId ?? one.executionId) === one.executionId) ?? null;
    },
  };
};
