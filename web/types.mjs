// Writes page/src/documents.ts: TypeScript types of the documents, from the JSON Schemas in docs/schema.
// The schemas are written by the program (`cargo xtask docs`), so there is one derivation, not two.
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const here = path.dirname(fileURLToPath(import.meta.url));
const KINDS = [
  'lesson', 'annotated-game', 'exercise', 'tactics', 'opportunities', 'graph', 'fragility', 'proof', 'certificate-check',
  'exchange', 'fields', 'zones', 'solution', 'table-probe', 'table-check', 'table-forgery', 'table-verification', 'table-build',
];

/** The type of a schema, as TypeScript. */
function type(schema) {
  if (schema === true || schema === undefined) return 'unknown';
  if (schema.$ref) return schema.$ref.split('/').pop();
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum) return schema.enum.map(value => JSON.stringify(value)).join(' | ');
  const any = schema.oneOf ?? schema.anyOf;
  if (any) return [...new Set(any.map(type))].join(' | ');
  const names = Array.isArray(schema.type) ? schema.type : [schema.type];
  return names.map(name => plain(name, schema)).join(' | ');
}

function plain(name, schema) {
  switch (name) {
    case 'string':
    case 'boolean':
    case 'null':
      return name;
    case 'integer':
    case 'number':
      return 'number';
    case 'array':
      if (schema.prefixItems) return `[${schema.prefixItems.map(type).join(', ')}]`;
      return `(${type(schema.items)})[]`;
    case 'object':
      return object(schema);
    default:
      return 'unknown';
  }
}

function object(schema) {
  const required = new Set(schema.required ?? []);
  const fields = Object.entries(schema.properties ?? {}).map(([name, field]) => {
    const key = /^\w+$/.test(name) ? name : JSON.stringify(name);
    return `${comment(field)}${key}${required.has(name) ? '' : '?'}: ${type(field)};`;
  });
  const rest = schema.additionalProperties;
  if (rest && typeof rest === 'object') {
    if (!fields.length) return `Record<string, ${type(rest)}>`;
    fields.push(`[name: string]: unknown;`);
  }
  return `{ ${fields.join('\n')} }`;
}

const comment = ({ description }) => (description ? `/** ${description.replace(/\s+/g, ' ').replace(/\*\//g, '')} */\n` : '');

const found = new Map();
function add(name, schema) {
  const text = `${comment(schema)}export type ${name} = ${type(schema)};\n`;
  if (found.has(name) && found.get(name) !== text && !schema.properties?.schema) return;
  found.set(name, text);
}
for (const kind of KINDS) {
  const schema = JSON.parse(readFileSync(path.join(here, '../docs/schema', `${kind}.json`), 'utf8'));
  for (const [name, part] of Object.entries(schema.$defs ?? {})) add(name, part);
  add(schema.title, schema);
}
const text = [...found].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, line]) => line).join('\n');
writeFileSync(path.join(here, 'page/src/documents.ts'), `// Written by types.mjs from docs/schema; do not edit.\n\n${text}`);
