import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const servicesFolder = join(__dirname, '../../../services');

/** Rules that are proven elsewhere or concern the code only. */
const testedElsewhere: Record<string, readonly string[]> = {
  // Proven for every service in packages/service-kit/src/http/network-of.test.ts.
  auth: ['AUTH-L2'],
  // Checked by reading.
  order: ['ORD-P4'],
};

const testsOf = (service: string) =>
  readdirSync(join(servicesFolder, service, 'src'), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.test.ts'))
    .map((file) => readFileSync(join(servicesFolder, service, 'src', file), 'utf8'))
    .join('\n');

/** The numbers in test names: `(ORD-P1)`, `(SIL-06, ORD-P3)`, `(CAT-C6 to CAT-C8)`. */
function quotedNumbers(tests: string): Set<string> {
  const numbers = new Set([...tests.matchAll(/\b[A-Z]{2,4}-[A-Z]\d{1,2}\b/g)].map(([number]) => number));
  for (const [, series = '', first, last] of tests.matchAll(
    /\b([A-Z]{2,4}-[A-Z])(\d{1,2}) to \1(\d{1,2})\b/g,
  ))
    for (let number = Number(first); number <= Number(last); number += 1) numbers.add(series + number);
  return numbers;
}

const rulesOf = (service: string) =>
  [
    ...readFileSync(join(servicesFolder, service, 'RULES.md'), 'utf8').matchAll(
      /^- \*\*([A-Z]{2,4}-[A-Z]\d+)\*\*/gm,
    ),
  ].map(([, number = '']) => number);

it.each(readdirSync(servicesFolder))('every numbered rule of %s is quoted by a test', (service) => {
  const rules = rulesOf(service);
  expect(rules.length).toBeGreaterThan(0);
  expect(new Set(rules).size).toBe(rules.length);
  const numbers = quotedNumbers(testsOf(service));
  const untestedRules = rules.filter((rule) => !numbers.has(rule));
  expect(untestedRules).toEqual(testedElsewhere[service] ?? []);
});
