import type { ProblemCode } from '@kinmel/contracts';
import mongoose from 'mongoose';
import { MulterError } from 'multer';
import { z } from 'zod';
import { ProblemError } from './problem-error.ts';

const unexpectedText = 'Something went wrong on our side. Please try again.';

function messageOf(issue: z.core.$ZodIssue): string {
  if (issue.code === 'unrecognized_keys') return 'Unknown parameter.';
  const isTooLong = issue.code === 'too_big' && issue.origin === 'string';
  // A message of the schema takes precedence over zod's default.
  return isTooLong && issue.message.startsWith('Too big')
    ? `Please shorten this to ${issue.maximum} characters.`
    : issue.message;
}

/** One line per invalid field, worded for people. It never contains the received value. */
export function invalidRequest(error: z.ZodError): ProblemError {
  const details = error.issues.slice(0, 20).map((issue) => ({
    path: issue.path.map(String).join('.').slice(0, 120),
    message: messageOf(issue),
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
  const [code, message] = reasonOf(error);
  const retryAfterSeconds = code === 'service-unavailable' ? 2 : undefined;
  return new ProblemError(code, message, undefined, { cause: error, retryAfterSeconds });
}

type Reason = readonly [code: ProblemCode, message: string];

function reasonOf(error: unknown): Reason {
  if (error instanceof MulterError)
    return multerReasons[error.code] ?? ['invalid-request', 'The form is not valid.'];
  if (error instanceof mongoose.Error.CastError) return ['invalid-request', 'The request is not valid.'];
  if (error instanceof URIError) return ['invalid-request', 'The address is not valid.'];
  if (isDatabaseAway(error))
    return ['service-unavailable', 'This is not available right now. Please try again.'];
  return httpReasonOf(error) ?? ['unexpected-error', unexpectedText];
}

const oneFile: Reason = ['invalid-request', 'Send one file in the expected field.'];
const multerReasons: Readonly<Record<string, Reason>> = {
  LIMIT_FILE_SIZE: ['too-large', 'The file is too large.'],
  LIMIT_UNEXPECTED_FILE: oneFile,
  LIMIT_FILE_COUNT: oneFile,
};

const networkErrorNames = new Set([
  'MongoNetworkError',
  'MongoNetworkTimeoutError',
  'MongoServerSelectionError',
  'MongooseServerSelectionError',
  'MongoWaitQueueTimeoutError',
  'MongoNotConnectedError',
  'MongoPoolClearedError',
  'MongoPoolClosedError',
  'PoolClearedOnNetworkError',
  'MongoOperationTimeoutError',
  'MongoTopologyClosedError',
]);

/** MaxTimeMSExpired, interruption by a shutdown, and a replica set without a primary. */
const unreachableCodes = new Set([50, 91, 189, 10107, 11600, 11602, 13435, 13436]);

/** True when the database was unreachable or too slow, so that the same call may succeed later. */
export function isDatabaseAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (networkErrorNames.has(error.name) || isBulkWithoutAnswer(error)) return true;
  return 'code' in error && typeof error.code === 'number' && unreachableCodes.has(error.code);
}

/**
 * True when the database or another service does not answer: the cause is outside of this process.
 */
export const isPartAway = (error: unknown): boolean =>
  isDatabaseAway(error) ||
  (error instanceof ProblemError && ['service-unavailable', 'service-timeout'].includes(error.code));

/** A bulk write error wraps a network error; with a server response it has write errors or a code. */
function isBulkWithoutAnswer(error: Error): boolean {
  return (
    error instanceof mongoose.mongo.MongoBulkWriteError &&
    error.code === undefined &&
    [error.writeErrors].flat().length === 0
  );
}

const tooLarge: Reason = ['too-large', 'The request is too large.'];
const badEncoding: Reason = ['unsupported-type', 'This encoding is not supported.'];
const incompleteRequest: Reason = ['invalid-request', 'The request is not complete.'];
/** By error type of body-parser and raw-body. */
const parserReasons: Readonly<Record<string, Reason>> = {
  'entity.parse.failed': ['invalid-json', 'The body is not valid JSON.'],
  'entity.too.large': tooLarge,
  'parameters.too.many': tooLarge,
  'encoding.unsupported': badEncoding,
  'charset.unsupported': badEncoding,
  'request.aborted': incompleteRequest,
  'request.size.invalid': incompleteRequest,
  'entity.verify.failed': incompleteRequest,
  'stream.encoding.set': incompleteRequest,
};

function httpReasonOf(error: unknown): Reason | undefined {
  if (!(error instanceof Error)) return undefined;
  const parserReason = 'type' in error ? parserReasons[String(error.type)] : undefined;
  if (parserReason) return parserReason;
  const status = 'status' in error && typeof error.status === 'number' ? error.status : 0;
  if (status === 413) return tooLarge;
  if (status === 415) return ['unsupported-type', 'This content type is not supported.'];
  return status >= 400 && status < 500 ? ['invalid-request', 'The request is not valid.'] : undefined;
}
