import { Button } from '@kinmel/ui';
import classes from './upload-progress.module.css';

/** `share` is the uploaded part, from 0 to 1. */
export function UploadProgress({ share, onCancel }: { share: number; onCancel: () => void }) {
  const percent = Math.round(share * 100);
  return (
    <div className={classes.upload}>
      <label className={classes.label}>
        <span>Uploading your photo: {percent} %</span>
        <progress className={classes.bar} max={100} value={percent} />
      </label>
      <Button look="line" size="medium" onClick={onCancel}>
        Cancel upload
      </Button>
    </div>
  );
}
