import { useState } from 'react';
import { addedPictures, type FormPicture, movedPicture, pictureOf } from './form-pictures.rules.ts';

/** The pictures of a form beside the main one; not changed here they are those that the shop has. */
export function useFurtherPictures(stored: readonly string[]) {
  const [changed, setChanged] = useState<readonly FormPicture[]>();
  const [error, setError] = useState<string>();
  const pictures = changed ?? stored.map(pictureOf);
  const set = (next: readonly FormPicture[] | undefined) => {
    setError(undefined);
    setChanged(next);
  };
  return {
    pictures,
    isChanged: pictures.length !== stored.length || pictures.some(({ url }, index) => url !== stored[index]),
    /** What was wrong with the files that were chosen last. */
    error,
    add: (files: readonly File[]) => {
      const added = addedPictures(pictures, files);
      setChanged(added.pictures);
      setError(added.error);
    },
    move: (key: string, by: number) => set(movedPicture(pictures, key, by)),
    /** Puts other pictures, or none, in the place of one. */
    replace: (key: string, ...others: readonly FormPicture[]) =>
      set(pictures.flatMap((picture) => (picture.key === key ? others : [picture]))),
    reset: () => set(undefined),
  };
}

export type FurtherPicturesState = ReturnType<typeof useFurtherPictures>;
