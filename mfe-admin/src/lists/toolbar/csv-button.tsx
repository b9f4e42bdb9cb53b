import { Button } from '@kinmel/ui';
import { toast } from '@kinmel/web-kit';
import { saveFile } from '@kinmel/web-kit/forms';
import FileDown from 'lucide-react/icons/file-down';
import { adminApi, type ListRequest } from '../../admin-api.ts';
import { failureText } from '../../failure-text.ts';

interface CsvButtonProps extends ListRequest {
  fileName: string;
  /** CSV columns; all when undefined. */
  columns?: readonly string[];
  label?: string;
}

/** Downloads the filtered list over all pages, with the shown columns. */
export function CsvButton({ address, params, columns, fileName, label = 'CSV' }: CsvButtonProps) {
  const [exportList, { isLoading }] = adminApi.useExportListMutation();
  const download = async () => {
    const { data, error } = await exportList({ address, params: { ...params, columns: columns?.join(',') } });
    if (data !== undefined) saveFile(fileName, data);
    else toast.error(failureText(error, 'The list could not be exported. Please try again.'));
  };
  return (
    <Button look="line" size="medium" busy={isLoading} onClick={() => void download()}>
      <FileDown />
      {label}
    </Button>
  );
}
