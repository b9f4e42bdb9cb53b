import { BackupError } from '../backup/manifest.ts';
import { readCommandLine, refuseCall } from '../bootstrap/command-line.ts';
import { rotateDataKey, runService } from './rotate-data-key.ts';
import { rotateDeviceKey } from './rotate-device-key.ts';
import { defaultStateFolder, stackFolders } from './stack.ts';

const help = `npm run rotate-keys -- [data | device]

Adds a new signing key for access tokens to the shop of this clone, also while it runs: it is published at once and signs
from six minutes later on, and no session ends. AUTH_KEYS_FOLDER names the keys of another shop.

  data   instead: a new DATA_KEY, which seals the keys of personal data, for the stopped shop of this clone. Another one,
         which may run: MONGODB_URI, DATA_KEY (the new key) and DATA_KEY_OTHER (the old one), which all its services have
  device instead: a new DEVICE_KEY, which encrypts the numbers of phones, for the stopped shop of this clone. Another one,
         whose device and service-request are stopped: MONGODB_URI, DATA_KEY, DEVICE_KEY (the new one) and DEVICE_KEY_OTHER
`;

const { positionals } = readCommandLine(help, { allowPositionals: true });

const shop = { env: process.env, onProgress: (text: string) => process.stdout.write(`${text}\n`) };

async function rotateStored(dataset: 'data' | 'device'): Promise<number> {
  try {
    if (dataset === 'device') await rotateDeviceKey(shop);
    else
      process.stdout.write(
        `${await rotateDataKey(shop)} keys of personal data are sealed with the new DATA_KEY.\n`,
      );
    return 0;
  } catch (error) {
    if (!(error instanceof BackupError)) throw error;
    process.stderr.write(`${error.message}\n`);
    return 1;
  }
}

const [dataset, ...otherWords] = positionals;
if (otherWords.length > 0 || (dataset !== undefined && dataset !== 'data' && dataset !== 'device'))
  refuseCall(help, `${positionals.join(' ')}?`);
process.exitCode =
  dataset === undefined
    ? runService('auth/src/keys/rotate.ts', {
        AUTH_KEYS_FOLDER: stackFolders(defaultStateFolder).authKeys,
        ...process.env,
      })
    : await rotateStored(dataset);
