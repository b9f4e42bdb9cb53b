import type { PictureDescription, PictureFile, ProcessedPicture } from './picture-pipeline.ts';

/** Port for picture storage. The default is a folder; object storage can implement the same interface. */
export interface PictureStore {
  /** Stores all files of a picture or none. An existing picture is left unchanged. */
  save(picture: ProcessedPicture): Promise<void>;
  describe(id: string): Promise<PictureDescription | undefined>;
  read(id: string, file: string): Promise<Buffer | undefined>;
}

/** A store whose pictures can start with one file and get the others later. */
export interface GrowingPictureStore extends PictureStore {
  /** Adds files to a picture; its existing files are left unchanged. */
  add(picture: ProcessedPicture): Promise<void>;
  filesOf(id: string): Promise<PictureFile['name'][]>;
  /** The largest WebP of a picture whose other files are still being made. */
  readInstead(id: string, file: string): Promise<Buffer | undefined>;
}
