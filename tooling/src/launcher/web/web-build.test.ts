import { existsSync, readdirSync } from 'node:fs';
import { testFolder } from '@kinmel/testing/folder';
import { silentReport } from '../report.ts';
import { checkoutFolder, stackFolders } from '../stack.ts';
import { buildWeb } from './web-build.ts';

const { root: state, pathOf } = testFolder();

it('a cancelled start builds and activates nothing more', async () => {
  const folders = { ...stackFolders(state), build: pathOf('build') };
  const asked: boolean[] = [];
  const isWanted = () => {
    asked.push(false);
    return false;
  };
  await buildWeb({ checkoutFolder, folders, report: silentReport, isWanted });
  expect(asked.length).toBeGreaterThan(0);
  expect(existsSync(folders.build)).toBe(false);
  expect(readdirSync(state)).toEqual([]);
});
