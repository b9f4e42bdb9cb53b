/** Calls `stop` once when the bootstrap that started this process was killed without forwarding a signal. */
export function stopWithParent(stop: () => void, env: NodeJS.ProcessEnv = process.env): void {
  const parentPid = Number(env.KINMEL_PARENT_PID);
  if (!parentPid || process.ppid !== parentPid) return;
  const timer = setInterval(() => {
    if (process.ppid === parentPid) return;
    clearInterval(timer);
    stop();
  }, 500);
  timer.unref();
}
