import Bowser from 'bowser';

/** Names by header, because most of the world uses a few hundred: the oldest go first. */
const known = new Map<string, string>();
const mostKnown = 500;

/** Browser and system in words: "Chrome on Android". Never the header itself: it is the client's text. */
export function deviceName(userAgent: string | undefined): string {
  if (userAgent === undefined || userAgent.trim() === '') return 'Unknown device';
  // The parser works with patterns on the text: a bound keeps a made-up one cheap.
  const text = userAgent.slice(0, 512);
  const name = known.get(text) ?? nameOf(text);
  known.set(text, name);
  const [oldest] = known.keys();
  if (known.size > mostKnown && oldest !== undefined) known.delete(oldest);
  return name;
}

function nameOf(userAgent: string): string {
  const { browser, os } = Bowser.parse(userAgent);
  const clean = (name: string | undefined) =>
    name
      ?.replaceAll(/[^\p{L}\p{N} .+-]/gu, '')
      .trim()
      .slice(0, 40);
  const program = clean(browser.name) || 'Unknown program';
  const system = clean(os.name);
  return system ? `${program} on ${system}` : program;
}
