import type { FilePart } from '@kinmel/contracts';
import express from 'express';
import multer from 'multer';
import { ProblemError } from './problem-error.ts';
import type { UploadedFile } from './route.ts';
import type { UploadRoom } from './upload-room.ts';

const jsonLimitBytes = 100 * 1024;
const maxDepth = 12;

const rawLimitBytes = 256 * 1024;

// Encoded bodies are refused, because a few bytes can decode to many megabytes, and no client of the shop sends one.
const parseRaw = express.raw({ inflate: false, limit: rawLimitBytes, type: () => true });
const formLimitBytes = 16 * 1024;
const formLimitFields = 50;
const parseForm = express.urlencoded({
  inflate: false,
  limit: formLimitBytes,
  extended: false,
  parameterLimit: formLimitFields,
  type: () => true,
});
const parseFields = multer({
  limits: {
    fields: formLimitFields,
    parts: formLimitFields,
    fieldSize: formLimitBytes,
    fieldNameSize: 60,
    headerPairs: 20,
    fieldNestingDepth: 0,
    fieldArrayIndexLimit: 0,
  },
}).none();
const parseJson = express.json({ inflate: false, limit: jsonLimitBytes, strict: true, type: () => true });

/** Runs a middleware parser as a promise. */
function run(parser: express.RequestHandler, req: express.Request, res: express.Response): Promise<void> {
  return new Promise((resolve, reject) => {
    // The parser reports its result by `next`; the returned promise is not used.
    void parser(req, res, (error?: unknown) => {
      if (error === undefined || error === null) resolve();
      else
        reject(error instanceof Error ? error : new Error('The body could not be read.', { cause: error }));
    });
  });
}

function mediaTypeOf(req: express.Request): string {
  return (req.headers['content-type'] ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? '';
}

function hasBody(req: express.Request): boolean {
  return req.headers['transfer-encoding'] !== undefined || Number(req.headers['content-length'] ?? 0) > 0;
}

/** The multipart parser ignores encodings. */
function refuseEncoded({ headers }: express.Request): void {
  const encoding = headers['content-encoding'];
  if (!encoding || encoding.toLowerCase() === 'identity') return;
  throw new ProblemError('unsupported-type', 'This encoding is not supported.');
}

/** Limits the stack of the parser and the time of the validator; contracts have at most four levels. */
function isDeeperThan(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  if (levels === 0) return true;
  return Object.values(value).some((part) => isDeeperThan(part, levels - 1));
}

/** JSON of at most 100 kB; a missing body is an empty object, so that the contract reports what is missing. */
export async function readJsonBody(req: express.Request, res: express.Response): Promise<unknown> {
  if (!hasBody(req)) return {};
  if (mediaTypeOf(req) !== 'application/json') {
    throw new ProblemError('unsupported-type', 'Send the body as application/json.');
  }
  await run(parseJson, req, res);
  if (isDeeperThan(req.body, maxDepth))
    throw new ProblemError('invalid-json', 'The body is nested too deeply.');
  return req.body;
}

/** The bytes as sent, at most 256 kB, for verifying a signature. */
export async function readRawBody(req: express.Request, res: express.Response): Promise<Buffer> {
  if (!hasBody(req)) return Buffer.alloc(0);
  await run(parseRaw, req, res);
  return req.body as Buffer;
}

/** A form of at most 16 kB in either encoding, without files; a missing body is an empty object. */
export async function readFormBody(req: express.Request, res: express.Response): Promise<unknown> {
  if (!hasBody(req)) return {};
  const mediaType = mediaTypeOf(req);
  if (mediaType === 'application/x-www-form-urlencoded') await run(parseForm, req, res);
  else if (mediaType === 'multipart/form-data') await readFields(req, res);
  else throw new ProblemError('unsupported-type', 'Send the body as a form.');
  return { ...req.body };
}

/** Multipart fields. The parser limits each field, this function their sum. */
async function readFields(req: express.Request, res: express.Response): Promise<void> {
  refuseEncoded(req);
  const { promise: tooLargeRejection, reject } = Promise.withResolvers<never>();
  let bytes = 0;
  const count = (chunk: Buffer) => {
    bytes += chunk.length;
    if (bytes > formLimitBytes) reject(new ProblemError('too-large', 'The request is too large.'));
  };
  req.on('data', count);
  try {
    await Promise.race([tooLargeRejection, run(parseFields, req, res)]);
  } catch (error) {
    throw fieldsProblem(error);
  } finally {
    req.off('data', count);
  }
}

function fieldsProblem(error: unknown): ProblemError {
  if (error instanceof ProblemError) return error;
  const cause = { cause: error };
  const code = error instanceof multer.MulterError ? error.code : undefined;
  if (code === 'LIMIT_UNEXPECTED_FILE')
    return new ProblemError('invalid-request', 'This form takes no file.', undefined, cause);
  if (code === 'LIMIT_FIELD_COUNT' || code === 'LIMIT_PART_COUNT' || code === 'LIMIT_FIELD_VALUE')
    return new ProblemError('too-large', 'The request is too large.', undefined, cause);
  return new ProblemError('invalid-request', 'The form is not valid.', undefined, cause);
}

/**
 * A multipart body with at most one file, in memory; text fields are returned as the body. Its memory is reserved until
 * the answer is sent. Call it only after authorization.
 */
export async function readFileBody(
  req: express.Request,
  res: express.Response,
  part: FilePart,
  { room, personId }: { readonly room: UploadRoom; readonly personId: string },
): Promise<{ body: unknown; file: UploadedFile | undefined }> {
  if (mediaTypeOf(req) !== 'multipart/form-data') {
    throw new ProblemError('unsupported-type', 'Send the file as multipart/form-data.');
  }
  refuseEncoded(req);
  // Refuses the body unread. The parser's limit covers bodies without a length.
  const announcedBytes =
    req.headers['content-length'] === undefined ? undefined : Number(req.headers['content-length']);
  if ((announcedBytes ?? 0) > part.maxBytes + 64 * 1024) {
    throw new ProblemError('too-large', tooLarge(part));
  }
  res.once('close', room.reserve(part, announcedBytes, personId));
  const upload = multer({
    storage: multer.memoryStorage(),
    limits: {
      fileSize: part.maxBytes,
      files: 1,
      fields: 20,
      fieldSize: 16 * 1024,
      fieldNameSize: 60,
      parts: 21,
      headerPairs: 20,
      fieldNestingDepth: 0,
      fieldArrayIndexLimit: 0,
    },
  }).single(part.field);
  try {
    await run(upload, req, res);
  } catch (error) {
    if (error instanceof multer.MulterError && error.code === 'LIMIT_FILE_SIZE') {
      throw new ProblemError('too-large', tooLarge(part), undefined, { cause: error });
    }
    // The parser reports invalid forms as plain errors.
    throw error instanceof multer.MulterError
      ? error
      : new ProblemError('invalid-request', 'The form is not valid.', undefined, { cause: error });
  }
  if (part.required && req.file === undefined) {
    const message = part.missingText ?? 'No file was sent.';
    throw new ProblemError('invalid-request', message, [{ path: part.field, message }]);
  }
  return {
    body: { ...req.body },
    file: req.file && {
      buffer: req.file.buffer,
      originalName: req.file.originalname,
      bytes: req.file.size,
    },
  };
}

function tooLarge({ tooLargeText, maxBytes }: FilePart): string {
  return tooLargeText ?? `The file is larger than ${Math.round(maxBytes / 1024 / 1024)} MB.`;
}
