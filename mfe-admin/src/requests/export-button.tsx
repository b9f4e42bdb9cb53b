import type { RequestKind } from '@kinmel/contracts';
import { CsvButton } from '../lists/toolbar/csv-button.tsx';
import { requestsExportAddress } from './requests-api.ts';

interface ExportButtonProps {
  kind: RequestKind;
  status: string;
  search: string;
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

/** Takes a list of requests away as CSV. */
export const ExportButton = ({ kind, status, search, shown }: ExportButtonProps) => (
  <CsvButton
    address={requestsExportAddress}
    params={{ kind, status, search }}
    columns={shown.flatMap((key) => csvColumns[kind]?.[key] ?? [])}
    fileName={`${kind}s.csv`}
  />
);
