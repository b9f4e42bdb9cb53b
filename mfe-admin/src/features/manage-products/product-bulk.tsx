import type { BulkProductChange } from '@kinmel/contracts';
import { Alert, Button, ConfirmDialog } from '@kinmel/ui';
import { useState } from 'react';
import { reasonOf } from '../../failure-text.ts';
import bulkClasses from '../../lists/bulk/bulk.module.css';
import { countOf, useBulk } from '../../lists/bulk/use-bulk.tsx';
import type { ShownList } from '../../lists/list-declaration.ts';
import type { ListedProduct } from '../../products/product-answers.rules.ts';
import { productsApi, useReadProducts } from '../../products/products-api.ts';

const changes = {
  'switch-on': { label: 'Switch on', done: 'switched on', question: 'Switch on the selected products?' },
  'switch-off': { label: 'Switch off', done: 'switched off', question: 'Switch off the selected products?' },
  delete: {
    label: 'Delete',
    done: 'deleted',
    question:
      'Are you sure you want to permanently delete the selected products? This action cannot be undone.',
  },
} as const satisfies Record<BulkProductChange, { label: string; done: string; question: string }>;

const lookOf = (change: BulkProductChange | undefined) => (change === 'delete' ? 'danger' : undefined);

/** Switches or deletes the selected products after a confirmation. */
export function ProductBulk({ list }: { list: ShownList<ListedProduct> }) {
  const readRows = useReadProducts();
  const [update, { isLoading }] = productsApi.useBulkUpdateProductsMutation();
  const [changeToConfirm, setChangeToConfirm] = useState<BulkProductChange>();
  const [failure, setFailure] = useState<string>();
  const bulk = useBulk({ list, noun: 'product', nameOf: ({ name }) => name, readRows });
  const { rows } = bulk;

  const run = async (change: BulkProductChange) => {
    setFailure(undefined);
    const { data, error } = await update({
      change,
      products: rows.map(({ id, version }) => ({ id, version })),
    });
    setChangeToConfirm(undefined);
    if (!data) return setFailure(reasonOf(error, 'Network error, please try again.'));
    await bulk.finish(
      rows.map(({ id }) => id),
      data,
      changes[change].done,
    );
  };

  return (
    <>
      {bulk.bar(
        (Object.keys(changes) as BulkProductChange[]).map((change) => (
          <Button
            key={change}
            look={lookOf(change) ?? 'line'}
            size="small"
            onClick={() => setChangeToConfirm(change)}
          >
            {changes[change].label}
          </Button>
        )),
      )}
      {failure ? (
        <Alert tone="bad" className={bulkClasses.outcome}>
          {failure}
        </Alert>
      ) : null}
      {bulk.outcome}
      <ConfirmDialog
        open={changeToConfirm !== undefined}
        title={changeToConfirm ? `${changes[changeToConfirm].label}: ${countOf(rows.length, 'product')}` : ''}
        confirm={changeToConfirm ? changes[changeToConfirm].label : ''}
        look={lookOf(changeToConfirm) ?? 'solid'}
        busy={isLoading}
        onClose={() => setChangeToConfirm(undefined)}
        onConfirm={() => changeToConfirm && void run(changeToConfirm)}
      >
        <p>{changeToConfirm ? changes[changeToConfirm].question : ''}</p>
        {bulk.names}
      </ConfirmDialog>
    </>
  );
}
