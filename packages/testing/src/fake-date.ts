const realApis = [
  'hrtime',
  'nextTick',
  'performance',
  'queueMicrotask',
  'requestAnimationFrame',
  'cancelAnimationFrame',
  'requestIdleCallback',
  'cancelIdleCallback',
  'setImmediate',
  'clearImmediate',
  'setInterval',
  'clearInterval',
  'setTimeout',
  'clearTimeout',
] as const;

/**
 * Fakes the date alone, which `jest.setSystemTime` changes: timers and promises stay real.
 * @param isRunning whether the clock keeps running
 */
export const fakeDate = (now: number | Date, isRunning = false) =>
  jest.useFakeTimers({ doNotFake: [...realApis], now, ...(isRunning ? { advanceTimers: 1 } : {}) });
