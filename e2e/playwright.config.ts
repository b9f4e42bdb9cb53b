import { defineConfig } from '@playwright/test';

const executablePath = process.env.CHROMIUM_PATH ?? '/usr/lib/chromium/chromium';

/** Every browser starts the same way: quiet, without the requests that Chromium makes of its own accord. */
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

export default defineConfig({
  testDir: '.',
  outputDir: process.env.KINMEL_E2E_OUTPUT_FOLDER ?? '../.kinmel/test/playwright',
  globalSetup: './setup/global-setup.ts',
  forbidOnly: process.env.CI !== undefined,
  fullyParallel: false,
  // One shop for all: the projects run one after the other in the order below, so that no fault meets a journey.
  workers: 1,
  // A second attempt only where all is judged: the run names each test that needed it and bears few (decision 48).
  retries: process.env.CI === undefined ? 0 : 1,
  timeout: 45_000,
  expect: { timeout: 15_000 },
  reporter: [['list']],
  // The global set-up names the shop; workers read this file after it.
  use: {
    baseURL: process.env.KINMEL_E2E_SHOP,
    launchOptions,
    // Recording costs as much as the test; a failed one is recorded by running it again with --trace on.
    trace: 'off',
    screenshot: 'only-on-failure',
  },
  projects: [
    // A journey runs at both widths unless its tag names the one that it is about.
    { name: 'desktop', testDir: './journeys', grepInvert: /@phone/, use: desktop },
    { name: 'phone', testDir: './journeys', grepInvert: /@desktop/, use: phone },
    { name: 'counts', testDir: './counts', use: desktop },
    { name: 'bad-input', testDir: './bad-input', use: desktop },
    // Faults change the whole shop, so they come after everything that needs it whole.
    { name: 'faults', testDir: './faults', timeout: 120_000, use: desktop, teardown: 'logs' },
    // Leaves products, offers and requests behind that nobody would want to look at.
    { name: 'openapi', testDir: './openapi' },
    // What the services wrote down during all of this.
    { name: 'logs', testDir: './logs' },
  ],
});
