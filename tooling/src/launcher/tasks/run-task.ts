import { setPriority } from 'node:os';
import { createTaskReport, tellError } from './task-report.ts';
import { readTask } from './tasks.ts';

// Whatever takes much memory for a while does it here, in a process that ends: the launcher lives as long as the shop.
const report = createTaskReport();
try {
  const task = readTask();
  if (task.name === 'build') {
    const { buildShop } = await import('./build-shop.ts');
    let isWanted = true;
    process.once('SIGTERM', () => {
      isWanted = false;
    });
    await buildShop(task.options, report, () => isWanted);
  } else if (task.name === 'seed') {
    const { seedDatabase } = await import('../sample-data/seed-database.ts');
    await report.step('Sample data', (onProgress) => seedDatabase({ ...task.options, onProgress }));
  } else {
    // The shop is open: people come first.
    setPriority(10);
    const { finishSamplePictures } = await import('@kinmel/catalog/seed');
    const { keepPictures } = await import('../sample-data/seed-database.ts');
    await keepPictures(task.options.uploadsFolder, await finishSamplePictures(task.options.uploadsFolder));
  }
} catch (error) {
  tellError(error);
  process.exitCode = 1;
}
