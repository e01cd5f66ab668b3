import { buildOpenApi } from '../src/contract/openapi.ts';
import { endpoints } from '../src/domain/endpoints.ts';

/** A schema of our API document. */
export type DocumentSchema = {
  $ref?: string;
  readOnly?: boolean;
  required?: string[];
  properties?: Record<string, DocumentSchema>;
  additionalProperties?: boolean | DocumentSchema;
  items?: DocumentSchema;
  allOf?: DocumentSchema[];
  anyOf?: DocumentSchema[];
  oneOf?: DocumentSchema[];
};
type Content = { $ref?: string; content?: Record<string, { schema: DocumentSchema }> };
type Operation = { requestBody?: Content; responses: Record<string, Content> };

const options = { version: '1', baseUrl: 'http://api.test', tokenUrl: 'http://tokens.test/oauth2/token' };
const document = buildOpenApi(endpoints, options) as { paths: Record<string, Record<string, Operation>> };

export const follow = <T extends { $ref?: string }>(value: T): T => {
  if (value.$ref === undefined) return value;
  const path = value.$ref.replace(/^#\//, '').split('/');
  return follow(path.reduce<unknown>((at, part) => (at as Record<string, unknown>)[part], document) as T);
};

/** The schema itself and all forms that it may have. */
export const formsOf = (schema: DocumentSchema): DocumentSchema[] => {
  const followed = follow(schema);
  const forms = [...(followed.anyOf ?? []), ...(followed.oneOf ?? []), ...(followed.allOf ?? [])];
  return [followed, ...forms.flatMap(formsOf)];
};

type At = { path: string; method: string };
const jsonOf = (content: Content | undefined): DocumentSchema | undefined =>
  content && follow(content).content?.['application/json']?.schema;

export const requestSchemaOf = ({ path, method }: At): DocumentSchema | undefined =>
  jsonOf(document.paths[path]?.[method.toLowerCase()]?.requestBody);

export const replySchemaOf = ({ path, method }: At): DocumentSchema | undefined =>
  jsonOf(document.paths[path]?.[method.toLowerCase()]?.responses['200']);
