import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { policyParts } from '@kinmel/contracts';

const services = join(__dirname, '../../../services');
const read = (path: string) => readFileSync(join(services, path), 'utf8');
const firstMatch = (path: string, pattern: RegExp) => pattern.exec(read(path))?.[1];

it('repair slots are within the office hours of the policy (INFO-04, CONF-08, SIL-40)', () => {
  const slots = 'service-request/src/repair-bookings/slot.rules.ts';
  const hour = (name: string) => Number(firstMatch(slots, new RegExp(`${name} = '(\\d\\d):00'`)));
  const [opening, closing] = [hour('openingTime'), hour('closingTime')];
  expect(policyParts.support.officeHours).toBe(`Mon-Fri ${opening}am to ${closing - 12}pm`);
});
