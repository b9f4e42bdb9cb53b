import { Button, type ButtonLook, IconButton } from '@kinmel/ui';
import Trash2 from 'lucide-react/icons/trash-2';
import cells from './cells.module.css';

interface RowButtonProps {
  text: string;
  /** The row, after the text in the accessible name. */
  name: string;
  look?: ButtonLook;
  onClick: () => void;
}

/** A button for a step of a row. */
export const RowButton = ({ text, name, look = 'ghost', onClick }: RowButtonProps) => (
  <Button look={look} size="small" aria-label={`${text} ${name}`} onClick={onClick}>
    {text}
  </Button>
);

export const DeleteButton = ({ name, onClick }: Pick<RowButtonProps, 'name' | 'onClick'>) => (
  <IconButton label={`Delete ${name}`} className={cells.delete} onClick={onClick}>
    <Trash2 />
  </IconButton>
);
