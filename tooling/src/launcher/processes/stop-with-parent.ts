/** Calls `stop` once when the bootstrap that started this process was killed without forwarding a signal. */
export function stopWithParent(stop: () => void, env: NodeJS.ProcessEnv = process.env): void {
  const expected = Number(env.KINMEL_PARENT_PID);
  if (!expected || process.ppid !== expected) return;
  const timer = setInterval(() => {
    if (process.ppid === expected) return;
    clearInterval(timer);
    stop();
  }, 500);
  timer.unref();
}
