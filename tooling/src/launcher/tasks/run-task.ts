import { setPriority } from 'node:os';
import { createConsoleReport } from '../report.ts';
import { buildShop } from './build-shop.ts';
import { errorMark, readTask } from './tasks.ts';

const report = createConsoleReport();
try {
  const task = readTask();
  if (task.name === 'build') {
    let isCancelled = false;
    process.once('SIGTERM', () => {
      isCancelled = true;
    });
    await buildShop(task.options, report, () => !isCancelled);
  } else if (task.name === 'seed') {
    const { seedDatabase } = await import('../sample-data/seed-database.ts');
    await report.step('Sample data', (onProgress) => seedDatabase({ ...task.options, onProgress }));
  } else {
    // The shop is already open, and its requests have priority.
    setPriority(10);
    const { finishSamplePictures } = await import('@kinmel/catalog/seed');
    const { keepPictures, openUploads } = await import('../sample-data/seed-database.ts');
    const uploads = await openUploads(task.options.uploadsFolder);
    await keepPictures(uploads, await finishSamplePictures(uploads));
  }
} catch (error) {
  console.log(errorMark + JSON.stringify(error instanceof Error ? error.message : String(error)));
  process.exitCode = 1;
}
