import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { silentReport } from '../report.ts';
import { checkoutFolder, stackFolders } from '../stack.ts';
import { buildWeb } from './web-build.ts';

it('a cancelled start builds and activates nothing more', async () => {
  const state = mkdtempSync(join(tmpdir(), 'cancelled-'));
  try {
    const folders = { ...stackFolders(state), build: join(state, 'build') };
    const asked: boolean[] = [];
    const isWanted = () => {
      asked.push(false);
      return false;
    };
    await buildWeb({ checkoutFolder, folders, report: silentReport, isWanted });
    expect(asked.length).toBeGreaterThan(0);
    expect(existsSync(folders.build)).toBe(false);
    expect(readdirSync(state)).toEqual([]);
  } finally {
    rmSync(state, { recursive: true, force: true });
  }
});
