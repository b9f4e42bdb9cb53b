import { Button, Dialog, IconButton } from '@kinmel/ui';
import { type SessionUser, useAppDispatch } from '@kinmel/web-kit';
import { readPhoto } from '@kinmel/web-kit/forms';
import Camera from 'lucide-react/icons/camera';
import { type ChangeEvent, useEffect, useRef, useState } from 'react';
import { Avatar } from '../../../avatar/avatar.tsx';
import { failureText } from '../../../forms/failure-text.ts';
import { pictureError, pictureTypes, pictureTypeText } from '../profile.rules.ts';
import { profileApi } from '../profile-api.ts';
import { TimedMessage, useTimedMessage } from '../timed-message.tsx';
import classes from './avatar-picker.module.css';
import { firstCrop, squareOf } from './crop.rules.ts';
import { CropArea } from './crop-area.tsx';
import { cutSquare, openPicture } from './picture-pixels.ts';

const failure = 'Error uploading image. Please try again.';

interface ChosenPicture {
  readonly picture: ImageBitmap;
  readonly type: string;
}

/** The user's picture with a camera button for a new one: choose, crop, upload. */
export function AvatarPicker({ user }: { user: SessionUser }) {
  const dispatch = useAppDispatch();
  const input = useRef<HTMLInputElement>(null);
  const [chosenPicture, setChosenPicture] = useState<ChosenPicture>();
  const [crop, setCrop] = useState(firstCrop);
  const [isOpen, setOpen] = useState(false);
  const [isUploading, setUploading] = useState(false);
  const { message, setMessage } = useTimedMessage();

  // Frees the pixels, which are not garbage collected.
  useEffect(() => () => chosenPicture?.picture.close(), [chosenPicture]);

  const choose = async ({ currentTarget }: ChangeEvent<HTMLInputElement>) => {
    const [chosenFile] = currentTarget.files ?? [];
    if (!chosenFile) return;
    const { file, problem } = await readPhoto(chosenFile);
    const error = problem ?? pictureError(file);
    const picture = error ? undefined : await openPicture(file);
    // Otherwise choosing the same file again would fire no change event.
    currentTarget.value = '';
    if (!picture) return setMessage({ tone: 'bad', text: error ?? pictureTypeText });
    setMessage(undefined);
    setChosenPicture({ picture, type: file.type });
    setCrop(firstCrop);
    setOpen(true);
  };

  const upload = async () => {
    if (!chosenPicture || isUploading) return;
    setUploading(true);
    setMessage(undefined);
    const picture = await cutSquare(
      chosenPicture.picture,
      squareOf(chosenPicture.picture, crop),
      chosenPicture.type,
    );
    const answer = picture
      ? await dispatch(profileApi.endpoints.uploadAvatar.initiate({ id: user.id, picture }, { track: false }))
      : { error: undefined };
    setUploading(false);
    if ('data' in answer && answer.data) {
      setOpen(false);
      setMessage({ tone: 'ok', text: 'Profile image updated successfully!' });
      return;
    }
    setMessage({ tone: 'bad', text: failureText(answer.error, failure) });
  };

  return (
    <>
      <div className={classes.place}>
        <Avatar user={user} size="large" />
        <IconButton
          look="round"
          label="Change picture"
          className={classes.camera}
          onClick={() => input.current?.click()}
        >
          <Camera />
        </IconButton>
        <input
          ref={input}
          type="file"
          accept={pictureTypes.join()}
          hidden
          onChange={(event) => void choose(event)}
        />
      </div>
      <TimedMessage message={isOpen ? undefined : message} position="over" />
      <Dialog
        open={isOpen}
        onClose={() => setOpen(false)}
        title="Your picture"
        canDismiss={!isUploading}
        actions={
          <>
            <Button look="line" onClick={() => setOpen(false)} disabled={isUploading}>
              Cancel
            </Button>
            <Button onClick={() => void upload()} busy={isUploading} busyText="Uploading...">
              Save picture
            </Button>
          </>
        }
      >
        <p>Drag the picture into the circle, or use the sliders.</p>
        {chosenPicture ? <CropArea picture={chosenPicture.picture} crop={crop} onChange={setCrop} /> : null}
        {isUploading ? <progress className={classes.progress} aria-label="Uploading your picture" /> : null}
        <TimedMessage message={isOpen ? message : undefined} position="inside" />
      </Dialog>
    </>
  );
}
