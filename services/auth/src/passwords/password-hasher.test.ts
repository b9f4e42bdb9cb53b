import { createPasswordHasher } from './password-hasher.ts';

describe('the password hasher', () => {
  it('knows a right password from a wrong one, and nobody by none', async () => {
    const hasher = await createPasswordHasher();
    const passwordHash = await hasher.hash('Orchid77');
    expect(await hasher.verify(passwordHash, 'Orchid77')).toBe(true);
    expect(await hasher.verify(passwordHash, 'Orchid78')).toBe(false);
    expect(await hasher.verify(undefined, 'nobody has this password')).toBe(false);
    expect(await hasher.verify('', 'nobody has this password')).toBe(false);
  });

  it('salts: one password has two hashes', async () => {
    const hasher = await createPasswordHasher();
    expect(await hasher.hash('Orchid77')).not.toBe(await hasher.hash('Orchid77'));
  });

  it('hashes two at once, lets so many wait, and sends the others away with Retry-After', async () => {
    const hasher = await createPasswordHasher({ queue: 3 });
    let running = 0;
    let most = 0;
    const results = await Promise.allSettled(
      Array.from({ length: 10 }, () =>
        hasher
          .verify(undefined, 'x', {
            async count() {
              running += 1;
              most = Math.max(most, running);
            },
            async forget() {},
          })
          .finally(() => {
            running -= 1;
          }),
      ),
    );
    expect(most).toBe(2);
    const refused = results.filter(({ status }) => status === 'rejected');
    expect(results.length - refused.length).toBeGreaterThanOrEqual(3);
    expect(refused.length).toBeGreaterThan(0);
    for (const one of refused) {
      expect(one).toMatchObject({ reason: { status: 503, retryAfterSeconds: 2 } });
    }
    expect(await hasher.verify(undefined, 'x')).toBe(false);
  });

  it('says that too many wait while they do, and no longer', async () => {
    const hasher = await createPasswordHasher({ atOnce: 1, queue: 1 });
    hasher.refuseWhenFull();
    const both = Promise.all([hasher.verify(undefined, 'x'), hasher.verify(undefined, 'x')]);
    expect(() => hasher.refuseWhenFull()).toThrow(
      expect.objectContaining({ status: 503, retryAfterSeconds: 2 }),
    );
    await both;
    hasher.refuseWhenFull();
  });

  it('does not hash for who is not allowed to ask', async () => {
    const hasher = await createPasswordHasher();
    const refusal = new Error('too many');
    const attempts = { count: () => Promise.reject(refusal), forget: jest.fn() };
    await expect(hasher.verify(undefined, 'x', attempts)).rejects.toBe(refusal);
    expect(attempts.forget).not.toHaveBeenCalled();
  });

  it('forgets attempts after a right password only, before the next caller has the turn', async () => {
    const hasher = await createPasswordHasher({ atOnce: 1 });
    const passwordHash = await hasher.hash('Orchid77');
    const steps: string[] = [];
    const attempts = {
      count: async () => void steps.push('count'),
      forget: async () => void steps.push('forget'),
    };
    await Promise.all(
      ['Wrong123', 'Orchid77', 'Orchid77'].map((password) => hasher.verify(passwordHash, password, attempts)),
    );
    expect(steps).toEqual(['count', 'count', 'forget', 'count', 'forget']);
  });
});
