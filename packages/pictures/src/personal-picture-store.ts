import type { ObjectStore } from '@kinmel/service-kit';

export interface PersonalPictureFile {
  readonly name: string;
  readonly bytes: Buffer;
}

/**
 * Stores pictures that belong to one person each. Ids are random, not content hashes, so that removing a picture never
 * removes another person's copy.
 */
export type PersonalPictureStore = ReturnType<typeof createPersonalPictures>;

const pictureId = /^[0-9a-f]{32}$/;

/**
 * Stores pictures as objects, `<picture id>/<file>`. A picture never changes; a new one gets a new id of 32 hexadecimal
 * digits.
 * @param fileNames in the order of storing: a picture exists when its last file does
 */
export function createPersonalPictures(objects: ObjectStore, fileNames: readonly string[]) {
  /** Does nothing when the picture does not exist. */
  async function remove(id: string): Promise<void> {
    if (!pictureId.test(id)) return;
    for (const name of fileNames.toReversed()) await objects.delete(`${id}/${name}`);
  }

  return {
    /** Stores all files of a picture or none. Rejects with `storage-full` when there is no room. */
    async save(id: string, files: readonly PersonalPictureFile[]): Promise<void> {
      if (!pictureId.test(id)) throw new RangeError('This is not the id of a picture.');
      try {
        for (const { name, bytes } of files) await objects.create(`${id}/${name}`, bytes);
      } catch (error) {
        await remove(id);
        throw error;
      }
    },

    async read(id: string, file: string): Promise<Buffer | undefined> {
      if (!pictureId.test(id) || !fileNames.includes(file)) return undefined;
      return objects.read(`${id}/${file}`);
    },

    remove,

    /** Ids of pictures, and of the remains of interrupted saves, stored before `moment`. */
    async storedBefore(moment: Date): Promise<string[]> {
      const storedAt = new Map<string, Date>();
      for (const object of await objects.list()) {
        const [id = ''] = object.name.split('/');
        const latest = storedAt.get(id);
        if (pictureId.test(id) && (!latest || object.storedAt > latest)) storedAt.set(id, object.storedAt);
      }
      return [...storedAt].flatMap(([id, at]) => (at < moment ? [id] : []));
    },
  };
}
