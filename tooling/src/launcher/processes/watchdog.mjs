// Ends the launcher's children when the launcher was killed, on systems without setpriv. Reads `+pid` and `-pid` lines;
// the end of input means that the launcher has died.
import { createInterface } from 'node:readline';

const pids = new Set();
const signal = (name) => {
  for (const pid of pids) {
    try {
      process.kill(-pid, name);
    } catch {
      pids.delete(pid);
    }
  }
};
for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(name, () => {});
createInterface({ input: process.stdin })
  .on('line', (line) => {
    const pid = Number(line.slice(1));
    if (line.startsWith('+')) pids.add(pid);
    else pids.delete(pid);
  })
  .on('close', () => {
    signal('SIGTERM');
    setTimeout(() => {
      signal('SIGKILL');
      process.exit(0);
    }, 10_000);
    setInterval(() => {
      signal(0);
      if (pids.size === 0) process.exit(0);
    }, 200);
  });
