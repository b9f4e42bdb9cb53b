import type { RequestKind } from '@kinmel/contracts';
import { CsvButton } from '../lists/toolbar/csv-button.tsx';
import { requestCsvColumns, requestsExportAddress } from './requests-api.ts';

interface ExportButtonProps {
  kind: RequestKind;
  status: string;
  search: string;
  /** The columns that the table shows, by their keys. */
  shown: readonly string[];
}

/** Takes a list of requests away as CSV. */
export const ExportButton = ({ kind, status, search, shown }: ExportButtonProps) => (
  <CsvButton
    address={requestsExportAddress}
    params={{ kind, status, search }}
    columns={shown.flatMap((key) => requestCsvColumns[kind][key] ?? [])}
    fileName={`${kind}s.csv`}
  />
);
