import Bowser from 'bowser';

/** Browser and system: "Chrome on Android". Never the header itself, which is arbitrary text. */
export function deviceName(userAgent: string | undefined): string {
  if (userAgent === undefined || userAgent.trim() === '') return 'Unknown device';
  // Limits the work of the parser's regular expressions.
  const { browser, os } = Bowser.parse(userAgent.slice(0, 512));
  const clean = (name: string | undefined) =>
    name
      ?.replaceAll(/[^\p{L}\p{N} .+-]/gu, '')
      .trim()
      .slice(0, 40);
  const program = clean(browser.name) || 'Unknown program';
  const system = clean(os.name);
  return system ? `${program} on ${system}` : program;
}
