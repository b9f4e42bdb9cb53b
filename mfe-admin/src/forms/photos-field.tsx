import { Button } from '@kinmel/ui';
import { apiProblem, injectEndpoints } from '@kinmel/web-kit';
import { useEffect, useRef, useState } from 'react';
import * as z from 'zod/mini';
import { valueAnswer } from '../answers.ts';
import { failureText } from '../failure-text.ts';
import { FilePicker } from './file-picker.tsx';

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

/** A chosen photo; it has an id once it is uploaded. */
interface ChosenPhoto {
  readonly name: string;
  readonly key: number;
  readonly id?: string;
}

/** The photos are one field, as JSON, so that they are part of the draft when the session ends. */
const readPhotos = (field: string): readonly ChosenPhoto[] => (field === '' ? [] : JSON.parse(field));

export const photoIdsOf = (field: string): string[] => readPhotos(field).flatMap(({ id }) => id ?? []);

export interface PhotosOptions {
  /** Address of the upload. */
  readonly path: string;
  readonly maxPhotos: number;
  readonly optional?: boolean;
  /** For example "Its customer sees them." */
  readonly seenBy: string;
}

/** The field `photos` of a dialog for a step. */
export const photosInput = (photos: PhotosOptions, label = 'Photos') =>
  ({
    name: 'photos',
    label,
    photos,
    must: [
      (field: string) => readPhotos(field).every(({ id }) => id !== undefined),
      'Please wait until the photos are uploaded.',
    ],
  }) as const;

interface PhotosFieldProps extends PhotosOptions {
  label: string;
  error: string | undefined;
  /** The current value of the field, even while photos are being uploaded. */
  value: () => string;
  onChange: (field: string) => void;
}

/** Uploads photos from camera or gallery as they are chosen, and lists each with a button that removes it. */
export function PhotosField(props: PhotosFieldProps) {
  const { label, optional, path, maxPhotos, seenBy, error, value, onChange } = props;
  const [upload] = photosApi.useUploadPhotoMutation();
  const [problems, setProblems] = useState<readonly string[]>([]);
  const [isUploading, setUploading] = useState(false);
  const writePhotos = (photos: readonly ChosenPhoto[]) =>
    onChange(photos.length === 0 ? '' : JSON.stringify(photos));
  const photos = readPhotos(value());

  // Drops photos of a draft whose upload was interrupted by the end of the session.
  const dropInterrupted = useRef(() => {
    const chosenPhotos = readPhotos(value());
    const interrupted = chosenPhotos.filter(({ id }) => id === undefined);
    if (interrupted.length === 0) return;
    writePhotos(chosenPhotos.filter(({ id }) => id !== undefined));
    setProblems(interrupted.map(({ name }) => `${name} was not kept. Please choose it again.`));
  });
  useEffect(() => dropInterrupted.current(), []);

  const add = async (files: readonly File[]) => {
    const room = Math.max(0, maxPhotos - readPhotos(value()).length);
    setProblems(files.length > room ? [`At most ${maxPhotos}: remove one before you add another.`] : []);
    setUploading(true);
    const newPhotos = files.slice(0, room).map((photo, index) => ({ photo, key: Date.now() + index }));
    writePhotos([...readPhotos(value()), ...newPhotos.map(({ photo: { name }, key }) => ({ name, key }))]);
    for (const { photo, key } of newPhotos) {
      const { data, error: failure } = await upload({ path, photo });
      const current = readPhotos(value());
      if (data)
        writePhotos(current.map((chosen) => (chosen.key === key ? { ...chosen, id: data.photoId } : chosen)));
      // After a 401 the session has ended: the name stays in the draft, so that the form can say that the photo is missing.
      else if (apiProblem(failure).status !== 401)
        writePhotos(current.filter((chosen) => chosen.key !== key));
      if (!data)
        setProblems((previous) => [
          ...previous,
          `${photo.name}: ${failureText(failure, 'The photo could not be uploaded.')}`,
        ]);
    }
    setUploading(false);
  };
  return (
    <div className="stack gap-12">
      <FilePicker
        label={label}
        optional={optional}
        name="photo"
        accept="image/jpeg,image/png,image/gif"
        multiple={maxPhotos > 1}
        hint={maxPhotos > 1 ? `At most ${maxPhotos}, from camera or gallery. ${seenBy}` : seenBy}
        error={problems.length > 0 ? problems.join(' ') : error}
        text={isUploading ? 'Uploading...' : maxPhotos > 1 ? 'Choose photos' : 'Choose a photo'}
        disabled={isUploading}
        onChoose={(files) => void add(files)}
      />
      {photos.map(({ name, key, id }) => (
        <p key={key} className="ends">
          <span>{id === undefined ? `${name}: uploading...` : name}</span>
          <Button
            look="ghost"
            size="small"
            aria-label={`Remove ${name}`}
            onClick={() => writePhotos(readPhotos(value()).filter((one) => one.key !== key))}
          >
            Remove
          </Button>
        </p>
      ))}
    </div>
  );
}
