import { randomUUID } from 'node:crypto';
import type { S3ServiceException } from '@aws-sdk/client-s3';
import { ProblemError, partUnavailable } from '../http/problem-error.ts';
import { assertObjectName, assertObjectPrefix, type ObjectStore, type StoredObject } from './object-store.ts';
import type { ObjectsPlace } from './objects-place.ts';

/** Names the shop that owns the objects of a place. */
const ownerObject = 'installation';

/** Amazon answers 409 to concurrent conditional writes of one name. */
const maxConflicts = 10;

/** Time limit of each attempt; the SDK makes up to three. */
const timeouts = {
  connectionTimeout: 3_000,
  requestTimeout: 10_000,
  socketTimeout: 10_000,
  throwOnRequestTimeout: true,
};

const isServiceError = (error: unknown): error is S3ServiceException =>
  error instanceof Error && '$metadata' in error;
const statusOf = (error: unknown) => (isServiceError(error) ? error.$metadata.httpStatusCode : undefined);
const hasName = (error: unknown, ...names: readonly string[]) =>
  error instanceof Error && names.includes(error.name);

/** The objects of a bucket whose names start with a prefix. */
type Bucket = Awaited<ReturnType<typeof openBucket>>;

/** Credentials come from the environment, as in every program with Amazon's SDK. */
async function openBucket({ bucket, endpoint, region }: ObjectsPlace) {
  const sdk = await import('./s3-client.ts');
  const client = new sdk.S3Client({
    region,
    requestHandler: timeouts,
    ...(endpoint === undefined ? {} : { endpoint, forcePathStyle: true }),
    // Servers other than Amazon's may not know the checksums that the SDK adds by default.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  });
  const target = { Bucket: bucket };

  async function creatorOf(Key: string): Promise<string | undefined> {
    try {
      return (await client.send(new sdk.HeadObjectCommand({ ...target, Key }))).Metadata?.['creator'];
    } catch (error) {
      if (statusOf(error) === 404) return undefined;
      throw error;
    }
  }

  return {
    /**
     * Creates an object unless its name exists; resolves with whether this call did. If the answer to an attempt is
     * lost, the next one finds the name taken, by this call or another one. The id of the call, stored with the object,
     * tells which.
     */
    async put(Key: string, Body: Uint8Array): Promise<boolean> {
      const creator = randomUUID();
      const command = new sdk.PutObjectCommand({
        ...target,
        Key,
        Body,
        IfNoneMatch: '*',
        Metadata: { creator },
      });
      for (let conflicts = 0; ; conflicts += 1) {
        try {
          await client.send(command);
          return true;
        } catch (error) {
          if (statusOf(error) === 409 && conflicts < maxConflicts) continue;
          if (statusOf(error) !== 412) throw error;
          return (await creatorOf(Key)) === creator;
        }
      }
    },

    async get(Key: string, Range?: string): Promise<Buffer | undefined> {
      try {
        const { Body } = await client.send(new sdk.GetObjectCommand({ ...target, Key, Range }));
        return Buffer.from((await Body?.transformToByteArray()) ?? []);
      } catch (error) {
        if (hasName(error, 'NoSuchKey')) return undefined;
        if (Range !== undefined && statusOf(error) === 416) return Buffer.alloc(0);
        throw error;
      }
    },

    delete: (Key: string) => client.send(new sdk.DeleteObjectCommand({ ...target, Key })),

    async firstKey(Prefix: string): Promise<string | undefined> {
      const command = new sdk.ListObjectsV2Command({ ...target, Prefix, MaxKeys: 1 });
      return (await client.send(command)).Contents?.[0]?.Key;
    },

    pages: (Prefix: string) => sdk.paginateListObjectsV2({ client }, { ...target, Prefix }),
  };
}

/** Rejects with `storage-full` (507) or `service-unavailable` (503), because the request itself is valid. */
async function rejectAsProblem<Value>(answer: Promise<Value>): Promise<Value> {
  try {
    return await answer;
  } catch (error) {
    if (statusOf(error) !== 507 && !hasName(error, 'QuotaExceeded', 'XMinioStorageFull'))
      throw partUnavailable(error);
    throw new ProblemError('storage-full', undefined, undefined, { cause: error });
  }
}

function objectsIn(bucket: Bucket, prefix: string): ObjectStore {
  const keyOf = (name: string) => {
    assertObjectName(name);
    return prefix + name;
  };
  return {
    create: async (name, bytes) => rejectAsProblem(bucket.put(keyOf(name), bytes)),

    read: async (name, range) =>
      rejectAsProblem(bucket.get(keyOf(name), range && `bytes=${range.first}-${range.last}`)),

    async delete(name) {
      await rejectAsProblem(bucket.delete(keyOf(name)));
    },

    async list(beginning = '') {
      assertObjectPrefix(beginning);
      const pages = await rejectAsProblem(Array.fromAsync(bucket.pages(prefix + beginning)));
      const objects = pages.flatMap(({ Contents = [] }) =>
        Contents.map(
          ({ Key = '', Size = 0, LastModified = new Date() }): StoredObject => ({
            name: Key.slice(prefix.length),
            bytes: Size,
            storedAt: LastModified,
          }),
        ),
      );
      // Most servers sort the names already, but not all.
      return objects.toSorted((one, other) => (one.name < other.name ? -1 : 1));
    },
  };
}

/** Leaves out the request, which contains credentials. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { name, message } = error;
  if (name === 'NoSuchBucket') return 'there is no such bucket';
  if (name === 'CredentialsProviderError')
    return 'the environment has no credentials, such as AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY';
  const status = statusOf(error);
  if (status === undefined) return `its server does not answer (${message})`;
  return [301, 400, 401, 403].includes(status)
    ? `the bucket or the credentials belong to somebody else (${name})`
    : `its server answers ${status} (${name})`;
}

/** Why this installation cannot use a place; undefined when it can. An empty place is claimed. */
async function faultOf({ prefix, installation }: ObjectsPlace, bucket: Bucket): Promise<string | undefined> {
  const key = prefix + ownerObject;
  const ownName = Buffer.from(installation);
  if (!(await bucket.get(key))) {
    const foreignKey = await bucket.firstKey(prefix);
    // Another process of this installation may have claimed the place meanwhile.
    if (foreignKey !== undefined && !(await bucket.get(key)))
      return `has objects of somebody else, such as "${foreignKey}": name an empty prefix`;
    await bucket.put(key, ownName);
  }
  const owner = await bucket.get(key);
  if (!owner?.equals(ownName))
    return `belongs to the installation "${String(owner).slice(0, 100)}", not to "${installation}"`;
  // Writes the same bytes, so that a server that ignores the condition changes nothing.
  if (await bucket.put(key, ownName))
    return 'does not honour If-None-Match: a writer would replace what another has stored';
  return undefined;
}

/**
 * Opens the objects in S3, or in a server with its protocol. Rejects with a clear message when the place cannot be
 * used, belongs to another installation, or its server ignores conditional writes.
 * @param area prefix of one kind of object
 * @param variable that has the place, for messages
 */
export async function openS3Objects(
  place: ObjectsPlace,
  area: string,
  variable = 'OBJECTS_URL',
): Promise<ObjectStore> {
  const name = `${variable}: s3://${place.bucket}/${place.prefix}`;
  const bucket = await openBucket(place);
  let fault: string | undefined;
  try {
    fault = await faultOf(place, bucket);
  } catch (error) {
    throw new Error(`${name} cannot be used: ${reasonOf(error)}`, { cause: error });
  }
  if (fault !== undefined) throw new Error(`${name} ${fault}`);
  return objectsIn(bucket, `${place.prefix}${area}/`);
}
