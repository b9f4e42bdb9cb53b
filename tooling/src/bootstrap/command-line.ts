import { type ParseArgsConfig, parseArgs } from 'node:util';

/** Ends the process with code 2 and says why, and how the command is called. Nothing was done by then. */
export function refuseCall(help: string, why: string): never {
  process.stderr.write(`${why}\n\n${help.trimEnd()}\n`);
  process.exit(2);
}

/**
 * The words of a call. `--help` shows the help and ends the process with 0; what the command does not know is
 * refused in one sentence with the help beside it, before anything is started or written.
 */
export function readCommandLine<Config extends ParseArgsConfig>(
  help: string,
  config: Config,
): ReturnType<typeof parseArgs<Config>> {
  if ((config.args ?? process.argv.slice(2)).includes('--help')) {
    process.stdout.write(`${help.trimEnd()}\n`);
    process.exit(0);
  }
  try {
    return parseArgs(config);
  } catch (error) {
    // The first sentence; the others explain the parser.
    const [why = ''] = (error instanceof Error ? error.message : String(error)).split(/\.\s|\n/);
    return refuseCall(help, why);
  }
}

/** An option that is a whole number of `least` or more; another text is refused. */
export function wholeNumberOption(help: string, name: string, text: string, least = 0): number {
  const value = text.trim() === '' ? Number.NaN : Number(text);
  if (Number.isSafeInteger(value) && value >= least) return value;
  return refuseCall(help, `--${name}: expected a whole number, ${least} or more`);
}
