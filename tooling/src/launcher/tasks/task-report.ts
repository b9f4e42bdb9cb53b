import type { Report } from '../report.ts';

/** What a task tells the launcher, one line each. */
type TaskLine =
  | { readonly step: number; readonly title: string }
  | { readonly step: number; readonly detail: string }
  | { readonly step: number; readonly ended: 'done' | 'failed' }
  | { readonly part: string; readonly text: string; readonly level: number }
  | { readonly said: string }
  | { readonly error: string };

const mark = 'task:';

function tell(line: TaskLine): void {
  process.stdout.write(`${mark}${JSON.stringify(line)}\n`);
}

/** The report of a task: its steps are shown by the launcher that started it. */
export function createTaskReport(): Report {
  let steps = 0;
  return {
    async step(title, work) {
      steps += 1;
      const step = steps;
      tell({ step, title });
      try {
        const result = await work((detail) => tell({ step, detail }));
        tell({ step, ended: 'done' });
        return result;
      } catch (error) {
        tell({ step, ended: 'failed' });
        throw error;
      }
    },
    line: (part, text, level = 30) => tell({ part, text, level }),
    say: (said) => tell({ said }),
  };
}

/** Says why the task ends without success. */
export const tellError = (error: unknown): void =>
  tell({ error: error instanceof Error ? error.message : String(error) });

/** Shows what a task tells; `error` is what it said last of all. */
export function showTask(report: Report): { take(line: string): void; readonly error: string | undefined } {
  const steps = new Map<number, { update(detail: string): void; end(outcome: 'done' | 'failed'): void }>();
  let error: string | undefined;

  function begin(step: number, title: string): void {
    const ended = Promise.withResolvers<void>();
    const shown = report.step(title, (update) => {
      steps.set(step, {
        update,
        end: (outcome) => (outcome === 'done' ? ended.resolve() : ended.reject(new Error(title))),
      });
      return ended.promise;
    });
    // The task itself says why, and ends.
    shown.catch(() => undefined);
  }

  return {
    take(text) {
      if (!text.startsWith(mark)) return;
      // Written by `tell` in a process of this launcher.
      const line = JSON.parse(text.slice(mark.length)) as TaskLine;
      if ('title' in line) begin(line.step, line.title);
      else if ('detail' in line) steps.get(line.step)?.update(line.detail);
      else if ('ended' in line) steps.get(line.step)?.end(line.ended);
      else if ('said' in line) report.say(line.said);
      else if ('error' in line) error = line.error;
      else report.line(line.part, line.text, line.level);
    },
    get error() {
      return error;
    },
  };
}
