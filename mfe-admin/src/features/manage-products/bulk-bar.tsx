import type { BulkProductChange } from '@kinmel/contracts';
import { Alert, Button, Dialog } from '@kinmel/ui';
import { apiProblem, toast, useAppDispatch } from '@kinmel/web-kit';
import { useRef, useState } from 'react';
import type { ShownList } from '../../lists/list-declaration.ts';
import { mostSelected } from '../../lists/table/use-row-selection.ts';
import type { ListedProduct } from '../../products/product-answers.rules.ts';
import { productsApi } from '../../products/products-api.ts';
import classes from './manage-products.module.css';

const steps = {
  'switch-on': { label: 'Switch on', done: 'switched on', question: 'Switch on the selected products?' },
  'switch-off': { label: 'Switch off', done: 'switched off', question: 'Switch off the selected products?' },
  delete: {
    label: 'Delete',
    done: 'deleted',
    question:
      'Are you sure you want to permanently delete the selected products? This action cannot be undone.',
  },
} as const satisfies Record<BulkProductChange, { label: string; done: string; question: string }>;

const changes = Object.keys(steps) as BulkProductChange[];
const products = (count: number) => `${count} ${count === 1 ? 'product' : 'products'}`;

/** What can be done to the selected products at once; those that were refused stay selected, with the reason. */
export function BulkBar({ list: { selection, known, put } }: { list: ShownList<ListedProduct> }) {
  const dispatch = useAppDispatch();
  const [update, { isLoading }] = productsApi.useBulkUpdateProductsMutation();
  const [asked, setAsked] = useState<BulkProductChange>();
  const [failure, setFailure] = useState<string>();
  const [refused, setRefused] = useState<readonly { id: string; name: string; reason: string }[]>([]);
  const cancel = useRef<HTMLButtonElement>(null);
  const selected = [...selection.ids].flatMap((id) => known.get(id) ?? []);
  const count = selected.length;

  const run = async (change: BulkProductChange) => {
    setFailure(undefined);
    const { data, error } = await update({
      change,
      products: selected.map(({ id, version }) => ({ id, version })),
    });
    setAsked(undefined);
    if (!data) {
      const { kind, message } = apiProblem(error);
      return setFailure((kind === 'answer' && message) || 'Network error, please try again.');
    }
    const left = selected.filter(({ id }) => data[id] !== null);
    setRefused(left.map(({ id, name }) => ({ id, name, reason: data[id] ?? 'No answer.' })));
    selection.set(left.map(({ id }) => id));
    if (count > left.length) toast.success(`${products(count - left.length)} ${steps[change].done}.`);
    if (left.length === 0) return;
    const ids = left.map(({ id }) => id);
    const fresh = await dispatch(
      productsApi.endpoints.findAdminProducts.initiate(ids, { forceRefetch: true, subscribe: false }),
    );
    if (!fresh.data) return;
    put(...fresh.data);
    // What left the shop stands in no row, where it could be taken out of the selection.
    selection.set(fresh.data.map(({ id }) => id));
  };

  if (count === 0 && !failure && refused.length === 0) return null;
  return (
    <div className={classes.bulk}>
      {count > 0 || failure ? (
        <div className={classes.bulkSteps}>
          <output>
            {products(count)} selected
            {count >= mostSelected ? ', the most that one step takes' : ''}
          </output>
          {changes.map((change) => (
            <Button
              key={change}
              look={change === 'delete' ? 'danger' : 'line'}
              size="small"
              onClick={() => setAsked(change)}
            >
              {steps[change].label}
            </Button>
          ))}
          <Button
            look="ghost"
            size="small"
            onClick={() => {
              selection.set([]);
              setRefused([]);
              setFailure(undefined);
            }}
          >
            Clear selection
          </Button>
        </div>
      ) : null}
      {failure ? <Alert tone="bad">{failure}</Alert> : null}
      {refused.length > 0 ? (
        <Alert tone="bad" onClose={() => setRefused([])}>
          {products(refused.length)} could not be changed:
          <ul className={classes.refused}>
            {refused.map(({ id, name, reason }) => (
              <li key={id}>
                <strong>{name}</strong>: {reason}
              </li>
            ))}
          </ul>
        </Alert>
      ) : null}
      <Dialog
        open={asked !== undefined}
        onClose={() => setAsked(undefined)}
        canDismiss={!isLoading}
        title={asked ? `${steps[asked].label}: ${products(count)}` : ''}
        initialFocus={cancel}
        withoutCross
        actions={
          <>
            <Button ref={cancel} look="line" onClick={() => setAsked(undefined)}>
              Cancel
            </Button>
            <Button
              look={asked === 'delete' ? 'danger' : 'solid'}
              busy={isLoading}
              onClick={() => asked && void run(asked)}
            >
              {asked ? steps[asked].label : ''}
            </Button>
          </>
        }
      >
        <p>{asked ? steps[asked].question : ''}</p>
      </Dialog>
    </div>
  );
}
