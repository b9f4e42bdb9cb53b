import { existsSync, readdirSync } from 'node:fs';
import { testFolder } from '@kinmel/testing/folder';
import { silentReport } from '../report.ts';
import { checkoutFolder, stackFolders } from '../stack.ts';
import { buildWeb } from './web-build.ts';

const { root: state, pathOf } = testFolder();

it('a cancelled start builds and activates nothing', async () => {
  const folders = { ...stackFolders(state), build: pathOf('build') };
  const calls: boolean[] = [];
  const isWanted = () => {
    calls.push(false);
    return false;
  };
  await buildWeb({ checkoutFolder, folders, report: silentReport, isWanted });
  expect(calls.length).toBeGreaterThan(0);
  expect(existsSync(folders.build)).toBe(false);
  expect(readdirSync(state)).toEqual([]);
});
