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
 * Files that all instances of a process share. Writes are atomic and objects immutable: an existing name is never
 * overwritten, only deleted.
 */
export interface ObjectStore {
  /**
   * Creates the object unless its name exists; exactly one of several concurrent calls succeeds. Rejects with
   * `storage-full` (507) when there is no room. After any other rejection the object may exist, because the server may
   * have answered too late.
   * @returns true if this call created it
   */
  create(name: string, bytes: Uint8Array): Promise<boolean>;
  /** Undefined when it does not exist; for a range, the part of it that exists. */
  read(name: string, range?: ByteRange): Promise<Buffer | undefined>;
  /** Does nothing when it does not exist. */
  delete(name: string): Promise<void>;
  /** The objects whose names start with `prefix`, sorted by name. */
  list(prefix?: string): Promise<StoredObject[]>;
}

/** No segment begins with a dot, so that no name leads out of the store; stores use such names for unfinished files. */
const objectName = /^[A-Za-z0-9_-][A-Za-z0-9._-]*(?:\/[A-Za-z0-9_-][A-Za-z0-9._-]*)*$/;
/** S3 keys have at most 1024 bytes, including the installation's prefix. */
const maxNameLength = 700;

/** @throws RangeError */
export function assertObjectName(name: string): void {
  if (name.length <= maxNameLength && objectName.test(name)) return;
  throw new RangeError(
    `"${name.slice(0, 100)}" is not the name of an object: parts of letters, digits, "_", "-" and ".", with "/" between them, none of which begins with "."`,
  );
}

/** Also accepts an empty prefix and a trailing slash. @throws RangeError */
export function assertObjectPrefix(prefix: string): void {
  if (prefix !== '') assertObjectName(prefix.replace(/\/$/, ''));
}
