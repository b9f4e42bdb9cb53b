/** One of several photos of a request. */
export interface RequestPhoto {
  readonly id: string;
  readonly by: 'customer' | 'admin';
}

/** The photo fields of a request. */
export interface WithPhotos {
  readonly photoId: string | null;
  /** The photos of a kind that has several; absent for others. */
  readonly photos?: readonly RequestPhoto[];
}

export const photosOf = ({ photoId, photos = [] }: WithPhotos): string[] =>
  [photoId, ...photos.map(({ id }) => id)].filter((id) => id !== null);

export const withoutPhotos = ({ photos }: WithPhotos): WithPhotos =>
  photos === undefined ? { photoId: null } : { photoId: null, photos: [] };

type PhotoIds = readonly string[];
type Stores = Readonly<Record<string, { photosInUse(photoIds: PhotoIds): Promise<ReadonlySet<string>> }>>;

/** The given photos that a request of any kind uses. */
export async function photosInUse(stores: Stores, photoIds: PhotoIds): Promise<ReadonlySet<string>> {
  const usedByKind = await Promise.all(Object.values(stores).map((store) => store.photosInUse(photoIds)));
  return new Set(usedByKind.flatMap((ids) => [...ids]));
}
