import { type Browser, chromium } from 'playwright-core';

/** A browser of its own for one measurement, quiet and without a window; whoever opens it closes it. */
export const openBrowser = (): Promise<Browser> =>
  chromium.launch({
    executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
    args: ['--no-sandbox', '--disable-gpu'],
  });
