/** Progress output: steps with their duration, and log lines of each part. */
export interface Report {
  /** Runs the work as a named step, with its duration while it runs and at its end. */
  step<T>(title: string, work: (update: (detail: string) => void) => Promise<T>): Promise<T>;
  /** One line of a part (a service, the database). `level` is pino's: 30 info, 40 warning, 50 error. */
  line(part: string, text: string, level?: number): void;
  say(text: string): void;
}

/** Fewer lines in a log file than on a terminal. */
const heartbeatMs = process.stdout.isTTY ? 5_000 : 15_000;
const partColours = [36, 35, 34, 33, 32, 96, 95, 94];
const signs = { done: '✓', failed: '✗', running: '…' };

/** Prints one line per step, heartbeats for long ones and a prefix for each part; colours on a terminal only. */
export function createConsoleReport({
  write = (text: string) => process.stdout.write(text),
  colour = (process.stdout.isTTY || process.env.FORCE_COLOR === '1') && process.env.NO_COLOR === undefined,
}: {
  write?: (text: string) => unknown;
  colour?: boolean;
} = {}): Report {
  const paint = (code: number, text: string) => (colour ? `\u001b[${code}m${text}\u001b[0m` : text);
  const colourOf = new Map<string, number>();
  const nameOf = (part: string) => {
    const code = colourOf.get(part) ?? partColours[colourOf.size % partColours.length] ?? 36;
    colourOf.set(part, code);
    return paint(code, part.padEnd(8));
  };
  const say = (text: string) => void write(`${text}\n`);

  return {
    say,
    line(part, text, level = 30) {
      const shown = level >= 50 ? paint(31, text) : level >= 40 ? paint(33, text) : text;
      say(`${nameOf(part)} │ ${shown}`);
    },
    async step(title, work) {
      const started = performance.now();
      const seconds = () => `${((performance.now() - started) / 1000).toFixed(1)} s`;
      let detail = '';
      const heartbeat = setInterval(() => {
        say(
          `${paint(90, signs.running)} ${title}${detail === '' ? '' : `: ${detail}`} ${paint(90, seconds())}`,
        );
      }, heartbeatMs);
      try {
        const result = await work((text) => {
          detail = text;
        });
        say(`${paint(32, signs.done)} ${title}${detail === '' ? '' : `: ${detail}`} ${paint(90, seconds())}`);
        return result;
      } catch (error) {
        say(`${paint(31, signs.failed)} ${title} ${paint(90, seconds())}`);
        throw error;
      } finally {
        clearInterval(heartbeat);
      }
    },
  };
}

export const silentReport: Report = {
  step: (_title, work) => work(() => {}),
  line: () => {},
  say: () => {},
};
