/**
 * Lets the browser paint and handle events before the work continues. Some supported browsers lack `scheduler.yield`.
 */
const nextTask = (): Promise<void> =>
  globalThis.scheduler?.yield?.() ?? new Promise((resolve) => setTimeout(resolve));

/**
 * All code is already loaded; each part is evaluated in its own task. In one task they blocked a slow phone for more
 * than 100 ms.
 */
async function start(): Promise<void> {
  await nextTask();
  await import(/* webpackMode: "eager" */ 'react-dom/client');
  await nextTask();
  await import(/* webpackMode: "eager" */ '@kinmel/web-kit');
  await nextTask();
  const { startShop } = await import(/* webpackMode: "eager" */ './start-shop.tsx');
  await nextTask();
  await startShop();
}

// Without the list of early input, the browser is below the supported floor (`earlyInputScript` of tooling), and the
// server-rendered page stays.
if (globalThis.kinmelEarlyInput)
  start().catch(async (error: unknown) => {
    reportError(error);
    const { reportFailure } = await import(/* webpackMode: "eager" */ '@kinmel/web-kit/host');
    reportFailure({ error });
  });
