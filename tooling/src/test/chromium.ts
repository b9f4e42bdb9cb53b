import { access } from 'node:fs/promises';
import { aptInstall, canAptInstall } from '../launcher/servers/debian-packages.ts';
import { findOnPath } from '../launcher/servers/mongod-binary.ts';

const usualPaths = [
  // Before Debian's wrapper on PATH, which prints a shell warning at every start.
  '/usr/lib/chromium/chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
];
const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];

/** Path of a Chromium: `CHROMIUM_PATH`, Debian's, or one on PATH. */
export async function findChromium(env: NodeJS.ProcessEnv = process.env): Promise<string | undefined> {
  for (const path of [env.CHROMIUM_PATH, ...usualPaths]) {
    if (
      path &&
      (await access(path).then(
        () => true,
        () => false,
      ))
    )
      return path;
  }
  for (const name of names) {
    const found = await findOnPath(name, env.PATH);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** The installed Chromium; installs it as root on Debian or Ubuntu. */
export async function ensureChromium(onProgress: (text: string) => void): Promise<string> {
  const found = await findChromium();
  if (found !== undefined) return found;
  if (await canAptInstall()) {
    await aptInstall(['chromium'], onProgress);
    const installed = await findChromium();
    if (installed !== undefined) return installed;
  }
  throw new Error(
    'No Chromium was found, and it can only be installed as root on Debian or Ubuntu.\n' +
      'To fix it: sudo apt-get install --no-install-recommends chromium   (or set CHROMIUM_PATH to a Chrome or Chromium)',
  );
}
