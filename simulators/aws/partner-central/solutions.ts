import { accepts, cutPartnerPage, isoTime, type PartnerCall, sortBy, without } from './call.ts';
import { newestFirst } from './engagements.ts';
import type { Solution } from './rows.ts';

type ListInput = {
  Status?: string[];
  Identifier?: string[];
  Category?: string[];
  AwsMarketplaceSolutionArn?: string[];
  Sort?: { SortBy: string; SortOrder: string };
  MaxResults?: number;
  NextToken?: string;
};

const sortKeys: Record<string, (row: Solution) => string | number> = {
  Identifier: (row) => row.id,
  Name: (row) => row.name,
  Status: (row) => row.status,
  Category: (row) => row.category,
  CreatedDate: (row) => row.createdAt,
};

/** ListSolutions. */
export const listSolutions = ({ simulation, account, catalog, input }: PartnerCall<ListInput>) => {
  const found = simulation.store
    .list('solutions')
    .filter((row) => row.accountId === account.id && row.catalog === catalog)
    .filter((row) => accepts(input.Status, row.status) && accepts(input.Identifier, row.id))
    .filter((row) => accepts(input.Category, row.category))
    .filter((row) => accepts(input.AwsMarketplaceSolutionArn, row.marketplaceSolutionArn ?? ''));
  const sorted = sortBy(found, input.Sort, sortKeys, newestFirst('CreatedDate'));
  const { page, NextToken } = cutPartnerPage(sorted, input, 20);
  const view = (row: Solution) =>
    without({
      Catalog: row.catalog,
      Id: row.id,
      Name: row.name,
      Status: row.status,
      Category: row.category,
      CreatedDate: isoTime(row.createdAt),
      AwsMarketplaceSolutionArn: row.marketplaceSolutionArn,
    });
  return { SolutionSummaries: page.map(view), NextToken };
};
