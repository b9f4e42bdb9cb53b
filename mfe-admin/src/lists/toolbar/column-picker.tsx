import { Button, Checkbox, Dialog } from '@kinmel/ui';
import SlidersHorizontal from 'lucide-react/icons/sliders-horizontal';
import { useState } from 'react';
import type { ListColumn } from '../table/list-column.ts';

interface ColumnPickerProps<Row> {
  columns: readonly Omit<ListColumn<Row>, 'cell'>[];
  hidden: readonly string[];
  onChange: (hidden: readonly string[]) => void;
}

export function ColumnPicker<Row>({ columns, hidden, onChange }: ColumnPickerProps<Row>) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button look="line" size="medium" onClick={() => setOpen(true)}>
        <SlidersHorizontal aria-hidden="true" />
        Columns
      </Button>
      <Dialog
        open={isOpen}
        onClose={() => setOpen(false)}
        title="Columns"
        actions={<Button onClick={() => setOpen(false)}>Done</Button>}
      >
        {columns
          .filter(({ isHideable }) => isHideable)
          .map(({ key, header }) => (
            <Checkbox
              key={key}
              label={header}
              checked={!hidden.includes(key)}
              onChange={({ target }) =>
                onChange(target.checked ? hidden.filter((other) => other !== key) : [...hidden, key])
              }
            />
          ))}
      </Dialog>
    </>
  );
}
