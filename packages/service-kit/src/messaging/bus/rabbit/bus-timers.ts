/** What a bus wants to try again later, and whether it is closing: then nothing more is tried. */
export class BusTimers {
  readonly #timers = new Set<NodeJS.Timeout>();
  #isClosing = false;

  get isClosing(): boolean {
    return this.#isClosing;
  }

  later(delayMs: number, work: () => void): void {
    if (this.#isClosing) return;
    const timer = setTimeout(() => {
      this.#timers.delete(timer);
      work();
    }, delayMs);
    this.#timers.add(timer);
  }

  close(): void {
    this.#isClosing = true;
    for (const timer of this.#timers) clearTimeout(timer);
  }
}
