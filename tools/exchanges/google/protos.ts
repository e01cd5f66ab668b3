import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A field as JSON shows it. `type` is a scalar of protobuf, or the full name of a message or an enum. */
export type Field = { type: string; repeated: boolean; mapOf: string | null; required: boolean; outputOnly: boolean };
/** A method with its REST request. `body`: the field that the body holds, `*` for all, null for none. */
export type Method = {
  name: string;
  verb: string;
  pattern: RegExp;
  variables: string[];
  body: string | null;
  input: string;
  output: string;
};
export type Protos = {
  messages: ReadonlyMap<string, Readonly<Record<string, Field>>>;
  enums: ReadonlyMap<string, readonly string[]>;
  methods: readonly Method[];
};

/** `some_name` as JSON writes it. */
export const jsonName = (name: string): string =>
  name.replace(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());

const tokensOf = (text: string): string[] =>
  text.match(/\/\/[^\n]*|"(?:[^"\\]|\\.)*"|[\w.]+|[^\s\w]/g)?.filter((token) => !token.startsWith('//')) ?? [];

/** `/v1/{name=projects/*}:publish` as a pattern, with the names of the variables in the path. */
const readPath = (template: string): { pattern: RegExp; variables: string[] } => {
  const variables: string[] = [];
  const source = template.replace(/\{([\w.]+)(?:=([^}]*))?\}/g, (_, name: string, shape = '*') => {
    variables.push(name);
    return `(${String(shape).replaceAll('**', '.+').replaceAll('*', '[^/:]+')})`;
  });
  return { pattern: new RegExp(`^${source}$`), variables };
};

type Raw = {
  scope: string;
  name: string;
  field: Omit<Field, 'type' | 'mapOf'> & { type: string; mapOf: string | null };
};

/** Parses the parts of proto3 files that the checks need, and nothing else of the language. */
const readFile = (
  text: string,
  into: { raws: Raw[]; messages: Set<string>; enums: Map<string, string[]>; methods: Method[] },
) => {
  const tokens = tokensOf(text);
  let at = 0;
  const next = (): string => tokens[at++] ?? '';
  const skipTo = (end: string): string[] => {
    const from = at;
    let depth = 0;
    for (; at < tokens.length; at += 1) {
      const token = tokens[at] ?? '';
      if (depth === 0 && token === end) break;
      if ('{[('.includes(token)) depth += 1;
      if ('}])'.includes(token)) depth -= 1;
    }
    at += 1;
    return tokens.slice(from, at - 1);
  };
  const readEnum = (scope: string): void => {
    const name = `${scope}.${next()}`;
    next();
    const words: string[] = [];
    for (let token = next(); token !== '}' && token !== ''; token = next()) {
      if (token !== 'option' && tokens[at] === '=') words.push(token);
      skipTo(';');
    }
    into.enums.set(name, words);
  };
  const readField = (scope: string, first: string): void => {
    const repeated = first === 'repeated';
    let type = repeated || first === 'optional' ? next() : first;
    let mapOf: string | null = null;
    if (type === 'map') {
      next();
      const inner = skipTo('>');
      mapOf = inner.at(-1) ?? 'string';
      type = 'map';
    }
    const name = next();
    const rest = skipTo(';').join(' ');
    const has = (behavior: string): boolean => new RegExp(`= ${behavior}\\b`).test(rest);
    into.raws.push({
      scope,
      name,
      field: { type, repeated, mapOf, required: has('REQUIRED'), outputOnly: has('OUTPUT_ONLY') },
    });
  };
  const readMessage = (scope: string): void => {
    const name = `${scope}.${next()}`;
    next();
    into.messages.add(name);
    readMembers(name);
  };
  const readMembers = (name: string): void => {
    for (let token = next(); token !== '}' && token !== ''; token = next()) {
      if (token === 'message') readMessage(name);
      else if (token === 'enum') readEnum(name);
      else if (token === 'oneof') {
        next();
        next();
        readMembers(name);
      } else if (token === 'option' || token === 'reserved') skipTo(';');
      else if (token !== ';') readField(name, token);
    }
  };
  const readService = (scope: string): void => {
    next();
    next();
    for (let token = next(); token !== '}' && token !== ''; token = next()) {
      if (token !== 'rpc') {
        skipTo(';');
        continue;
      }
      const name = next();
      next();
      const input = skipTo(')').join('');
      // `returns (`
      next();
      next();
      const output = skipTo(')').join('');
      next();
      const body = skipTo('}');
      const verbAt = body.findIndex(
        (word) => ['get', 'post', 'put', 'patch', 'delete'].includes(word) && body[body.indexOf(word) + 1] === ':',
      );
      const textAfter = (from: number): string => {
        const texts: string[] = [];
        for (let place = from; body[place]?.startsWith('"'); place += 1) texts.push((body[place] ?? '').slice(1, -1));
        return texts.join('');
      };
      const bodyAt = body.indexOf('body');
      into.methods.push({
        name,
        verb: (body[verbAt] ?? '').toUpperCase(),
        ...readPath(textAfter(verbAt + 2)),
        body: bodyAt < 0 ? null : textAfter(bodyAt + 2),
        input: `${scope}.${input}`,
        output: output.includes('.') ? output : `${scope}.${output}`,
      });
    }
  };
  let scope = '';
  while (at < tokens.length) {
    const token = next();
    if (token === 'package') scope = skipTo(';').join('');
    else if (token === 'message') readMessage(scope);
    else if (token === 'enum') readEnum(scope);
    else if (token === 'service') readService(scope);
    else skipTo(';');
  }
};

/** The protos of a folder. */
export const readProtos = (folder: string): Protos => {
  const into = {
    raws: [] as Raw[],
    messages: new Set<string>(),
    enums: new Map<string, string[]>(),
    methods: [] as Method[],
  };
  for (const file of readdirSync(folder).filter((name) => name.endsWith('.proto'))) {
    readFile(readFileSync(join(folder, file), 'utf8'), into);
  }
  /** Names are resolved from the innermost scope outwards. */
  const fullName = (scope: string, type: string): string => {
    for (let parts = scope.split('.'); parts.length > 0; parts = parts.slice(0, -1)) {
      const name = [...parts, type].join('.');
      if (into.messages.has(name) || into.enums.has(name)) return name;
    }
    return type;
  };
  const messages = new Map<string, Record<string, Field>>([...into.messages].map((name) => [name, {}]));
  for (const { scope, name, field } of into.raws) {
    const members = messages.get(scope);
    if (!members) continue;
    members[jsonName(name)] = {
      ...field,
      type: fullName(scope, field.type),
      mapOf: field.mapOf === null ? null : fullName(scope, field.mapOf),
    };
  }
  return { messages, enums: into.enums, methods: into.methods };
};
