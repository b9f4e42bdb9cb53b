import { styleText } from 'node:util';

/** Progress output: steps with their duration, and log lines of each part. */
export interface Report {
  /** Runs the work as a named step, with its duration while it runs and at its end. */
  step<T>(title: string, work: (update: (detail: string) => void) => Promise<T>): Promise<T>;
  /** One line of a part (a service, the database). `level` is pino's: 30 info, 40 warning, 50 error. */
  line(part: string, text: string, level?: number): void;
  say(text: string): void;
}

/** Fewer heartbeats in a log file than on a terminal. */
const heartbeatMs = process.stdout.isTTY ? 5_000 : 60_000;
const partColours = ['cyan', 'magenta', 'blue', 'yellow', 'green', 'cyanBright', 'blueBright'] as const;

const say = (text: string) => void process.stdout.write(`${text}\n`);

/** Prints one line per step, heartbeats for long ones and a prefix for each part; colours on a terminal only. */
export function createConsoleReport(): Report {
  const colourOf = new Map<string, (typeof partColours)[number]>();
  const nameOf = (part: string) => {
    const colour = colourOf.get(part) ?? partColours[colourOf.size % partColours.length] ?? 'cyan';
    colourOf.set(part, colour);
    return styleText(colour, part.padEnd(8));
  };
  return {
    say,
    line(part, text, level = 30) {
      const coloredText =
        level >= 50 ? styleText('red', text) : level >= 40 ? styleText('yellow', text) : text;
      say(`${nameOf(part)} │ ${coloredText}`);
    },
    async step(title, work) {
      const startedAt = performance.now();
      let detail = '';
      const sayStep = (colour: 'gray' | 'green' | 'red', sign: string, text = detail) => {
        const seconds = `${((performance.now() - startedAt) / 1000).toFixed(1)} s`;
        say(`${styleText(colour, sign)} ${title}${text && `: ${text}`} ${styleText('gray', seconds)}`);
      };
      const heartbeat = setInterval(() => sayStep('gray', '…'), heartbeatMs);
      try {
        const result = await work((text) => {
          detail = text;
        });
        sayStep('green', '✓');
        return result;
      } catch (error) {
        sayStep('red', '✗', '');
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
