import { existsSync } from 'node:fs';
import { aptInstall, canAptInstall } from '../launcher/servers/debian-packages.ts';
import { findOnPath } from '../launcher/servers/mongod-binary.ts';

const defaultPaths = [
  // Tried before Debian's wrapper on PATH, which prints a shell warning at every start.
  '/usr/lib/chromium/chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
];
const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];

/** Path of a Chromium: `CHROMIUM_PATH`, Debian's, or one on PATH. */
export const findChromium = (env: NodeJS.ProcessEnv = process.env): string | undefined =>
  [env.CHROMIUM_PATH, ...defaultPaths].find((path) => path !== undefined && existsSync(path)) ??
  names.map((name) => findOnPath(name, env.PATH)).find(Boolean);

export const installChromium = 'sudo apt-get install --no-install-recommends chromium';

/** The installed Chromium; installs it as root on Debian or Ubuntu. */
export async function ensureChromium(onProgress: (text: string) => void): Promise<string> {
  const chromium = findChromium();
  if (chromium !== undefined) return chromium;
  if (canAptInstall()) {
    await aptInstall(['chromium'], onProgress);
    const installed = findChromium();
    if (installed !== undefined) return installed;
  }
  throw new Error(
    'No Chromium was found, and it can only be installed as root on Debian or Ubuntu.\n' +
      `To fix it: ${installChromium}   (or set CHROMIUM_PATH to a Chrome or Chromium)`,
  );
}
