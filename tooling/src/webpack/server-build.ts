import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ServerFile } from '@kinmel/contracts';
import { runWebpack } from './run-webpack.ts';
import { type ServerConfigOptions, serverConfig } from './server-config.ts';
import { integrityOf } from './version-files.ts';

/** Where a version folder has its server file. The gateway serves no file of this folder. */
const serverFolder = 'server';

/**
 * Builds the server file of a version into its folder, after the hashes of what browsers get are taken: it stands beside
 * their list, never in it.
 */
export async function buildServerFile(
  versionFolder: string,
  options: Omit<ServerConfigOptions, 'outputFolder'>,
): Promise<ServerFile> {
  await runWebpack(serverConfig({ ...options, outputFolder: join(versionFolder, serverFolder) }));
  const file = `${serverFolder}/${options.filename}`;
  const bytes = await readFile(join(versionFolder, file));
  return { file, integrity: integrityOf(bytes), bytes: bytes.length };
}
