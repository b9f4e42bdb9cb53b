/** Four bytes each; under a flood of three thousand new addresses a second one is remembered for some twenty seconds. */
const slotCount = 65_536;

/**
 * Remembers roughly which addresses were asked for lately, in 256 kB whatever comes: a newer address takes the slot of an
 * older one. That two addresses have the same mark is rare, and then one is taken for known a request too early.
 */
export class AdmissionFilter {
  readonly #marks = new Uint32Array(slotCount);

  /** Whether this address was asked for lately; from now on it was. */
  note(url: string): boolean {
    const mark = markOf(url);
    const slot = mark >>> 16;
    const isKnown = this.#marks[slot] === mark;
    this.#marks[slot] = mark;
    return isKnown;
  }
}

/** FNV-1a, 32 bits; never the 0 of an empty slot. */
function markOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  return hash >>> 0 || 1;
}
