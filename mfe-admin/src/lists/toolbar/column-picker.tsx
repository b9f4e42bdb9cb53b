import { Checkbox } from '@kinmel/ui';
import SlidersHorizontal from 'lucide-react/icons/sliders-horizontal';
import type { ListColumn } from '../table/list-column.ts';
import { ToolDialog } from './tool-dialog.tsx';

interface ColumnPickerProps<Row> {
  columns: readonly Omit<ListColumn<Row>, 'cell'>[];
  hidden: readonly string[];
  onChange: (hidden: readonly string[]) => void;
}

export function ColumnPicker<Row>({ columns, hidden, onChange }: ColumnPickerProps<Row>) {
  return (
    <ToolDialog Icon={SlidersHorizontal} text="Columns">
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
    </ToolDialog>
  );
}
