import type { StackFolders } from '../launcher/stack.ts';

/** How many checks of a step held; a tool that only says yes or no counts as one. */
export interface StepResult {
  passed: number;
  failed: number;
  skipped?: number;
  /** What a person needs to see of a failure. */
  output?: string[];
  /** Each test that failed and why, shortly; told again before the summary, where a long log ends. */
  failures?: string[];
  /** What a person is told of a success, too. */
  shown?: string[];
}

export interface StepContext {
  checkoutFolder: string;
  folders: StackFolders;
  /** Folder of this run's own data and reports; emptied when the run begins. */
  runFolder: string;
  /** Files that changed, relative to the checkout, for `npm run check`; undefined means everything. */
  changed: string[] | undefined;
  /** Test files named on the command line, relative to the checkout. */
  named: string[];
  /** Fault tests run all their rounds. */
  isLong: boolean;
  /** Addresses of a real MongoDB and RabbitMQ, started at the first call. */
  servers(
    onProgress: (text: string) => void,
  ): Promise<{ mongodbUri: string; amqpUrl: string; redisServer: string }>;
  logFile(name: string): string;
}

/** One part of `npm test`. */
export interface Step {
  /** Word for `--only`. */
  name: string;
  title: string;
  /** Left out of `npm run check`, which has two minutes. */
  isSlow?: boolean;
  /** Left out of `npm test`: it has a command of its own, which names it. */
  isOwnCommand?: boolean;
  run(context: StepContext, update: (detail: string) => void): Promise<StepResult>;
}
