import { z } from 'zod';
import type { Survivor } from './survivors.ts';

const position = z.object({ line: z.int(), column: z.int() });

/** The parts of StrykerJS's JSON report that are used. */
export const mutantsReport = z.object({
  files: z.record(
    z.string(),
    z.object({
      source: z.string(),
      mutants: z.array(
        z.object({
          mutatorName: z.string(),
          replacement: z.string().default(''),
          status: z.string(),
          location: z.object({ start: position, end: position }),
        }),
      ),
    }),
  ),
});
type Report = z.infer<typeof mutantsReport>;
type Mutant = Report['files'][string]['mutants'][number];

export const minPercentKilled = 90;

const oneLine = (text: string) => text.trim().replaceAll(/\s+/g, ' ');

/** The source text that a mutant replaced. */
function replacedText(source: string, { start, end }: Mutant['location']): string {
  const lines = source.split('\n').slice(start.line - 1, end.line);
  const last = lines.length - 1;
  lines[last] = lines[last]?.slice(0, end.column - 1) ?? '';
  lines[0] = lines[0]?.slice(start.column - 1) ?? '';
  return oneLine(lines.join('\n'));
}

/** Counts killed and surviving mutants; a survivor needs a test, or a reason in the list. */
export function judgeMutants(
  { files }: Report,
  survivors: readonly Survivor[],
): { killed: number; survived: number; faults: string[] } {
  let killed = 0;
  let survived = 0;
  const faults: string[] = [];
  const unseen = new Set(survivors);
  for (const [file, { source, mutants }] of Object.entries(files)) {
    for (const { status, mutatorName, replacement, location } of mutants) {
      // A mutant that breaks its whole test file counts as neither killed nor survived, as in StrykerJS's report.
      if (status === 'Ignored' || status === 'RuntimeError') continue;
      if (status === 'Killed' || status === 'Timeout') {
        killed += 1;
        continue;
      }
      survived += 1;
      const replaced = replacedText(source, location);
      const by = oneLine(replacement);
      const line = oneLine(source.split('\n')[location.start.line - 1] ?? '');
      const listedSurvivors = survivors.filter(
        (survivor) =>
          survivor.file === file &&
          survivor.mutator === mutatorName &&
          survivor.line === line &&
          survivor.replaced === replaced &&
          survivor.by === by,
      );
      for (const survivor of listedSurvivors) unseen.delete(survivor);
      if (listedSurvivors.length === 0)
        faults.push(`${file}:${location.start.line} ${mutatorName} ${status}: ${replaced} → ${by}`);
    }
  }
  for (const { file, mutator, line, replaced, by } of unseen)
    faults.push(
      `${file} ${mutator}: ${replaced} → ${by} in "${line}" stands in survivors.json and does not survive`,
    );
  if (killed * 100 < (killed + survived) * minPercentKilled)
    faults.push(
      `${killed} of ${killed + survived} mutants were noticed, less than ${minPercentKilled} percent`,
    );
  return { killed, survived, faults };
}
