import type { StackFolders } from '../launcher/stack.ts';

/** Number of checks that passed and failed; a tool that only has an exit code counts as one. */
export interface StepResult {
  passed: number;
  failed: number;
  skipped?: number;
  /** Printed on failure. */
  output?: string[];
  /** Each failed test with the beginning of its message; printed before the summary. */
  failures?: string[];
  /** Also printed on success. */
  shownLines?: string[];
  /** Test files that took longest, and how long; printed after the summary. */
  slowest?: string[];
}

export interface StepContext {
  checkoutFolder: string;
  folders: StackFolders;
  /** This run's data and reports; emptied when the run begins. */
  runFolder: string;
  /** Files that changed, relative to the checkout, for `npm run check`; undefined means everything. */
  changed: string[] | undefined;
  /** Test files named on the command line, relative to the checkout. */
  namedFiles: string[];
  /** Whether fault tests run all rounds. */
  isLong: boolean;
  /** Starts or installs servers on the first call: addresses of MongoDB and RabbitMQ, and paths of a Redis server and an S3 server. */
  servers(
    onProgress: (text: string) => void,
  ): Promise<{ mongodbUri: string; amqpUrl: string; redisServer: string; s3Server: string }>;
  readonly logFile: (name: string) => string;
}

/** One part of `npm test`. */
export interface Step {
  /** For `--only` and `--skip`. */
  name: string;
  title: string;
  /** Not part of `npm run check`, which must take two minutes at most. */
  isSlow?: boolean;
  /** Not part of `npm test`; it has its own command. */
  isOwnCommand?: boolean;
  /** Runs in the background from the start of the run; its result is reported in the order of the steps. */
  isBackground?: boolean;
  /** Started in the background before the first step: installing servers mostly waits for the network. */
  prepare?(context: StepContext): Promise<unknown>;
  run(context: StepContext, update: (detail: string) => void): Promise<StepResult>;
}
