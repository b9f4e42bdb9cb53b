import { maxProductPictures } from '@kinmel/contracts/browser';
import { Button, IconButton, PictureTile } from '@kinmel/ui';
import { sourcesOfAddress } from '@kinmel/web-kit';
import { useFilePreview } from '@kinmel/web-kit/forms';
import ArrowLeft from 'lucide-react/icons/arrow-left';
import ArrowRight from 'lucide-react/icons/arrow-right';
import Star from 'lucide-react/icons/star';
import Trash2 from 'lucide-react/icons/trash-2';
import { useEffect, useRef, useState } from 'react';
import { FilePicker } from '../../forms/file-picker.tsx';
import type { ProductEdit } from '../use-product-form.ts';
import {
  addedPictures,
  type FormPicture,
  imageAccept,
  imageHint,
  isStoredHere,
  movedPicture,
  pictureOf,
  pictureOfFile,
} from './form-pictures.rules.ts';
import classes from './pictures.module.css';
import type { UploadProgress, useImageUpload } from './use-image-upload.ts';

interface PicturesProps {
  recordForm: ProductEdit;
  upload: Pick<ReturnType<typeof useImageUpload>, 'progress' | 'cancel'>;
}

interface UploadBarProps {
  label: string;
  progress: UploadProgress | undefined;
  /** The bar is shown while this file is uploading. */
  file: File | undefined;
  onCancel: () => void;
}

function UploadBar({ label, progress, file, onCancel }: UploadBarProps) {
  if (progress === undefined || progress.file !== file) return null;
  return (
    <div className={`row wide above-12 ${classes.progress}`}>
      <progress aria-label={label} max={100} value={Math.round(progress.share * 100)} />
      <Button look="line" size="small" onClick={onCancel}>
        Cancel upload
      </Button>
    </div>
  );
}

export function MainPicture({ recordForm, label, upload }: PicturesProps & { label: string }) {
  const { file } = recordForm.fields;
  return (
    <div>
      <FilePicker
        name="image"
        label={label}
        hint={imageHint}
        error={recordForm.errorOf('image')}
        accept={imageAccept}
        disabled={upload.progress !== undefined}
        text={file?.name}
        onChoose={([chosen]) => {
          recordForm.set({ file: chosen });
          void recordForm.form.trigger('image');
        }}
      />
      <UploadBar label="Image upload" progress={upload.progress} file={file} onCancel={upload.cancel} />
    </div>
  );
}

function Thumbnail({ picture }: { picture: FormPicture }) {
  const preview = useFilePreview(picture.file);
  return <PictureTile sizes="72px" sources={sourcesOfAddress(picture.url ?? preview, '72px')} alt="" />;
}

const steps = [
  ['earlier', (name: string) => `Move ${name} earlier`, ArrowLeft],
  ['later', (name: string) => `Move ${name} later`, ArrowRight],
  ['main', (name: string) => `Make ${name} the main picture`, Star],
  ['remove', (name: string) => `Remove ${name}`, Trash2],
] as const;

type Step = (typeof steps)[number][0];

/** Adds, orders and removes further pictures, and makes one the main picture. */
export function FurtherPictures({ recordForm, upload }: PicturesProps) {
  const { source, image, file, pictures } = recordForm.fields;
  const list = useRef<HTMLUListElement>(null);
  const [refusal, setRefusal] = useState<string>();
  const [announcement, setAnnouncement] = useState('');
  const [focus, setFocus] = useState<{ position: number; step: Step }>();

  // The focus follows a moved picture; after a removal it goes to the next one.
  useEffect(() => {
    if (!focus) return;
    const item = list.current?.children[focus.position];
    const button =
      item?.querySelector<HTMLElement>(`[data-step="${focus.step}"]:enabled`) ??
      item?.querySelector<HTMLElement>('button:enabled');
    button?.focus();
  }, [focus]);

  const setPictures = (next: readonly FormPicture[]) => {
    setRefusal(undefined);
    recordForm.set({ pictures: next });
  };
  const replace = (key: string, replacements: readonly FormPicture[]) =>
    setPictures(pictures.flatMap((picture) => (picture.key === key ? replacements : [picture])));

  /** Swaps the main picture with another one. An external address cannot be a further picture and is dropped. */
  const makeMain = (picture: FormPicture) => {
    const address = image.trim();
    const formerMain =
      source === 'upload' && file ? [pictureOfFile(file)] : isStoredHere(address) ? [pictureOf(address)] : [];
    replace(picture.key, formerMain);
    recordForm.set({
      source: picture.file ? 'upload' : 'url',
      file: picture.file,
      image: picture.url ?? image,
    });
    recordForm.form.clearErrors('image');
  };

  const takeStep = (picture: FormPicture, index: number, step: Step) => {
    // The main picture is number 1.
    const position = index + 2;
    if (step === 'remove') {
      replace(picture.key, []);
      setAnnouncement(`Picture ${position} was removed.`);
      setFocus({ position: Math.min(index, pictures.length - 2), step });
    } else if (step === 'main') {
      makeMain(picture);
      setAnnouncement(`Picture ${position} is the main picture now.`);
      setFocus({ position: index, step });
    } else {
      const by = step === 'earlier' ? -1 : 1;
      setPictures(movedPicture(pictures, picture.key, by));
      setAnnouncement(`Picture ${position} is picture ${position + by} now.`);
      setFocus({ position: index + by, step });
    }
  };

  return (
    <div className="stack gap-12">
      <p className="type-label">
        Further pictures <span className={classes.optional}>(optional)</span>
      </p>
      <ul ref={list} className={`stack gap-8 ${classes.list}`} aria-label="Further pictures">
        {pictures.map((picture, index) => (
          <li key={picture.key} className={classes.item}>
            <Thumbnail picture={picture} />
            <span className="type-label" aria-hidden="true">
              {index + 2}
            </span>
            <div className={classes.steps}>
              {steps.map(([step, labelOf, Icon]) => {
                const label = labelOf(`picture ${index + 2}`);
                const isAtEnd =
                  (step === 'earlier' && index === 0) || (step === 'later' && index === pictures.length - 1);
                return (
                  <IconButton
                    key={step}
                    label={label}
                    title={label}
                    data-step={step}
                    disabled={isAtEnd || upload.progress !== undefined}
                    onClick={() => takeStep(picture, index, step)}
                  >
                    <Icon />
                  </IconButton>
                );
              })}
            </div>
            <UploadBar
              label={`Upload of picture ${index + 2}`}
              progress={upload.progress}
              file={picture.file}
              onCancel={upload.cancel}
            />
          </li>
        ))}
      </ul>
      <output className={`type-hint ${classes.announcement}`}>{announcement}</output>
      <FilePicker
        name="images"
        label="Add pictures"
        multiple
        accept={imageAccept}
        hint={`${imageHint}; ${maxProductPictures} in all`}
        error={refusal ?? recordForm.errorOf('pictures')}
        disabled={upload.progress !== undefined}
        onChoose={(files) => {
          const outcome = addedPictures(pictures, files);
          setPictures(outcome.pictures);
          setRefusal(outcome.error);
          setAnnouncement('');
        }}
      />
    </div>
  );
}
