import { Button } from '@kinmel/ui';
import classes from './new-records.module.css';

interface NewRecordsProps {
  count: number;
  /** Refreshes the list. Until then no row moves. */
  onShow: () => void;
}

/** "3 new" above a list. The line keeps its height, so that rows do not move. */
export function NewRecords({ count, onShow }: NewRecordsProps) {
  return (
    <div className={classes.line}>
      <output className={classes.words}>{count > 0 ? `${count} new` : null}</output>
      {count > 0 ? (
        <Button look="ghost" size="small" onClick={onShow}>
          Show
        </Button>
      ) : null}
    </div>
  );
}
