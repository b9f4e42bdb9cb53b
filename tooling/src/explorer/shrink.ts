import type { RecordKind } from './actors/step.ts';
import { stepOf } from './actors/steps.ts';
import type { Entry, Run, Script } from './run-seed.ts';
import { calm } from './simulation/simulation.ts';

/** The text of an offence without ids and numbers, which groups offences of the same kind. */
export const kindOf = (law: string, text: string): string =>
  `${law} ${text.replaceAll(/\b(khalti|esewa|cs_test|pi)_[\w-]+|[0-9a-f]{24}|\b[0-9A-F]{6}\b|KM-\w{4}-\w{4}|\d[\d,.:TZ-]*/g, '…')}`;

export const kindsOf = ({ findings }: Run): string[] =>
  findings.flatMap(({ id, offences }) => offences.map(({ text }) => kindOf(id, text)));

/**
 * Removes the steps of a script that are not needed for the same offence. Each attempt is a separate run; there are at
 * most `attempts`.
 */
export async function shrink(
  failed: Run,
  kind: string,
  run: (script: Script) => Promise<Run>,
  attempts = 60,
): Promise<Run> {
  let smallest = failed;
  let attemptsLeft = attempts;
  async function reproduces(script: Script): Promise<boolean> {
    if (attemptsLeft === 0) return false;
    attemptsLeft -= 1;
    const attempt = await run(script);
    if (!kindsOf(attempt).includes(kind)) return false;
    smallest = attempt;
    return true;
  }
  const without = (entries: readonly Entry[], start: number, count: number) =>
    entries.toSpliced(start, count);

  const { script } = failed;
  if (script.disturbance !== calm) await reproduces({ ...script, disturbance: calm });
  const ids = idsOf(smallest, kind);
  await reproduces({
    ...smallest.script,
    entries: smallest.script.entries.filter((entry) => isAbout(entry, ids)),
  });
  for (let size = Math.ceil(script.entries.length / 2); size >= 1; size = Math.floor(size / 2)) {
    for (let start = smallest.script.entries.length - size; start >= 0 && attemptsLeft > 0; start -= size)
      await reproduces({
        ...smallest.script,
        entries: without(smallest.script.entries, Math.max(0, start), size),
      });
    if (attemptsLeft === 0) break;
  }
  for (let start = smallest.script.entries.length - 1; start >= 0 && attemptsLeft > 0; start -= 1) {
    const entries = withoutRecord(smallest.script.entries, start);
    if (entries) await reproduces({ ...smallest.script, entries });
  }
  return smallest;
}

/** The ids in the offences of one kind. */
const idsOf = ({ findings }: Run, kind: string): ReadonlySet<string> =>
  new Set(
    findings.flatMap(({ id, offences }) =>
      offences.flatMap(({ text }) => (kindOf(id, text) === kind ? (text.match(/[0-9a-f]{24}/g) ?? []) : [])),
    ),
  );

/** Whether an entry creates a record, is a step on one of these ids, or is not a step. */
const isAbout = (entry: Entry, ids: ReadonlySet<string>): boolean =>
  entry.kind !== 'act' || entry.step in creates || (entry.touched ?? []).some((id) => ids.has(id));

/** Steps that create a record, and the name of that record in later steps. */
const creates: Readonly<Record<string, RecordKind>> = {
  'place order': 'order',
  'open return': 'return',
  'offer a phone': 'sell request',
  'receive phone': 'device',
};

/** Removes a step that creates a record, and all steps on that record. The indexes of later records decrease by one. */
function withoutRecord(entries: readonly Entry[], position: number): Entry[] | undefined {
  const removed = entries[position];
  const kind = removed?.kind === 'act' ? creates[removed.step] : undefined;
  if (kind === undefined) return undefined;
  const isCreation = (entry: Entry) => entry.kind === 'act' && creates[entry.step] === kind;
  const number = entries.slice(0, position).filter(isCreation).length;
  return entries.flatMap((entry, index) => {
    if (index === position) return [];
    if (entry.kind !== 'act' || stepOf(entry.step)?.on !== kind) return [entry];
    if (entry.index === number) return [];
    return [entry.index > number ? { ...entry, index: entry.index - 1 } : entry];
  });
}
