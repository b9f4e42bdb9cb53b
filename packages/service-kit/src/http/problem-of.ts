import mongoose from 'mongoose';
import { MulterError } from 'multer';
import { z } from 'zod';
import { ProblemError } from './problem-error.ts';

const unexpected = 'Something went wrong on our side. Please try again.';

/** One line per invalid field, worded like a form message; never contains the received value. */
export function invalidRequest(error: z.ZodError): ProblemError {
  const details = error.issues.slice(0, 20).map((issue) => ({
    path: issue.path.map(String).join('.').slice(0, 120),
    message: issue.code === 'unrecognized_keys' ? 'Unknown parameter.' : issue.message,
  }));
  const first = details[0];
  const message =
    details.length === 1 && first && !/^Invalid \w+(:|$)/.test(first.message)
      ? first.message
      : 'Some values are not valid.';
  return new ProblemError('invalid-request', message, details, { cause: error });
}

/**
 * Maps any thrown value to the problem that the client sees: 4xx for a client error, 503 for an unavailable dependency,
 * otherwise 500 with a fixed text; the original error is only logged.
 */
export function problemOf(error: unknown): ProblemError {
  if (error instanceof ProblemError) return error;
  if (error instanceof MulterError) return fromMulter(error);
  if (error instanceof mongoose.Error.CastError) {
    return new ProblemError('invalid-request', 'The request is not valid.', undefined, { cause: error });
  }
  if (error instanceof URIError) {
    return new ProblemError('invalid-request', 'The address is not valid.', undefined, { cause: error });
  }
  if (isDatabaseAway(error)) {
    return new ProblemError(
      'service-unavailable',
      'This is not available right now. Please try again.',
      undefined,
      {
        cause: error,
        retryAfterSeconds: 2,
      },
    );
  }
  return (
    fromHttpError(error) ?? new ProblemError('unexpected-error', unexpected, undefined, { cause: error })
  );
}

const unreachable = new Set([
  'MongoNetworkError',
  'MongoNetworkTimeoutError',
  'MongoServerSelectionError',
  'MongooseServerSelectionError',
  'MongoWaitQueueTimeoutError',
  'MongoNotConnectedError',
  'MongoPoolClearedError',
  'MongoPoolClosedError',
  'MongoOperationTimeoutError',
  'MongoTopologyClosedError',
]);

/** MaxTimeMSExpired, interrupted by a shutdown, and the codes of a replica set without a primary. */
const unreachableCodes = new Set([50, 91, 189, 10107, 11600, 11602, 13435, 13436]);

/** True when the database was unreachable or too slow, so that the same call may succeed later. */
export function isDatabaseAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (unreachable.has(error.name) || isBulkWithoutAnswer(error)) return true;
  return 'code' in error && typeof error.code === 'number' && unreachableCodes.has(error.code);
}

/** A bulk write error wraps a network error; with a server response it has write errors or a code. */
function isBulkWithoutAnswer(error: Error): boolean {
  return (
    error instanceof mongoose.mongo.MongoBulkWriteError &&
    error.code === undefined &&
    [error.writeErrors].flat().length === 0
  );
}

function fromMulter(error: MulterError): ProblemError {
  const cause = { cause: error };
  if (error.code === 'LIMIT_FILE_SIZE')
    return new ProblemError('too-large', 'The file is too large.', undefined, cause);
  if (error.code === 'LIMIT_UNEXPECTED_FILE' || error.code === 'LIMIT_FILE_COUNT') {
    return new ProblemError('invalid-request', 'Send one file in the expected field.', undefined, cause);
  }
  return new ProblemError('invalid-request', 'The form is not valid.', undefined, cause);
}

/** The types that body-parser and raw-body put on their errors. */
function fromHttpError(error: unknown): ProblemError | undefined {
  if (!(error instanceof Error)) return undefined;
  const type = 'type' in error && typeof error.type === 'string' ? error.type : '';
  const status = 'status' in error && typeof error.status === 'number' ? error.status : 0;
  const options = { cause: error };
  switch (type) {
    case 'entity.parse.failed':
      return new ProblemError('invalid-json', 'The body is not valid JSON.', undefined, options);
    case 'entity.too.large':
    case 'parameters.too.many':
      return new ProblemError('too-large', 'The request is too large.', undefined, options);
    case 'encoding.unsupported':
    case 'charset.unsupported':
      return new ProblemError('unsupported-type', 'This encoding is not supported.', undefined, options);
    case 'request.aborted':
    case 'request.size.invalid':
    case 'entity.verify.failed':
    case 'stream.encoding.set':
      return new ProblemError('invalid-request', 'The request is not complete.', undefined, options);
    default:
      break;
  }
  if (status === 413) return new ProblemError('too-large', 'The request is too large.', undefined, options);
  if (status === 415)
    return new ProblemError('unsupported-type', 'This content type is not supported.', undefined, options);
  if (status >= 400 && status < 500)
    return new ProblemError('invalid-request', 'The request is not valid.', undefined, options);
  return undefined;
}
