import { type RefObject, useEffect, useRef, useState } from 'react';
import { type ReadPhoto, readPhoto } from './read-photo.ts';

/**
 * Reads the photos chosen in a field, which takes seconds for large ones. Until then the form cannot be submitted,
 * because the photos would be missing.
 */
export function usePhotoReader(input: RefObject<HTMLInputElement | null>) {
  const [isReading, setReading] = useState(false);
  const latestFiles = useRef<readonly File[]>(undefined);

  useEffect(() => {
    const form = input.current?.form;
    if (!isReading || !form) return;
    const refuse = (event: Event) => {
      event.preventDefault();
      event.stopPropagation();
    };
    form.addEventListener('submit', refuse, true);
    return () => form.removeEventListener('submit', refuse, true);
  }, [isReading, input]);

  return {
    isReading,
    /** Undefined when other photos were chosen in the meantime, or `stop` was called. */
    read: async (files: readonly File[]): Promise<readonly ReadPhoto[] | undefined> => {
      latestFiles.current = files;
      setReading(true);
      const photos: ReadPhoto[] = [];
      // Sequential, because a decoded photo takes much memory.
      for (const file of files) photos.push(await readPhoto(file));
      if (latestFiles.current !== files) return undefined;
      setReading(false);
      return photos;
    },
    stop: () => {
      latestFiles.current = undefined;
      setReading(false);
    },
  };
}
