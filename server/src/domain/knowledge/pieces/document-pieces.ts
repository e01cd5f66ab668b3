import { type Piece, pageOf, slugOf } from './piece.ts';
import { readDocument, splitSections } from './split-document.ts';

/** A Markdown file; `file` is its path below the folder that it comes from, with `/`. */
export type TextFile = { file: string; text: string };

/** Names of partners in the index, in addition to their codes: people use different names. */
export const partnerNames: Readonly<Record<string, string>> = {
  AWS: 'AWS Amazon Web Services',
  AZURE: 'Azure Microsoft',
  GCP: 'GCP Google Cloud',
  STRIPE: 'Stripe',
  ADYEN: 'Adyen',
  SALESFORCE: 'Salesforce CRM',
  HUBSPOT: 'HubSpot CRM',
};

const withoutEnding = (file: string): string => file.replace(/\.md$/, '');

type Origin = Pick<Piece, 'keeper' | 'file' | 'source'> & {
  /** The first part of the IDs. */
  id: string;
  title: string;
  keywords: string;
  reference: string | null;
};

/** The pieces of one document: one for each heading with a text. IDs of further parts under the same heading have a number. */
const piecesOf = ({ id, title, ...origin }: Origin, body: string): Piece[] => {
  const used = new Map<string, number>();
  return splitSections(body).map(({ heading, text }) => {
    const isTop = heading === null || heading === title;
    const name = isTop ? id : `${id}.${slugOf(heading) || 'section'}`;
    const count = (used.get(name) ?? 0) + 1;
    used.set(name, count);
    const unique = count === 1 ? name : `${name}-${count}`;
    const part = count === 1 ? '' : ` (${count})`;
    return {
      ...origin,
      id: unique,
      title: `${isTop ? title : `${title}: ${heading}`}${part}`,
      path: pageOf(unique),
      markdown: text,
    };
  });
};

const firstHeading = (body: string): string | undefined =>
  splitSections(body).find(({ heading }) => heading !== null)?.heading ?? undefined;

const titleMax = 200;

/** The title that a document has, or else a readable form of the name of its file. */
const titleOf = (file: string, fields: Readonly<Record<string, string>>, body: string): string =>
  (fields.title || firstHeading(body) || withoutEnding(file.split('/').at(-1) ?? file)).slice(0, titleMax);

const keywordsOf = ({ partner = '', topic = '' }: Readonly<Record<string, string>>): string =>
  `${partnerNames[partner] ?? partner} ${topic}`.trim();

/** An article about a partner, from `server/knowledge`. */
export const articlePieces = ({ file, text }: TextFile): Piece[] => {
  const { fields, body } = readDocument(text);
  return piecesOf(
    {
      id: `marketplace.${slugOf(withoutEnding(file))}`,
      keeper: 'RELEASE',
      file: '',
      source: 'MARKETPLACE',
      title: titleOf(file, fields, body),
      keywords: keywordsOf(fields),
      reference: fields.reference ?? null,
    },
    body,
  );
};

/** A page of this service's own documentation. */
export const servicePieces = ({ file, text }: TextFile): Piece[] => {
  const { fields, body } = readDocument(text);
  return piecesOf(
    {
      id: `service.${slugOf(withoutEnding(file), 80)}`,
      keeper: 'RELEASE',
      file: '',
      source: 'SERVICE',
      title: titleOf(file, fields, body),
      keywords: withoutEnding(file).replaceAll(/README|decisions/g, ''),
      reference: null,
    },
    body,
  );
};

export type ImportedFile = TextFile & {
  source: 'MARKETPLACE' | 'SERVICE';
  /** Tells files apart whose names have one slug. */
  key: string;
};

/** A file of the operator. */
export const importedPieces = ({ file, text, source, key }: ImportedFile): Piece[] => {
  const { fields, body } = readDocument(text);
  return piecesOf(
    {
      id: `import.${slugOf(withoutEnding(file), 80)}.${key}`,
      keeper: 'IMPORT',
      file,
      source,
      title: titleOf(file, fields, body),
      keywords: keywordsOf(fields),
      reference: fields.reference ?? null,
    },
    body,
  );
};
