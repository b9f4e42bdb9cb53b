import { join, resolve } from 'node:path';
import { readCommandLine, refuseCall, wholeNumberOption } from '../bootstrap/command-line.ts';
import { backUp } from './backup.ts';
import { BackupError, type Manifest } from './manifest.ts';
import { copyNameAt, removeOldCopies } from './old-copies.ts';
import { restore } from './restore.ts';
import { openShopParts } from './shop-parts.ts';

const commonHelp = `  --port-offset <n>   the shop of this clone that runs with this offset

The shop of this clone, running or stopped. Another one: MONGODB_URI, AMQP_URL, MAIL_SEAL_KEY, TRACKING_KEY, DEVICE_KEY, DATA_KEY and all folders
(UPLOADS_FOLDER, …), as its services have them; also MONGODB_DB_PREFIX, AMQP_PREFIX, OBJECTS_URL and RELEASES_URL.
`;
const helpTexts = {
  backup: `npm run backup -- --to <folder> [options]

Copies a shop, which may sell meanwhile, into an empty folder: a snapshot of the databases, pictures, receipts, the registry with
its versions, parked messages. Keys are not copied.

  --to <folder>       where to
  --into <folder>     instead: into a new folder in it, named by the time, such as 2026-11-29T021700Z. Afterwards older copies in it are
                      removed
  --keep-days <n>     with --into: remove copies older than this, 14 unless stated; the newest whole one stays, broken-off ones go after a day
${commonHelp}`,
  restore: `npm run restore -- --from <folder> [options]

Makes an empty shop, whose services are stopped, what a copy has.

  --from <folder>     a copy of the same version and with the same keys
  --replace           deletes what the shop has, also the messages at its broker
${commonHelp}`,
};

const [command, ...args] = process.argv.slice(2);
const help = command === 'restore' ? helpTexts.restore : helpTexts.backup;
const { values } = readCommandLine(help, {
  args,
  options: {
    ...(command === 'restore'
      ? { from: { type: 'string' as const }, replace: { type: 'boolean' as const, default: false } }
      : {
          to: { type: 'string' as const },
          into: { type: 'string' as const },
          'keep-days': { type: 'string' as const, default: '14' },
        }),
    'port-offset': { type: 'string' as const, default: '0' },
  },
});
const { from, to, into, replace, ...numberOptions } = values as {
  from?: string;
  to?: string;
  into?: string;
  replace?: boolean;
  'keep-days'?: string;
  'port-offset': string;
};
const portOffset = wholeNumberOption(help, 'port-offset', numberOptions['port-offset']);
const keepDays = wholeNumberOption(help, 'keep-days', numberOptions['keep-days'] ?? '0');
if (to && into) refuseCall(help, '--to or --into, not both');
const writeLine = (text: string) => void process.stdout.write(`${text}\n`);
const folder = resolve(
  from || to || (into && join(into, copyNameAt(new Date()))) || refuseCall(help, 'Which folder?'),
);

const summary = ({ at, collections, files }: Manifest) =>
  `${collections.reduce((sum, { documents }) => sum + documents, 0)} documents and ${Object.keys(files).length} files, of ${at}`;

try {
  const isRestore = command === 'restore';
  const shop = await openShopParts({
    env: process.env,
    portOffset,
    mayRun: !isRestore,
    onProgress: writeLine,
  });
  try {
    if (isRestore) {
      const { manifest, unknown } = await restore(shop.parts, folder, replace === true);
      writeLine(`Restored ${summary(manifest)}.`);
      if (unknown.length > 0)
        writeLine(`${unknown.length} parked messages are no events of the shop and were left out.`);
      writeLine(
        'Start the services, then run npm run check-books: I-18 names card payments whose orders came after the copy.',
      );
    } else {
      writeLine(`Copied ${summary(await backUp(shop.parts, folder))} to ${folder}.`);
      const removed = into ? await removeOldCopies(resolve(into), keepDays, new Date()) : [];
      if (removed.length > 0) writeLine(`Removed ${removed.length} old copies: ${removed.join(', ')}.`);
    }
  } finally {
    await shop.close();
  }
} catch (error) {
  if (!(error instanceof BackupError)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
}
