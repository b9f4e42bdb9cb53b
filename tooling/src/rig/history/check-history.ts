import { type Call, isAcknowledged } from './history.ts';

/** The guarantees that a history is checked for. */
export const historyLaws = {
  key: 'a key is answered with one record, and a record answers one key',
  lost: 'a record that was acknowledged is there, in every read that began afterwards',
  doubled: 'no record is there that no key was answered with',
  back: 'a read is not older than what was answered before it began',
  writers: 'no two acknowledged changes made the same version of a record',
  state: 'a version of a record has one state',
} as const;

export interface Offence {
  readonly law: string;
  readonly text: string;
}

const offence = (law: keyof typeof historyLaws, text: string): Offence => ({ law, text });

const callText = ({ by, what, status, version, state, start, end }: Call) =>
  [
    `${by}: ${what} → ${status}`,
    ...(version === undefined ? [] : [`version ${version}, ${state}`]),
    `${start.toFixed(0)} to ${end.toFixed(0)} ms`,
  ].join(', ');

function* brokenKeys(calls: readonly Call[]): Generator<Offence> {
  const answers = calls.filter((call) => call.key !== undefined && isAcknowledged(call));
  for (const [key, answersOfKey] of Map.groupBy(answers, (call) => call.key)) {
    const records = new Set(answersOfKey.map(({ record }) => record));
    if (records.size > 1) yield offence('key', `${key} was answered with ${[...records].join(' and ')}`);
  }
  for (const [record, callsOfRecord] of Map.groupBy(answers, (call) => call.record)) {
    const keys = new Set(callsOfRecord.map(({ key }) => key));
    if (keys.size > 1) yield offence('key', `${record} answers ${[...keys].join(' and ')}`);
  }
}

function* doubled(calls: readonly Call[], listed: readonly string[]): Generator<Offence> {
  const acknowledged = new Set(
    calls.flatMap((call) => (call.key !== undefined && isAcknowledged(call) ? [call.record] : [])),
  );
  for (const record of listed)
    if (!acknowledged.has(record))
      yield offence('doubled', `${record} is there, and no key was answered with it`);
}

/**
 * A record is a register whose reads name the version that they saw. It is linearizable when a call that starts after
 * another one ended never sees an older version, and a version has one writer and one state.
 */
function* brokenRecord(calls: readonly Call[]): Generator<Offence> {
  const answers = calls.filter((call) => isAcknowledged(call) || call.status === 404);
  const byEnd = answers.filter(isAcknowledged).toSorted((left, right) => left.end - right.end);
  let endedCount = 0;
  let newest: Call | undefined;
  for (const call of answers.toSorted((left, right) => left.start - right.start)) {
    for (
      let next = byEnd[endedCount];
      next !== undefined && next.end < call.start;
      next = byEnd[endedCount]
    ) {
      if (newest === undefined || (next.version ?? 0) >= (newest.version ?? 0)) newest = next;
      endedCount += 1;
    }
    if (newest === undefined) continue;
    if (call.status === 404) yield offence('lost', `${callText(call)}, after ${callText(newest)}`);
    else if (call.version !== undefined && call.version < (newest.version ?? 0))
      yield offence('back', `${callText(call)}, after ${callText(newest)}`);
  }
  const versions = Map.groupBy(
    byEnd.filter(({ version }) => version !== undefined),
    ({ version }) => version,
  );
  for (const answersOfVersion of versions.values()) {
    // A change without effect is answered with the version that it named.
    const writers = answersOfVersion.filter(
      ({ seen: before, version = 0 }) => before !== undefined && before < version,
    );
    if (writers.length > 1) yield offence('writers', writers.map(callText).join(', and '));
    const states = new Map(answersOfVersion.map((call) => [call.state, call]));
    if (states.size > 1) yield offence('state', [...states.values()].map(callText).join(', and '));
  }
}

/**
 * Checks the recorded answers against the guarantees.
 * @param calls of all clients; the last ones, after the shop came to rest, read every record
 * @param listed the records in the lists of their owners, at rest
 */
export function checkHistory(calls: readonly Call[], listed: readonly string[]): Offence[] {
  const byRecord = Map.groupBy(
    calls.filter(({ record }) => record !== undefined),
    ({ record }) => record,
  );
  return [
    ...brokenKeys(calls),
    ...doubled(calls, listed),
    ...[...byRecord.values()].flatMap((callsOfRecord) => [...brokenRecord(callsOfRecord)]),
  ];
}
