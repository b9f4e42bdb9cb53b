import { Button } from '@kinmel/ui';
import { toast } from '@kinmel/web-kit';
import FileDown from 'lucide-react/icons/file-down';
import { failureText } from './failure-text.ts';
import { type RequestsExport, requestsApi } from './requests-api.ts';

interface ExportButtonProps extends Omit<RequestsExport, 'columns'> {
  /** The columns that the table shows, by their keys. */
  shown: readonly string[];
}

/** The columns of the CSV that stand for a column of a table; one of pictures or of actions has none. */
const csvColumns: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = {
  'sell-request': {
    id: ['id'],
    customer: ['customer'],
    contact: ['email', 'phone'],
    phone: ['brand', 'model', 'storage', 'condition'],
    color: ['color'],
    price: ['expectedPrice', 'estimatedPrice'],
    status: ['status'],
    submitted: ['submitted'],
  },
  'phone-order': {
    id: ['id'],
    customer: ['customer', 'email', 'phone'],
    model: ['model', 'color', 'storage'],
    quantity: ['quantity'],
    total: ['totalPrice'],
    status: ['status'],
    priority: ['priority'],
    date: ['submitted'],
  },
  'repair-booking': {
    id: ['id'],
    customer: ['customer', 'email', 'phone'],
    model: ['model'],
    time: ['date', 'time'],
    urgency: ['urgency'],
    status: ['status'],
  },
};

/** Takes the list away as CSV: the rows of its filter over all pages, the columns that are shown. */
export function ExportButton({ kind, status, search, shown }: ExportButtonProps) {
  const [exportList, { isLoading }] = requestsApi.useExportRequestsMutation();
  const takeAway = async () => {
    const columns = shown.flatMap((key) => csvColumns[kind]?.[key] ?? []);
    const { data, error } = await exportList({ kind, status, search, columns });
    if (data === undefined) {
      toast.error(failureText(error, 'The list could not be exported. Please try again.'));
      return;
    }
    const link = Object.assign(document.createElement('a'), { href: data, download: `${kind}s.csv` });
    link.click();
    URL.revokeObjectURL(data);
  };
  return (
    <Button look="line" size="medium" busy={isLoading} onClick={() => void takeAway()}>
      <FileDown aria-hidden="true" />
      CSV
    </Button>
  );
}

/** The keys of the columns that a table shows. */
export const shownKeys = (
  columns: readonly { readonly key: string }[],
  hidden: readonly string[],
): readonly string[] => columns.map(({ key }) => key).filter((key) => !hidden.includes(key));
