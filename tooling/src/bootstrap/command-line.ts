import { type ParseArgsConfig, parseArgs } from 'node:util';

/** Prints the reason and the help, and exits with code 2 before anything is done. */
export function refuseCall(help: string, reason: string): never {
  process.stderr.write(`${reason}\n\n${help.trimEnd()}\n`);
  process.exit(2);
}

/**
 * Parses the arguments. `--help` prints the help and exits with 0; an unknown option is refused before anything is
 * started or written.
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
    // Keeps the first sentence; the rest explains the parser.
    const [reason = ''] = (error instanceof Error ? error.message : String(error)).split(/\.\s|\n/);
    return refuseCall(help, reason);
  }
}

/** Parses an option as a whole number of at least `least`; refuses other texts. */
export function wholeNumberOption(help: string, name: string, text: string, minimum = 0): number {
  const value = text.trim() === '' ? Number.NaN : Number(text);
  if (Number.isSafeInteger(value) && value >= minimum) return value;
  return refuseCall(help, `--${name}: expected a whole number, ${minimum} or more`);
}

/** Returns an option that is the origin of a shop; refuses other texts. */
export function originOption(help: string, name: string, text = ''): string {
  if (/^https?:/.test(text) && URL.canParse(text) && new URL(text).origin === text) return text;
  return refuseCall(help, `--${name}: expected an origin such as https://kinmel.example, not "${text}"`);
}
