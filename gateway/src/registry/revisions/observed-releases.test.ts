import type { RegistryRevision } from '@kinmel/contracts';
import { type Change, nextState } from './next-state.ts';
import { observationMs, observedReleases } from './observed-releases.ts';

const part = 'mfe-catalog';
const record = { who: 'Asha', why: 'a test', from: { host: 'laptop' } };
const minute = (number: number) => new Date(Date.UTC(2026, 0, 1, 0, number)).toISOString();

let history: RegistryRevision[];

function change(number: number, requested: Omit<Change, 'part'>): void {
  const at = minute(number);
  const recordedChange = { ...requested, ...record, part, at } as Parameters<typeof nextState>[1];
  const state = nextState(history, recordedChange);
  const { action } = recordedChange;
  history.push({ schema: 2, revision: history.length + 1, action, part, at, ...record, ...state });
}

const deploy = (number: number, version: string) =>
  change(number, { action: 'deploy', version } as Omit<Change, 'part'>);

beforeEach(() => {
  history = [];
  deploy(0, '1.0.0');
});

it('the first version of a part is not observed: there is no version to roll back to', () => {
  expect(observedReleases(history)).toEqual([]);
  expect(observedReleases([])).toEqual([]);
});

it('a version is observed for an hour after all visitors got it', () => {
  deploy(5, '2.0.0');
  const until = Date.parse(minute(5)) + observationMs;
  expect(observedReleases(history)).toEqual([
    { part, version: '2.0.0', base: '1.0.0', isCanary: false, until },
  ]);
});

it('a canary is observed as long as it lasts, then as a new version', () => {
  deploy(5, '2.0.0');
  const steps = { shares: [100], everyMinutes: 30 };
  change(6, { action: 'canary', version: '3.0.0', sharePercent: 5, steps } as Omit<Change, 'part'>);
  expect(observedReleases(history)).toEqual([
    { part, version: '3.0.0', base: '2.0.0', isCanary: true, until: Number.POSITIVE_INFINITY },
  ]);
  change(36, { action: 'step' });
  expect(observedReleases(history)).toMatchObject([{ version: '3.0.0', base: '2.0.0', isCanary: false }]);
});

it('a version that a rollback brought back is not observed, so that no reports lead further back', () => {
  deploy(5, '2.0.0');
  deploy(6, '3.0.0');
  change(7, { action: 'rollback' });
  expect(history.at(-1)?.active[part]).toMatchObject({ version: '2.0.0', previous: '1.0.0' });
  expect(observedReleases(history)).toEqual([]);
});
