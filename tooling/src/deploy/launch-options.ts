import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Runs Chromium as a user who owns nothing except its profile. */
const nobodyScript = (chromium: string) => `#!/bin/sh
for argument in "$@"; do
  case $argument in
    --user-data-dir=*) chown -R 65534:65534 "\${argument#*=}" && export HOME="\${argument#*=}" ;;
  esac
done
exec setpriv --reuid=65534 --regid=65534 --clear-groups -- '${chromium}' "$@"
`;

/**
 * Launch options of Chromium for untested code: without our environment, and in its sandbox. For root there is no
 * sandbox, and root can read the signing key, so Chromium then runs as `nobody`.
 * @param folder for a script; it must exist as long as the browser
 */
export async function launchOptions(
  chromium: string,
  folder: string,
  { PATH = '', HOME = '' }: NodeJS.ProcessEnv = process.env,
  isRoot = process.getuid?.() === 0,
) {
  const options = { args: ['--disable-gpu'], env: { PATH, HOME }, chromiumSandbox: !isRoot };
  if (!isRoot) return { ...options, executablePath: chromium };
  const executablePath = join(folder, 'chromium.sh');
  await writeFile(executablePath, nobodyScript(chromium), { mode: 0o700 });
  return { ...options, executablePath };
}
