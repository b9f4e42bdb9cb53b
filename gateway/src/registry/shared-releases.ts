/** Versions and revisions that several machines share, and their copies in the folders of this one. */
export interface SharedReleases {
  /** Copies a published version that is not in its folder. */
  fetchVersion(part: string, version: string): Promise<void>;
  /** Copies all published versions, for lists of them. */
  fetchVersions(): Promise<void>;
  /** Stores the files of a version, its description last. Does nothing when it is published. */
  publishVersion(part: string, version: string): Promise<void>;
  /** Deletes a version from the stores, its description first. Copies of other machines stay. */
  deleteVersion(part: string, version: string): Promise<void>;
  /** Copies the revisions, and the records of deploy commands, that are not in the folder. */
  fetchRegistry(): Promise<void>;
  /** Claims the number of a revision, by the name of its folder; resolves with whether this call did. */
  createRevision(folder: string, bytes: Buffer, signature: string): Promise<boolean>;
  /** Stores what deploy commands have recorded in the folder: verified contracts, started pairs, built sources. */
  publishRecords(): Promise<void>;
}
