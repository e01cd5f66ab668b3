import { value as pages } from 'virtual:connecting';
import type { Row } from '../api/list.ts';
import { type Block, readGuide, type Section } from '../lib/guide.ts';
import { textAt } from '../nouns/noun.ts';

/** The connections that are set up step by step, by their names in the API, each with its documentation page. */
export const guided = [
  { partner: 'AWS', service: 'MARKETPLACE', page: 'aws' },
  { partner: 'AZURE', service: 'MARKETPLACE', page: 'azure' },
  { partner: 'GCP', service: 'MARKETPLACE', page: 'gcp' },
  { partner: 'STRIPE', service: 'PAYMENT', page: 'stripe' },
  { partner: 'ADYEN', service: 'PAYMENT', page: 'adyen' },
  { partner: 'HUBSPOT', service: 'CRM', page: 'crm', chapter: 'HubSpot' },
  { partner: 'SALESFORCE', service: 'CRM', page: 'crm', chapter: 'Salesforce' },
] as const;

export type Guided = { partner: string; service: string };

/** The steps at a partner, from the documentation: first those needed to connect, then the rest. */
export const guideOf = ({ partner, service }: Guided): Section[] => {
  const found = guided.find((one) => one.partner === partner && one.service === service);
  return found ? readGuide(pages[found.page] ?? '', 'chapter' in found ? found.chapter : undefined) : [];
};

/** Replaces the names of addresses with the addresses of a connection. */
export const fillGuide = (blocks: readonly Block[], row: Row): Block[] => {
  const { origin } = window.location;
  const fill = (text: string): string =>
    text
      .replaceAll(
        /`PUBLIC_URL`\s+followed\s+by\s+the\s+`hookPath`\s+of\s+the\s+response/g,
        `\`${origin}${textAt(row, 'hookPath')}\``,
      )
      .replaceAll('PUBLIC_URL/', `${origin}/`)
      .replaceAll('{integrationId}', textAt(row, 'id'));
  return blocks.map((block) =>
    block.kind === 'list' ? { ...block, items: block.items.map(fill) } : { ...block, text: fill(block.text) },
  );
};
