import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Runs Chromium as a user who owns nothing but its profile. */
const asNobody = (chromium: string) => `#!/bin/sh
for argument in "$@"; do
  case $argument in
    --user-data-dir=*) chown -R 65534:65534 "\${argument#*=}" && export HOME="\${argument#*=}" ;;
  esac
done
exec setpriv --reuid=65534 --regid=65534 --clear-groups -- '${chromium}' "$@"
`;

/**
 * How Chromium starts for code that nobody has tried: without our environment, and in its sandbox. Root has no sandbox
 * there and may read the key that signs versions, so that Chromium then runs as `nobody`.
 * @param folder for a script, with the life of the browser
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
  await writeFile(executablePath, asNobody(chromium), { mode: 0o700 });
  return { ...options, executablePath };
}
