import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { inspect, promisify } from 'node:util';
import { createTokenVerifier } from '@kinmel/service-kit';
import { issueAccessToken } from '../sessions/tokens/access-token.ts';
import { testClock } from '../testing/test-clock.ts';
import { announceMs, openSigningKeys, rotateSigningKeys } from './signing-keys.ts';

let folder: string;
let clock = testClock();

beforeEach(async () => {
  folder = path.join(await mkdtemp(path.join(tmpdir(), 'kinmel-keys-')), 'keys');
  clock = testClock();
});

afterEach(() => rm(path.dirname(folder), { recursive: true, force: true }));

const open = () => openSigningKeys({ folder, accessTokenSeconds: 900, now: clock.now });
const minutes = (count: number) => count * 60_000;

describe('the signing keys', () => {
  it('are created at the first start, readable by their owner only, and used again (AUTH-K1)', async () => {
    const first = await open();
    const { kid } = await first.current();
    expect((await stat(folder)).mode & 0o777).toBe(0o700);
    const names = await readdir(folder);
    expect(names.sort()).toEqual([`key-${kid}.json`, 'rotation-secret']);
    for (const name of names) expect((await stat(path.join(folder, name))).mode & 0o777).toBe(0o600);
    const reopened = await open();
    expect((await reopened.current()).kid).toBe(kid);
    expect(reopened.rotationSecret.equals(first.rotationSecret)).toBe(true);
  });

  it('publish the public half only', async () => {
    const keys = await open();
    const { keys: publishedKeys } = await keys.publicSet();
    const { kid } = await keys.current();
    const point = { x: expect.any(String), y: expect.any(String) };
    expect(publishedKeys).toEqual([{ kty: 'EC', crv: 'P-256', ...point, kid, use: 'sig', alg: 'ES256' }]);
  });

  it('are accepted by all instances that start concurrently', async () => {
    const instances = await Promise.all([open(), open(), open()]);
    clock.pass(10_000);
    const [one, ...others] = await Promise.all(instances.map((keys) => keys.current()));
    expect(others.map(({ kid }) => kid)).toEqual([one?.kid, one?.kid]);
    const [secret, ...secrets] = instances.map(({ rotationSecret }) => rotationSecret.toString('hex'));
    expect(secrets).toEqual([secret, secret]);
  });

  it('can be rotated while an instance runs, and no token is refused', async () => {
    const keys = await open();
    const verifier = createTokenVerifier({ jwks: () => keys.publicSet(), now: () => clock.now().getTime() });
    const issue = () =>
      issueAccessToken(
        { userId: 'ram', sessionId: 'one', role: 'user' },
        { keys, now: clock.now(), seconds: 900 },
      );
    const oldKid = (await keys.current()).kid;
    const tokens: { token: string; issuedAtMs: number }[] = [];
    const { kid } = await rotateSigningKeys(folder, clock.now());
    const signers = new Set<string>();
    // For an hour, a verifier reads the keys every five minutes and verifies a token every minute.
    for (let minute = 0; minute < 60; minute += 1) {
      tokens.push({ token: await issue(), issuedAtMs: clock.now().getTime() });
      signers.add((await keys.current()).kid);
      for (const { token, issuedAtMs } of tokens) {
        if (clock.now().getTime() - issuedAtMs < 899_000) {
          await expect(verifier.verify(token)).resolves.toMatchObject({ userId: 'ram' });
        }
      }
      clock.pass(minutes(1));
    }
    expect([...signers]).toEqual([oldKid, kid]);
    expect((await keys.publicSet()).keys.map((key) => key.kid)).toEqual([kid]);
  });

  it('are published before they sign, and until their last token has expired (AUTH-K2, AUTH-K3)', async () => {
    const keys = await open();
    const { kid: oldKid } = await keys.current();
    const { kid } = await rotateSigningKeys(folder, clock.now());
    clock.pass(6_000);
    expect((await keys.publicSet()).keys.map((key) => key.kid)).toEqual([oldKid, kid]);
    expect((await keys.current()).kid).toBe(oldKid);
    clock.pass(announceMs);
    expect((await keys.current()).kid).toBe(kid);
    clock.pass(minutes(15));
    expect((await keys.publicSet()).keys.map((key) => key.kid)).toEqual([oldKid, kid]);
    clock.pass(minutes(2));
    expect((await keys.publicSet()).keys.map((key) => key.kid)).toEqual([kid]);
  });

  it('are rotated one at a time, and old ones are deleted', async () => {
    const keys = await open();
    const { kid: first } = await keys.current();
    await rotateSigningKeys(folder, clock.now());
    await expect(rotateSigningKeys(folder, clock.now())).rejects.toThrow(/is new and signs from/);
    clock.pass(minutes(60 * 48));
    await rotateSigningKeys(folder, clock.now());
    expect((await readdir(folder)).join()).not.toContain(first);
    expect(await readdir(folder)).toHaveLength(3);
  });

  it.each([
    ['is missing', (movedFolder: string) => rename(folder, movedFolder)],
    ['contains a file that is not a key', () => writeFile(path.join(folder, 'key-copied.json'), '{"kid":')],
  ])('stay in memory while the folder %s, and are read again afterwards', async (_fault, breakFolder) => {
    const faults: unknown[] = [];
    const onUnreadable = (error: unknown) => void faults.push(error);
    const keys = await openSigningKeys({ folder, accessTokenSeconds: 900, now: clock.now, onUnreadable });
    const { kid } = await keys.current();
    const movedFolder = `${folder}-away`;
    await breakFolder(movedFolder);
    clock.pass(minutes(1));
    expect((await keys.current()).kid).toBe(kid);
    expect((await keys.publicSet()).keys.map((key) => key.kid)).toEqual([kid]);
    expect(faults).toHaveLength(1);

    if ((await stat(movedFolder).catch(() => undefined)) !== undefined) await rename(movedFolder, folder);
    await rm(path.join(folder, 'key-copied.json'), { force: true });
    const rotated = await rotateSigningKeys(folder, clock.now());
    clock.pass(minutes(1));
    expect((await keys.publicSet()).keys.map((key) => key.kid)).toEqual([kid, rotated.kid]);
  });

  it.each(['secret text', '{"kid":"secret text"}', '{"kid":"a","privateKey":{"d":"secret text"}}'])(
    'are refused by file name when malformed, without quoting the content: %s',
    async (content) => {
      await open();
      await writeFile(path.join(folder, 'key-copied.json'), content);
      const error = await open().catch((fault: unknown) => fault);
      expect(inspect(error)).toContain(
        'key-copied.json in the keys’ folder is not a signing key of this service.',
      );
      expect(inspect(error)).not.toContain('secret');
    },
  );

  it("can be rotated by the operator's command", async () => {
    await open();
    const command = path.join(__dirname, 'rotate.ts');
    const env = { ...process.env, AUTH_KEYS_FOLDER: folder };
    const { stdout } = await promisify(execFile)(process.execPath, [command], { env });
    expect(stdout).toMatch(/^[\w-]{22} is published now and signs from /);
    const files = (await readdir(folder)).filter((name) => name.startsWith('key-'));
    expect(files).toHaveLength(2);
    const content = await readFile(path.join(folder, files[0] ?? ''), 'utf8');
    expect(stdout).not.toContain(JSON.parse(content).privateKey.d);
    await expect(promisify(execFile)(process.execPath, [command], { env })).rejects.toMatchObject({
      code: 1,
    });
  });
});
