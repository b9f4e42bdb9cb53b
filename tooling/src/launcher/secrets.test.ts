import { chmodSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { serviceConfigShape } from '@kinmel/service-kit';
import { z } from 'zod';
import { keptSecrets } from './secrets.ts';

describe('the secrets of a stack', () => {
  let folder = '';
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'kinmel-secrets-'));
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  it('are created once, differ between two state folders, and are accepted by the services', () => {
    const first = keptSecrets(folder);
    expect(keptSecrets(folder)).toEqual(first);
    expect(keptSecrets(join(folder, 'other'))).not.toEqual(first);
    const { SERVICE_TOKEN, MAIL_SEAL_KEY } = serviceConfigShape;
    expect(z.object({ SERVICE_TOKEN, MAIL_SEAL_KEY }).safeParse(first).success).toBe(true);
  });

  it('can be read by this user only, even if the file was readable by others before', () => {
    const file = join(folder, 'secrets.json');
    writeFileSync(file, '{"SERVICE_TOKEN":"kept-from-an-older-start"}');
    chmodSync(file, 0o644);
    expect(keptSecrets(folder).SERVICE_TOKEN).toBe('kept-from-an-older-start');
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual(keptSecrets(folder));
  });
});
