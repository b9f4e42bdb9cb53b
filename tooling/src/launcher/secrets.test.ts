import { chmodSync, readFileSync, statSync } from 'node:fs';
import { keySchema, serviceConfigShape } from '@kinmel/service-kit';
import { testFolder } from '@kinmel/testing/folder';
import { z } from 'zod';
import { drawDataKey, dropOtherDataKey, keptSecrets } from './secrets.ts';

describe('the secrets of a stack', () => {
  const { root: folder, pathOf, write, clear } = testFolder();
  beforeEach(clear);

  it('are created once, differ between two state folders, and are accepted by the services', () => {
    const first = keptSecrets(folder);
    expect(keptSecrets(folder)).toEqual(first);
    expect(keptSecrets(pathOf('other'))).not.toEqual(first);
    const { SERVICE_TOKEN } = serviceConfigShape;
    expect(z.object({ SERVICE_TOKEN, MAIL_SEAL_KEY: keySchema }).safeParse(first).success).toBe(true);
  });

  it('can be read by this user only, even if the file was readable by others before', () => {
    const file = write('secrets.json', '{"SERVICE_TOKEN":"kept-from-an-older-start"}');
    chmodSync(file, 0o644);
    expect(keptSecrets(folder).SERVICE_TOKEN).toBe('kept-from-an-older-start');
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual(keptSecrets(folder));
  });

  it('have a new key of personal data beside the old one until that is dropped, also when the rotation is started again', () => {
    const { DATA_KEY, ...otherSecrets } = keptSecrets(folder);
    const rotated = drawDataKey(folder);
    expect(rotated).toEqual({ ...otherSecrets, DATA_KEY: expect.any(String), DATA_KEY_OTHER: DATA_KEY });
    expect(rotated.DATA_KEY).not.toBe(DATA_KEY);
    expect(drawDataKey(folder)).toEqual(rotated);
    dropOtherDataKey(folder);
    expect(keptSecrets(folder)).toEqual({ ...otherSecrets, DATA_KEY: rotated.DATA_KEY });
  });
});
