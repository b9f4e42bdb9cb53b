import type { DocumentKind, Order } from '@kinmel/contracts';
import { Button, Field, Select } from '@kinmel/ui';
import { apiProblem, serverNow, shopDayOf, toast } from '@kinmel/web-kit';
import { saveFile } from '@kinmel/web-kit/forms';
import FileText from 'lucide-react/icons/file-text';
import { useState } from 'react';
import { CsvButton } from '../../lists/toolbar/csv-button.tsx';
import { ToolDialog } from '../../lists/toolbar/tool-dialog.tsx';
import { recentMonths } from './checkout-orders.rules.ts';
import { checkoutOrdersApi, taxDocumentsAddress } from './checkout-orders-api.ts';

/** Downloads the invoices and credit notes of a month for the accountant. */
export function TaxDocuments() {
  const [months] = useState(() => recentMonths(shopDayOf(serverNow())));
  const [month, setMonth] = useState(months[0]?.[0] ?? '');
  return (
    <ToolDialog
      Icon={FileText}
      text="Tax documents"
      title="Tax documents of a month"
      actions={
        <CsvButton
          address={taxDocumentsAddress}
          params={{ month }}
          fileName={`tax-documents-${month}.csv`}
          label="Download CSV"
        />
      }
    >
      <Field label="Month" hint="All invoices and credit notes, with their sums by tax.">
        <Select value={month} onChange={({ target }) => setMonth(target.value)} options={months} />
      </Field>
    </ToolDialog>
  );
}

interface DocumentButtonProps {
  order: Order;
  kind: DocumentKind;
  /** Asks for the credit note of this return. */
  returnId?: string;
  label: string;
}

/** Downloads an invoice or a credit note of an order. */
export function DocumentButton({ order, kind, returnId, label }: DocumentButtonProps) {
  const [fetchDocument, { isLoading }] = checkoutOrdersApi.useFetchTaxDocumentMutation();
  const download = async () => {
    const { data, error } = await fetchDocument({ id: order._id, kind, returnId });
    if (data) saveFile(`${label.toLowerCase().replaceAll(' ', '-')}-${order.orderNumber}.pdf`, data);
    else toast.error(apiProblem(error).message ?? `The ${kind} could not be loaded. Please try again.`);
  };
  return (
    <Button look="line" busy={isLoading} onClick={() => void download()}>
      {label}
    </Button>
  );
}
