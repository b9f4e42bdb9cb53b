import { injectEndpoints } from '@kinmel/web-kit';
import { useState } from 'react';
import * as z from 'zod/mini';
import { valueAnswer } from '../answers.ts';
import { failureText } from '../failure-text.ts';
import { FilePicker } from '../products/image/file-picker.tsx';

const photosApi = injectEndpoints((build) => ({
  uploadPhoto: build.mutation({
    query: ({ path, photo }: { readonly path: string; readonly photo: File }) => {
      const body = new FormData();
      body.append('photo', photo);
      return { url: path, method: 'POST', body };
    },
    responseSchema: valueAnswer(z.object({ photoId: z.string() })),
  }),
}));

interface PhotosOptions {
  label?: string;
  optional?: boolean;
  /** Address of the upload. */
  path: string;
  /** The latest so many are kept. */
  most: number;
  /** "Its customer sees them." */
  seenBy: string;
  capture?: 'environment';
}

/** The photos of a form, which are uploaded as they are chosen, and the field for them. */
export function usePhotos({ label = 'Photos', path, most, seenBy, ...native }: PhotosOptions) {
  const [upload, { isLoading: isUploading }] = photosApi.useUploadPhotoMutation();
  const [photoIds, setPhotoIds] = useState<string[]>([]);
  const [failure, setFailure] = useState<string>();
  const add = async (files: readonly File[]) => {
    setFailure(undefined);
    for (const photo of files) {
      const { data, error } = await upload({ path, photo });
      if (!data) return setFailure(failureText(error, 'The photo could not be uploaded.'));
      setPhotoIds((before) => [...before, data.photoId].slice(-most));
    }
  };
  const hasMany = most > 1;
  const choose = hasMany ? 'Choose photos' : 'Choose a photo';
  const chosen = photoIds.length === 0 ? choose : `${photoIds.length} chosen`;
  return {
    photoIds,
    isUploading,
    field: (
      <FilePicker
        {...native}
        key="photos"
        label={label}
        name="photo"
        accept="image/jpeg,image/png,image/gif"
        multiple={hasMany}
        hint={hasMany ? `At most ${most}, the latest. ${seenBy}` : seenBy}
        error={failure}
        text={isUploading ? 'Uploading...' : chosen}
        disabled={isUploading}
        onChoose={(files) => void add(files)}
      />
    ),
  };
}
