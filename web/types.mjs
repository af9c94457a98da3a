// Writes page/src/api.ts: TypeScript types of the requests that the page sends and of the documents that answer, from
// the description in OpenAPI that the program itself serves. RETI=PROGRAM node types.mjs, or SERVER=ADDRESS.
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import openapiTS, { astToString } from 'openapi-typescript';
import { serve } from './test/program.mjs';

const here = path.dirname(fileURLToPath(import.meta.url));
const { home, stop } = await serve();
const described = await (await fetch(new URL('api/v1/openapi.json', home))).json();
stop();

// Only what paths refer to: documents of benchmarks and the like are left out.
const all = described.components.schemas;
const wanted = new Set();
const follow = part => {
  if (!part || typeof part !== 'object') return;
  const name = typeof part.$ref === 'string' ? part.$ref.replace('#/components/schemas/', '') : undefined;
  if (name && !wanted.has(name)) {
    wanted.add(name);
    follow(all[name]);
  }
  Object.values(part).forEach(follow);
};
delete described.paths['/api/v1/schema'];
delete described.paths['/api/v1/schema/{kind}'];
follow(described.paths);
described.components.schemas = Object.fromEntries(Object.entries(all).filter(([name]) => wanted.has(name)));

const types = astToString(await openapiTS(described, { defaultNonNullable: false, alphabetize: true }));
writeFileSync(
  path.join(here, 'page/src/api.ts'),
  `// Written by types.mjs from the program's description in OpenAPI; do not edit.\n\n${types}`,
);
