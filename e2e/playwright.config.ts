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

export default defineConfig({
  testDir: '.',
  outputDir: process.env.KINMEL_E2E_OUTPUT_FOLDER ?? '../.kinmel/test/playwright',
  globalSetup: './setup/global-setup.ts',
  forbidOnly: process.env.CI !== undefined,
  fullyParallel: false,
  workers: 2,
  retries: 0,
  timeout: 30_000,
  expect: { timeout: 10_000 },
  reporter: [['list']],
  // The global set-up names the shop; workers read this file after it.
  use: {
    baseURL: process.env.KINMEL_E2E_SHOP,
    launchOptions,
    trace: 'retain-on-failure',
    screenshot: 'only-on-failure',
  },
  projects: [
    { name: 'desktop', testDir: './journeys', use: { viewport: { width: 1440, height: 900 } } },
    {
      name: 'phone',
      testDir: './journeys',
      use: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
    },
    // Faults change the whole shop, so they run alone, after everything that needs it whole.
    {
      name: 'faults',
      testDir: './faults',
      workers: 1,
      dependencies: ['desktop', 'phone'],
      use: { viewport: { width: 1440, height: 900 } },
    },
  ],
});
