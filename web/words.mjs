// Every word that the page asks for by name is there, in both languages, and none is said twice.
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const here = path.dirname(fileURLToPath(import.meta.url));
const read = file => readFileSync(path.join(here, file), 'utf8');
const names = file =>
  read(file)
    .split('\n')
    .filter(line => /^[\w-]+ =/.test(line))
    .map(line => line.split(' =')[0]);
const sources = readdirSync(path.join(here, 'page/src'), { recursive: true })
  .filter(name => name.endsWith('.ts'))
  .map(name => read(`page/src/${name}`))
  .join('\n');
const asked = new Set([...sources.matchAll(/say\(\s*'([\w-]+)'/g)].map(([, name]) => name));
const problems = [];
const own = { en: names('page/words/en.txt'), de: names('page/words/de.txt') };
for (const language of ['en', 'de']) {
  const report = names(`../crates/reti-lessons/lessons/${language}/report.txt`);
  const all = new Set([...own[language], ...report]);
  for (const name of asked) if (!all.has(name)) problems.push(`${language}: ${name} is missing`);
  for (const name of own[language]) if (report.includes(name)) problems.push(`${language}: ${name} is a word of the report`);
  const twice = own[language].filter((name, index) => own[language].indexOf(name) !== index);
  for (const name of twice) problems.push(`${language}: ${name} stands twice`);
}
for (const name of own.en) if (!own.de.includes(name)) problems.push(`de: ${name} is missing`);
for (const name of own.de) if (!own.en.includes(name)) problems.push(`en: ${name} is missing`);
if (problems.length) {
  console.log(problems.join('\n'));
  process.exit(1);
}
console.log(`words: ${own.en.length} in both languages`);
