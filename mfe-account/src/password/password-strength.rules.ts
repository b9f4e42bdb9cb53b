/** The effort of guessing, in four levels. Only advice: the form has its own rule. */
export type Strength = 'weak' | 'fair' | 'good' | 'strong';

export interface StrengthReport {
  readonly strength: Strength;
  /** An improvement, or that none is needed. */
  readonly hint: string;
}

/** Words of the most common passwords, which are often varied by numbers and capitals. */
const commonWords = [
  'password',
  'passwort',
  'passw',
  'pass',
  'admin',
  'welcome',
  'letmein',
  'login',
  'master',
  'secret',
  'iloveyou',
  'monkey',
  'dragon',
  'football',
  'baseball',
  'cricket',
  'superman',
  'batman',
  'princess',
  'sunshine',
  'shadow',
  'michael',
  'jordan',
  'charlie',
  'ashley',
  'daniel',
  'computer',
  'internet',
  'google',
  'samsung',
  'apple',
  'iphone',
  'android',
  'kinmel',
  'nepal',
  'kathmandu',
  'everest',
  'test',
  'hello',
  'freedom',
  'whatever',
  'trustno',
  'starwars',
  'pokemon',
  'summer',
  'winter',
  'flower',
  'love',
];
/** Sequences on a keyboard, in the alphabet and of digits; reversed too. */
const sequences = [
  'abcdefghijklmnopqrstuvwxyz',
  '01234567890',
  'qwertyuiop',
  'asdfghjkl',
  'zxcvbnm',
  'qwertzuiop',
  '1qaz2wsx3edc4rfv5tgb',
];
const allSequences = [...sequences, ...sequences.map((sequence) => Array.from(sequence).reverse().join(''))];
const lookalikes: Readonly<Record<string, string>> = {
  '0': 'o',
  '1': 'i',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '@': 'a',
  $: 's',
  '!': 'i',
};

const normalized = (text: string) =>
  Array.from(text.toLowerCase())
    .map((character) => lookalikes[character] ?? character)
    .join('');

/** Replaces guessable parts by one character each, so that length alone does not look strong. */
function withoutGuessable(
  password: string,
  about: readonly string[],
): { remainder: string; findings: Guessable[] } {
  const findings: Guessable[] = [];
  let remainder = password.toLowerCase();
  const replacePart = (kind: Guessable, part: string) => {
    const at = part === '' ? -1 : remainder.indexOf(part);
    if (at === -1) return;
    remainder = `${remainder.slice(0, at)}\u0000${remainder.slice(at + part.length)}`;
    findings.push(kind);
  };
  const ownWords = about
    .flatMap((text) => text.toLowerCase().split(/[^\p{L}\p{Nd}]+/u))
    .filter((word) => word.length >= 4);
  for (const word of ownWords) replacePart('own', word);
  for (const word of commonWords) {
    const at = normalized(remainder).indexOf(word);
    if (at !== -1) replacePart('common', remainder.slice(at, at + word.length));
  }
  for (const sequence of allSequences) {
    for (let length = sequence.length; length >= 4; length -= 1) {
      for (let start = 0; start + length <= sequence.length; start += 1) {
        replacePart('run', sequence.slice(start, start + length));
      }
    }
  }
  for (const [repeated] of remainder.matchAll(/(.)\1{2,}/gu)) replacePart('repeated', repeated);
  const [year] = /(?:19|20)\d\d/.exec(remainder) ?? [''];
  replacePart('year', year);
  return { remainder, findings };
}

type Guessable = 'own' | 'common' | 'run' | 'repeated' | 'year';
const hints: Readonly<Record<Guessable, string>> = {
  own: 'It holds your name or address, which is tried first.',
  common: 'It holds one of the most used passwords.',
  run: 'It holds a row of keys or numbers, which is tried first.',
  repeated: 'It repeats one character.',
  year: 'A year is easy to guess.',
};

const bitsOf = (text: string) => {
  let alphabet = 0;
  if (/\p{Ll}|\p{Lo}/u.test(text)) alphabet += 26;
  if (/\p{Lu}/u.test(text)) alphabet += 26;
  if (/\p{Nd}/u.test(text)) alphabet += 10;
  if (/[^\p{L}\p{Nd}]/u.test(text)) alphabet += 20;
  return Array.from(text).length * Math.log2(Math.max(alphabet, 1));
};

/**
 * Rates a password, given the user's own details. It covers the habits behind most cracked passwords, without
 * dictionaries, which would be larger than the whole page.
 */
export function passwordStrength(password: string, about: readonly string[] = []): StrengthReport {
  const { remainder, findings } = withoutGuessable(password, about);
  const share = Array.from(remainder).length / Math.max(Array.from(password).length, 1);
  const bits = bitsOf(password) * share;
  const [first] = findings;
  const advice = first
    ? hints[first]
    : 'Add more characters: three unrelated words are easy to keep in mind.';
  if (bits < 36) return { strength: 'weak', hint: advice };
  if (bits < 50) return { strength: 'fair', hint: advice };
  if (bits < 66) return { strength: 'good', hint: first ? hints[first] : 'Good. Use it for this shop only.' };
  return { strength: 'strong', hint: 'Hard to guess. Use it for this shop only.' };
}
