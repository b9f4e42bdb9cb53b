import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ServerFile } from '@kinmel/contracts';
import { integrityOf } from '@kinmel/gateway/registry';
import { runWebpack } from './run-webpack.ts';
import { type ServerConfigOptions, serverConfig } from './server-config.ts';

/** Folder of the server file in a version; the gateway does not serve it. */
const serverFolder = 'server';

/** Builds the server file after the browser's files are hashed, so that it is not in their list. */
export async function buildServerFile(
  versionFolder: string,
  options: Omit<ServerConfigOptions, 'outputFolder'>,
): Promise<ServerFile> {
  await runWebpack(serverConfig({ ...options, outputFolder: join(versionFolder, serverFolder) }));
  const file = `${serverFolder}/${options.filename}`;
  const bytes = await readFile(join(versionFolder, file));
  return { file, integrity: integrityOf(bytes), bytes: bytes.length };
}
