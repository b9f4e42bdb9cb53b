import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { asvsFaults } from './asvs.ts';
import requirements from './asvs-requirements.json' with { type: 'json' };

const table = readFileSync(join(__dirname, '../../../docs/security/asvs.md'), 'utf8');

it('every requirement of ASVS 5.0.0, levels 1 and 2, has one answer', () => {
  expect(requirements.level1).toHaveLength(70);
  expect(requirements.level2).toHaveLength(183);
  expect(asvsFaults(table, requirements)).toEqual([]);
});

it.each([
  ['a requirement is left out', /^\| V3\.4\.1 .*\n/m, '', 'V3.4.1 is missing'],
  ['a requirement is listed twice', /^\| V3\.4\.1 .*\n/m, '$&$&', 'V3.4.1 stands here twice'],
  ['an id is of level 3', '| V3.4.1 |', '| V3.4.7 |', 'V3.4.7 is not of level 1 or 2'],
  ['an answer is empty', /^(\| V3\.4\.1 \|[^|]*\|).*$/m, '$1 |', 'V3.4.1 has no answer'],
  ['an answer is another word', /^(\| V3\.4\.1 \|[^|]*\| )Test/m, '$1Probably', 'V3.4.1 has no answer'],
  ['a test has no link', /^(\| V3\.4\.1 \|[^|]*\| Test:).*$/m, '$1 somewhere |', 'V3.4.1 names no test'],
  ['a place has no link', /^(\| V5\.4\.2 \|[^|]*\| Place:).*$/m, '$1 somewhere |', 'V5.4.2 names no place'],
])('says so when %s', (_what, pattern, replacement, fault) => {
  expect(asvsFaults(table.replace(pattern, replacement), requirements).join('\n')).toContain(fault);
});
