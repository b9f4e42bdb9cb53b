/** Called for every failure that a shopper sees only as a friendly place: `place` is a page path or a widget's name. */
export type FailureListener = (place: string, error: unknown) => void;

let listener: FailureListener | undefined;

/** Sets who hears of failures; the shell writes them to the browser's console. */
export function setFailureListener(next: FailureListener | undefined): void {
  listener = next;
}

export function reportFailure(place: string, error: unknown): void {
  listener?.(place, error);
}
