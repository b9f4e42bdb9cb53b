/** Lets the browser paint and hear before the work goes on. Not every browser that the shop supports has `yield`. */
const nextTask = (): Promise<void> =>
  globalThis.scheduler?.yield?.() ?? new Promise((resolve) => setTimeout(resolve));

/**
 * All of it has come with this file or before; each part is evaluated in a task of its own. In one go they held a slow
 * phone for more than 100 ms, in which it heard nobody.
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

start().catch(reportError);
