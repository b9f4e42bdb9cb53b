import { hash } from '@node-rs/argon2';
import { createPasswordHasher } from './password-hasher.ts';

describe('the password hasher', () => {
  it('verifies passwords, and resolves with false for a missing account', async () => {
    const hasher = await createPasswordHasher();
    const passwordHash = await hasher.hash('Orchid77');
    expect(await hasher.verify(passwordHash, 'Orchid77')).toBe(true);
    expect(await hasher.verify(passwordHash, 'Orchid78')).toBe(false);
    expect(await hasher.verify(undefined, 'nobody has this password')).toBe(false);
    expect(await hasher.verify('', 'nobody has this password')).toBe(false);
  });

  it('compares composed and decomposed spellings as one password, also with a hash of the decomposed one (AUTH-P1)', async () => {
    const hasher = await createPasswordHasher();
    const [composed, decomposed] = ['Caf\u00E9 2026', 'Cafe\u0301 2026'];
    for (const [first, second] of [
      [composed, decomposed],
      [decomposed, composed],
    ] as const)
      expect(await hasher.verify(await hasher.hash(first), second)).toBe(true);
    const before = await hash(decomposed);
    expect(await hasher.verify(before, decomposed)).toBe(true);
    expect(await hasher.verify(before, 'Cafe 2026')).toBe(false);
  });

  it('computes two hashes at once, queues some, and refuses more with Retry-After (AUTH-P1)', async () => {
    const hasher = await createPasswordHasher({ queue: 3 });
    let running = 0;
    let maxRunning = 0;
    const results = await Promise.allSettled(
      Array.from({ length: 10 }, (_, index) =>
        hasher
          .runQueued(`somebody ${index}`, (matches) => {
            running += 1;
            maxRunning = Math.max(maxRunning, running);
            return matches(undefined, 'x');
          })
          .finally(() => {
            running -= 1;
          }),
      ),
    );
    expect(maxRunning).toBe(2);
    const refused = results.filter(({ status }) => status === 'rejected');
    expect(results.length - refused.length).toBeGreaterThanOrEqual(3);
    expect(refused.length).toBeGreaterThan(0);
    for (const result of refused) {
      expect(result).toMatchObject({ reason: { status: 503, retryAfterSeconds: 2 } });
    }
    expect(await hasher.verify(undefined, 'x')).toBe(false);
  });

  it('refuses while the queue is full, and no longer', async () => {
    const hasher = await createPasswordHasher({ atOnce: 1, queue: 1 });
    hasher.refuseWhenFull();
    const runningChecks = Promise.all([hasher.verify(undefined, 'x'), hasher.verify(undefined, 'x')]);
    expect(() => hasher.refuseWhenFull()).toThrow(
      expect.objectContaining({ status: 503, retryAfterSeconds: 2 }),
    );
    await runningChecks;
    hasher.refuseWhenFull();
  });

  it.each([
    ['of any account when one runs at a time', 1, ['ram', 'sita']],
    ['of the same key when two may run at a time', 2, ['ram', 'ram']],
  ])('finishes a check before the next one %s', async (_, atOnce, keys) => {
    const hasher = await createPasswordHasher({ atOnce });
    const passwordHash = await hasher.hash('Orchid77');
    const steps: string[] = [];
    const check = (password: string, index: number) =>
      hasher.runQueued(keys[index] ?? '', async (matches) => {
        steps.push('before');
        steps.push((await matches(passwordHash, password)) ? 'right' : 'wrong');
        await new Promise(setImmediate);
        steps.push('after');
      });
    await Promise.all(['Wrong123', 'Orchid77'].map(check));
    expect(steps).toEqual(['before', 'wrong', 'after', 'before', 'right', 'after']);
  });

  it('continues after a failed task', async () => {
    const hasher = await createPasswordHasher({ atOnce: 1 });
    const refusal = new Error('too many');
    await expect(hasher.runQueued('ram', () => Promise.reject(refusal))).rejects.toBe(refusal);
    expect(await hasher.runQueued('ram', (matches) => matches(undefined, 'x'))).toBe(false);
  });

  it('counts tasks that wait for the same key', async () => {
    const hasher = await createPasswordHasher({ atOnce: 2, queue: 1 });
    const checks = Array.from({ length: 3 }, () =>
      hasher.runQueued('ram', (matches) => matches(undefined, 'x')),
    );
    expect(() => hasher.refuseWhenFull()).toThrow(expect.objectContaining({ status: 503 }));
    await expect(hasher.runQueued('ram', async () => true)).rejects.toMatchObject({ status: 503 });
    await Promise.all(checks);
    hasher.refuseWhenFull();
  });
});
