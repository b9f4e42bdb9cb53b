import type { RegistryRevision } from '@kinmel/contracts';
import { type Change, freezeOf, nextState, RegistryRefusal } from './next-state.ts';

const part = 'mfe-catalog';
const person = { who: 'Asha', why: 'a test', from: { host: 'laptop' } };
const gateway = { ...person, who: 'gateway', isAutomatic: true } as const;
const minute = (number: number) => new Date(Date.UTC(2026, 0, 1, 0, number)).toISOString();

let history: RegistryRevision[];

/** Adds a change to the history and returns the new state of the part. */
function change(
  at: string,
  requested: Omit<Change, 'part'> & { part?: string },
  author: typeof person = person,
) {
  const recordedChange = { part, ...requested, ...author, at } as Parameters<typeof nextState>[1];
  const state = nextState(history, recordedChange);
  const { action } = recordedChange;
  history.push({
    schema: 2,
    revision: history.length + 1,
    action,
    part: recordedChange.part,
    at,
    ...author,
    ...state,
  });
  return state.active[part];
}

const deploy = (at: string, version: string) => change(at, { action: 'deploy', version } as Change);
const canary = (at: string, shares: number[]) => {
  const [sharePercent = 0, ...laterShares] = shares;
  const steps = laterShares.length === 0 ? undefined : { shares: laterShares, everyMinutes: 30 };
  return change(at, { action: 'canary', version: '2.0.0', sharePercent, steps } as Change);
};

beforeEach(() => {
  history = [];
  deploy(minute(0), '1.0.0');
});

describe('a canary in steps', () => {
  it('takes each share in turn, then gives the version to all visitors', () => {
    expect(canary(minute(1), [5, 25, 100])?.canary).toMatchObject({ sharePercent: 5, since: minute(1) });
    expect(change(minute(31), { action: 'step' })).toEqual({
      version: '1.0.0',
      since: minute(0),
      canary: {
        version: '2.0.0',
        sharePercent: 25,
        since: minute(31),
        steps: { shares: [100], everyMinutes: 30 },
      },
    });
    expect(change(minute(61), { action: 'step' })).toEqual({
      version: '2.0.0',
      previous: '1.0.0',
      since: minute(61),
    });
    expect(change(minute(62), { action: 'rollback' })).toEqual({ version: '1.0.0', since: minute(62) });
  });

  it('has no step after its last share, and none without a canary', () => {
    expect(() => change(minute(1), { action: 'step' })).toThrow('has no canary with a further step');
    canary(minute(1), [5, 25]);
    change(minute(2), { action: 'step' });
    expect(() => change(minute(3), { action: 'step' })).toThrow(RegistryRefusal);
  });

  it.each([
    [[5, 5], 'must rise: 5 after 5'],
    [[25, 5], 'must rise: 5 after 25'],
    [[5, 101], '101 % is no share'],
    [[0.5, 25], '0.5 % is no share'],
    [[0], '0 % is no share'],
    [[-1], '-1 % is no share'],
    [[Number.NaN], 'NaN % is no share'],
  ])('refuses the shares %j', (shares, text) => {
    expect(() => canary(minute(1), shares)).toThrow(text);
  });

  it('does not change the time of a version that all visitors have when the canary is rolled back', () => {
    canary(minute(1), [5, 25]);
    expect(change(minute(2), { action: 'rollback', version: '1.0.0' } as Change)).toEqual({
      version: '1.0.0',
      since: minute(0),
    });
  });
});

describe('a freeze', () => {
  it.each([part, 'all'])(
    'of %s refuses every change forward until its end, and no rollback',
    (frozenPart) => {
      deploy(minute(1), '1.1.0');
      canary(minute(2), [5, 25]);
      change(minute(3), { part: frozenPart, action: 'freeze', until: minute(60) } as Change);
      const forward: Omit<Change, 'part'>[] = [
        { action: 'deploy', version: '3.0.0' } as Change,
        { action: 'canary', version: '3.0.0', sharePercent: 5 } as Change,
        { action: 'step' },
        { action: 'retire' },
      ];
      for (const requested of forward)
        expect(() => change(minute(4), requested)).toThrow(`frozen until ${minute(60)} by Asha: a test`);
      expect(change(minute(5), { action: 'rollback' })?.version).toBe('1.0.0');
      expect(deploy(minute(60), '3.0.0')?.version).toBe('3.0.0');
    },
  );

  it('of another part changes nothing for this one', () => {
    change(minute(1), { part: 'shell', action: 'freeze', until: minute(60) } as Change);
    expect(deploy(minute(2), '1.1.0')?.version).toBe('1.1.0');
  });

  it('ends early, and cannot end in the past', () => {
    expect(() => change(minute(3), { action: 'freeze', until: minute(3) } as Change)).toThrow('in the past');
    expect(() => change(minute(3), { action: 'unfreeze' })).toThrow('is not frozen');
    change(minute(3), { action: 'freeze', until: minute(60) } as Change);
    change(minute(4), { action: 'unfreeze' });
    expect(deploy(minute(5), '1.1.0')?.version).toBe('1.1.0');
  });

  it('for a day follows the third automatic rollback within a day', () => {
    const day = 24 * 60;
    for (const at of [0, day - 1, day + 1, day + 2]) {
      deploy(minute(at), '2.0.0');
      change(minute(at), { action: 'rollback' }, gateway);
    }
    const lastRevision = history.at(-1);
    const freeze = lastRevision && freezeOf(lastRevision, part, minute(day + 3));
    expect(freeze).toMatchObject({ until: minute(2 * day + 2), why: '3 automatic rollbacks within a day' });
    expect(history.at(-2)?.freezes).toEqual({});
    expect(() => deploy(minute(day + 3), '2.0.0')).toThrow('frozen until');
  });

  it('does not follow rollbacks by people', () => {
    for (const at of [1, 2, 3, 4]) {
      deploy(minute(at), '2.0.0');
      change(minute(at), { action: 'rollback' });
    }
    expect(history.at(-1)?.freezes).toEqual({});
  });
});
