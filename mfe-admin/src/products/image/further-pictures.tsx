import { maxProductPictures } from '@kinmel/contracts/browser';
import { Button, IconButton, PictureTile } from '@kinmel/ui';
import { storedPictureSources } from '@kinmel/web-kit';
import { useFilePreview } from '@kinmel/web-kit/forms';
import ArrowLeft from 'lucide-react/icons/arrow-left';
import ArrowRight from 'lucide-react/icons/arrow-right';
import CircleAlert from 'lucide-react/icons/circle-alert';
import ImagePlus from 'lucide-react/icons/image-plus';
import Star from 'lucide-react/icons/star';
import Trash2 from 'lucide-react/icons/trash-2';
import { useEffect, useId, useRef, useState } from 'react';
import { imageAccept, imageHint } from '../product-form.rules.ts';
import type { FormPicture } from './form-pictures.rules.ts';
import classes from './further-pictures.module.css';
import type { FurtherPicturesState } from './use-further-pictures.ts';
import type { UploadProgress } from './use-image-upload.ts';

interface FurtherPicturesProps {
  further: FurtherPicturesState;
  /** What a save found wrong with them. */
  error: string | undefined;
  progress: UploadProgress | undefined;
  onCancel: () => void;
  onMakeMain: (picture: FormPicture) => void;
}

type Step = 'earlier' | 'later' | 'main' | 'remove';

const pathOf = (address: string) => address.replace(/^https?:\/\/[^/]+(?=\/uploads\/)/, '');

function Thumbnail({ picture }: { picture: FormPicture }) {
  const preview = useFilePreview(picture.file);
  const src = picture.url ?? preview;
  return (
    <PictureTile
      className={classes.tile}
      sizes="72px"
      sources={
        src === undefined
          ? undefined
          : (storedPictureSources(pathOf(src), '72px') ?? { src, width: 640, height: 640 })
      }
      alt=""
    />
  );
}

/** The pictures of a product beside its main one: added, put in order, made the main one and taken away, each also by keyboard. */
export function FurtherPictures(props: FurtherPicturesProps) {
  const { further, progress, onCancel, onMakeMain } = props;
  const { pictures } = further;
  const error = further.error ?? props.error;
  const id = useId();
  const list = useRef<HTMLUListElement>(null);
  const input = useRef<HTMLInputElement>(null);
  const [said, setSaid] = useState('');
  const [focus, setFocus] = useState<{ position: number; step: Step }>();
  const isBusy = progress !== undefined;

  // A moved picture takes the focus along; beside a removed one the next keeps it.
  useEffect(() => {
    if (!focus) return;
    const item = list.current?.children[focus.position];
    const button =
      item?.querySelector<HTMLButtonElement>(`[data-step="${focus.step}"]:enabled`) ??
      item?.querySelector<HTMLButtonElement>('button:enabled');
    (button ?? input.current)?.focus();
  }, [focus]);

  const act = (picture: FormPicture, position: number, step: Step) => {
    if (step === 'remove') {
      further.replace(picture.key);
      setSaid(`Picture ${position} was removed.`);
      setFocus({ position: Math.min(position - 2, pictures.length - 2), step });
    } else if (step === 'main') {
      onMakeMain(picture);
      setSaid(`Picture ${position} is the main picture now.`);
      setFocus({ position: position - 2, step });
    } else {
      const by = step === 'earlier' ? -1 : 1;
      further.move(picture.key, by);
      setSaid(`Picture ${position} is picture ${position + by} now.`);
      setFocus({ position: position - 2 + by, step });
    }
  };

  return (
    <div className={classes.field} data-field="images">
      <p className={classes.label} id={`${id}-label`}>
        Further pictures <span className={classes.optional}>(optional)</span>
      </p>
      {pictures.length > 0 ? (
        <ul ref={list} className={classes.list} aria-labelledby={`${id}-label`}>
          {pictures.map((picture, index) => {
            // The main picture is the first.
            const position = index + 2;
            const name = `picture ${position}`;
            const share = progress && progress.file === picture.file ? progress.share : undefined;
            const button = (step: Step, label: string, icon: React.ReactNode, disabled = false) => (
              <IconButton
                label={label}
                title={label}
                data-step={step}
                disabled={disabled || isBusy}
                onClick={() => act(picture, position, step)}
              >
                {icon}
              </IconButton>
            );
            return (
              <li key={picture.key} className={classes.item}>
                <Thumbnail picture={picture} />
                <span className={classes.position} aria-hidden="true">
                  {position}
                </span>
                <div className={classes.steps}>
                  {button('earlier', `Move ${name} earlier`, <ArrowLeft aria-hidden="true" />, index === 0)}
                  {button(
                    'later',
                    `Move ${name} later`,
                    <ArrowRight aria-hidden="true" />,
                    index === pictures.length - 1,
                  )}
                  {button('main', `Make ${name} the main picture`, <Star aria-hidden="true" />)}
                  {button('remove', `Remove ${name}`, <Trash2 aria-hidden="true" />)}
                </div>
                {share === undefined ? null : (
                  <div className={classes.progress}>
                    <progress aria-label={`Upload of ${name}`} max={100} value={Math.round(share * 100)} />
                    <Button look="line" size="small" onClick={onCancel}>
                      Cancel upload
                    </Button>
                  </div>
                )}
              </li>
            );
          })}
        </ul>
      ) : null}
      <output className={classes.said}>{said}</output>
      <div className={classes.add}>
        <ImagePlus aria-hidden="true" />
        <label htmlFor={id}>Add pictures</label>
        <input
          ref={input}
          id={id}
          name="images"
          type="file"
          multiple
          accept={imageAccept}
          className={classes.input}
          disabled={isBusy}
          aria-describedby={error ? `${id}-error ${id}-hint` : `${id}-hint`}
          aria-invalid={error ? true : undefined}
          onChange={({ currentTarget }) => {
            further.add([...(currentTarget.files ?? [])]);
            setSaid('');
            // Only an emptied field says when the same file is chosen again.
            currentTarget.value = '';
          }}
        />
      </div>
      <p className={classes.hint} id={`${id}-hint`}>
        {imageHint}; {maxProductPictures} in all
      </p>
      {error ? (
        <p className={classes.error} id={`${id}-error`}>
          <CircleAlert aria-hidden="true" />
          {error}
        </p>
      ) : null}
    </div>
  );
}
