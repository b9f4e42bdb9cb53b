import type { Request, RequestHandler, Response } from 'express';
import { sequence } from './sequence.ts';

/** Runs the policies; resolves with what went on to Express: undefined when all of them let the request through. */
const outcome = (...policies: RequestHandler[]) =>
  new Promise<unknown>((resolve) => void sequence(...policies)({} as Request, {} as Response, resolve));

const broken = new Error('broken');
const later = () => new Promise((resolve) => setImmediate(resolve));

describe('policies in a sequence', () => {
  it('run in their order, also when one of them takes its time, and then Express goes on', async () => {
    const met: string[] = [];
    const error = await outcome(
      (_req, _res, next) => {
        met.push('first');
        next();
      },
      async (_req, _res, next) => {
        await later();
        met.push('second');
        next();
      },
      (_req, _res, next) => {
        met.push('third');
        next();
      },
    );
    expect([met, error]).toEqual([['first', 'second', 'third'], undefined]);
  });

  it.each<[string, RequestHandler]>([
    ['hands on', (_req, _res, next) => next(broken)],
    [
      'throws',
      () => {
        throw broken;
      },
    ],
    [
      'rejects with',
      async () => {
        await later();
        throw broken;
      },
    ],
  ])('end with the error that one of them %s, wherever it stands', async (_how, policy) => {
    const behind = jest.fn();
    const waits: RequestHandler = async (_req, _res, next) => {
      await later();
      next();
    };
    expect(await outcome(waits, policy, behind)).toBe(broken);
    expect(behind).not.toHaveBeenCalled();
  });
});
