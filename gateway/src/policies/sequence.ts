import type { NextFunction, RequestHandler } from 'express';

async function handOnFailure(work: Promise<unknown>, next: NextFunction): Promise<void> {
  try {
    await work;
  } catch (error) {
    next(error);
  }
}

/**
 * Policies one after the other as one. Express looks for the next one by the address each time, which costs more than most
 * of them do. What one of them throws or rejects with goes where Express would send it.
 */
export function sequence(...policies: readonly RequestHandler[]): RequestHandler {
  return (req, res, next) => {
    let index = 0;
    const goOn = (error?: unknown): void => {
      const policy = error === undefined ? policies[index] : undefined;
      index += 1;
      if (!policy) {
        next(error);
        return;
      }
      try {
        const result: unknown = policy(req, res, goOn);
        if (result instanceof Promise) void handOnFailure(result, next);
      } catch (thrown) {
        next(thrown);
      }
    };
    goOn();
  };
}
