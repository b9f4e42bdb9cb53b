/** The first and the last byte, counted from 0, as in HTTP. */
export interface ByteRange {
  readonly first: number;
  readonly last: number;
}

export interface StoredObject {
  readonly name: string;
  readonly bytes: number;
  readonly storedAt: Date;
}

/**
 * Files that all instances of a process share. An object is there whole or not at all and never changes: a name that is
 * taken stays as it is until it is deleted.
 */
export interface ObjectStore {
  /**
   * Of several writers of a name one creates it. Rejects with `storage-full` (507) where there is no room. After any other
   * rejection the object may be there: the server may have answered too late.
   * @returns whether this call did
   */
  create(name: string, bytes: Uint8Array): Promise<boolean>;
  /** Undefined when there is none; of a range, what the object has of it. */
  read(name: string, range?: ByteRange): Promise<Buffer | undefined>;
  /** Does nothing when there is none. */
  delete(name: string): Promise<void>;
  /** The objects whose names begin so, by name. */
  list(prefix?: string): Promise<StoredObject[]>;
}

/** No part begins with a dot, so that no name leads out of the store; stores keep unfinished files under such names. */
const objectName = /^[A-Za-z0-9_-][A-Za-z0-9._-]*(?:\/[A-Za-z0-9_-][A-Za-z0-9._-]*)*$/;
/** S3 allows 1024 bytes, of which the place of an installation takes some. */
const maxNameLength = 700;

/** @throws RangeError */
export function assertObjectName(name: string): void {
  if (name.length <= maxNameLength && objectName.test(name)) return;
  throw new RangeError(
    `"${name.slice(0, 100)}" is not the name of an object: parts of letters, digits, "_", "-" and ".", with "/" between them, none of which begins with "."`,
  );
}

/** Also a part of a name. @throws RangeError */
export function assertObjectPrefix(prefix: string): void {
  if (prefix !== '') assertObjectName(prefix.replace(/\/$/, ''));
}
