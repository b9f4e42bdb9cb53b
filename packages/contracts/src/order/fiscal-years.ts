import { z } from 'zod';
import { dayMs } from '../browser/shop-time.ts';

/** The first year of `2083/84`; undefined when the two years are not consecutive. */
function firstYearOf(name: string): number | undefined {
  const [first = 0, second] = name.split('/').map(Number);
  return (first + 1) % 100 === second ? first : undefined;
}

/** The first day of each fiscal year by its name, in order and without gaps: the last one ends after 365 days. */
export const fiscalYearsSchema = z
  .record(z.string().regex(/^\d{4}\/\d{2}$/, 'A fiscal year is named like 2083/84.'), z.iso.date())
  .superRefine((years, context) => {
    const refuse = (name: string, message: string) =>
      context.addIssue({ code: 'custom', path: [name], message });
    const entries = Object.entries(years);
    if (entries.length === 0)
      context.addIssue({ code: 'custom', message: 'At least one fiscal year is needed.' });
    for (const [index, [name, firstDay]] of entries.entries()) {
      const year = firstYearOf(name);
      if (year === undefined) refuse(name, 'A fiscal year is named after two years in a row.');
      const previous = entries[index - 1];
      if (previous === undefined) continue;
      if (year !== Number(previous[0].slice(0, 4)) + 1)
        refuse(name, `${name} does not follow ${previous[0]}.`);
      const days = (Date.parse(firstDay) - Date.parse(previous[1])) / dayMs;
      if (days !== 365 && days !== 366) refuse(name, `${previous[0]} would have ${days} days.`);
    }
  });
