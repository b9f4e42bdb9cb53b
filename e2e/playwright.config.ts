import { defineConfig, type Project } from '@playwright/test';
import type { JourneyOptions } from './support/journey.ts';

const executablePath = process.env.CHROMIUM_PATH ?? '/usr/lib/chromium/chromium';

/** Without Chromium's own background requests. */
const launchOptions = {
  executablePath,
  args: [
    '--no-sandbox',
    '--disable-gpu',
    '--disable-quic',
    '--no-first-run',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
  ],
};

const desktop = { viewport: { width: 1440, height: 900 } };
const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

/** Journeys that compare the shop at two moments, so no other test may run beside them. */
const serialFiles = ['back-office-lists', 'rendered-pages', 'work'].map((name) => `**/${name}.test.ts`);

const filesIn = (variable: string) => process.env[variable]?.split(',').map((file) => `**/${file}`);

/** When set, only these files run, on a desktop (`npm test`). */
const mainFiles = filesIn('KINMEL_E2E_MAIN_FILES');

/**
 * Journeys about widths, pages before hydration, or browsers below the floor, which translation does not affect.
 */
const untranslated = ['rendered-pages', 'every-page', 'every-route', 'old-browser'].map(
  (name) => `**/${name}.test.ts`,
);

/** Files that run in `npm test` already and are skipped on a desktop here (`npm run test:browser`). */
const skippedFiles = filesIn('KINMEL_E2E_LEFT_OUT') ?? [];

// A journey runs at both widths unless its tag names one.
const onDesktop = { testDir: './journeys', grepInvert: /@phone/, use: desktop };
const onPhone = { testDir: './journeys', grepInvert: /@desktop/, use: phone };

// Faults affect the whole shop, so they run after everything that needs it.
const faults = { name: 'faults', testDir: './faults', timeout: 120_000, use: desktop, workers: 1 };

/** Each stage starts when the one before has passed; only the projects of the first stage run in parallel. */
const stages: readonly (readonly (Project<JourneyOptions> & { name: string })[])[] = [
  [
    { ...onDesktop, name: 'desktop', testIgnore: [...serialFiles, ...skippedFiles] },
    { ...onPhone, name: 'phone', testIgnore: serialFiles },
  ],
  [{ ...onDesktop, name: 'desktop-alone', testMatch: serialFiles, workers: 1 }],
  [{ ...onPhone, name: 'phone-alone', testMatch: serialFiles, workers: 1 }],
  [
    {
      ...onDesktop,
      name: 'translated',
      testIgnore: untranslated,
      use: { ...desktop, isTranslated: true },
      workers: 1,
    },
  ],
  [{ name: 'counts', testDir: './counts', use: desktop, workers: 1 }],
  [{ name: 'bad-input', testDir: './bad-input', use: desktop, workers: 1 }],
  [
    {
      name: 'development',
      testDir: './development',
      timeout: 120_000,
      expect: { timeout: 60_000 },
      use: desktop,
      workers: 1,
    },
  ],
  [{ ...faults, testIgnore: skippedFiles }],
  // Leaves products, offers and requests behind that would disturb other tests.
  [{ name: 'openapi', testDir: './openapi', workers: 1 }],
  // Reads what the services logged during the whole run.
  [{ name: 'logs', testDir: './logs', workers: 1 }],
];

const chosenStages: typeof stages = mainFiles
  ? [[{ ...onDesktop, name: 'desktop', testMatch: mainFiles }], [{ ...faults, testMatch: mainFiles }]]
  : stages;

/** Only the folder whose test opens a shop of images itself (`npm run test:containers`, `npm run test:cluster`). */
const imagesFolder = process.env.KINMEL_E2E_IMAGES;

export default defineConfig<JourneyOptions>({
  testDir: '.',
  outputDir: process.env.KINMEL_E2E_OUTPUT_FOLDER ?? '../.kinmel/test/playwright',
  ...(imagesFolder ? {} : { globalSetup: './setup/open-shop.ts' }),
  forbidOnly: process.env.CI !== undefined,
  fullyParallel: false,
  workers: 2,
  // Retries only in CI: the run lists each retried test and allows few (decision 28).
  retries: process.env.CI === undefined ? 0 : 1,
  timeout: 45_000,
  expect: { timeout: 15_000 },
  reporter: [['list']],
  // The global setup sets the address; workers load this file after it.
  use: {
    baseURL: process.env.KINMEL_E2E_SHOP,
    launchOptions,
    // Tracing doubles the run time; run a failed test again with --trace on.
    trace: 'off',
    screenshot: 'only-on-failure',
  },
  projects: imagesFolder
    ? [{ name: imagesFolder, testDir: `./${imagesFolder}` }]
    : chosenStages.flatMap((stage, index) =>
        stage.map((project) => ({
          ...project,
          dependencies: (chosenStages[index - 1] ?? []).map(({ name }) => name),
        })),
      ),
});
