import { Button } from '@kinmel/ui';
import classes from './upload-progress.module.css';

interface UploadProgressProps {
  /** From 0 to 1. */
  share: number;
  onCancel: () => void;
}

/** How much of the photo has left, and the way to end it. */
export function UploadProgress({ share, onCancel }: UploadProgressProps) {
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
