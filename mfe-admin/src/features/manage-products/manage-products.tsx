import { productCategories, productColumnNames } from '@kinmel/contracts/browser';
import { Alert, ButtonLink, ErrorState } from '@kinmel/ui';
import { apiProblem, Link } from '@kinmel/web-kit';
import { useState } from 'react';
import { ContentTitle } from '../../frame/content-title.tsx';
import { useLastPage } from '../../lists/address/use-last-page.ts';
import { useListState } from '../../lists/address/use-list-state.ts';
import { ListBox, ListRows } from '../../lists/list-box.tsx';
import { Pager } from '../../lists/pager.tsx';
import { DataTable } from '../../lists/table/data-table.tsx';
import { columnKeys } from '../../lists/table/list-column.ts';
import { useRowSelection } from '../../lists/table/use-row-selection.ts';
import { ColumnPicker } from '../../lists/toolbar/column-picker.tsx';
import { CsvButton, shownKeys } from '../../lists/toolbar/csv-button.tsx';
import { FilterSelect } from '../../lists/toolbar/filter-select.tsx';
import { SearchBox } from '../../lists/toolbar/search-box.tsx';
import { ViewPicker } from '../../lists/views/view-picker.tsx';
import type { ListedProduct } from '../../products/product-answers.rules.ts';
import { categoryLabels } from '../../products/product-form.rules.ts';
import { productsApi } from '../../products/products-api.ts';
import { BulkBar } from './bulk-bar.tsx';
import { DeleteDialog } from './delete-dialog.tsx';
import { EditProductDialog } from './edit-product-dialog.tsx';
import classes from './manage-products.module.css';
import { columnsOf, ProductCard } from './product-columns.tsx';
import {
  listFilters,
  listQueryOf,
  orders,
  productsPerPage,
  stockBoundsOf,
  stockFilters,
  thresholds,
} from './product-list.rules.ts';

const spec = {
  filters: listFilters,
  ...columnKeys(columnsOf(0, { onEdit: () => {}, onDelete: () => {} })),
};

const optionsOf = (labels: Readonly<Record<string, string>>) =>
  Object.entries(labels).map(([value, label]) => ({ value, label }));

const orderOptions = Object.entries(orders).map(([value, { label }]) => ({ value, label }));
/** The columns of pictures and of actions are in no file. */
const csvColumns: ReadonlySet<string> = new Set(productColumnNames);
const fresh = { refetchOnMountOrArgChange: true };

/** Products of all lists that were shown, so that a selection over pages knows each version. */
function useKnownProducts(shown: readonly ListedProduct[]) {
  const [met, setMet] = useState<ReadonlyMap<string, ListedProduct>>(new Map());
  const [last, setLast] = useState(shown);
  const meet = (products: readonly ListedProduct[]) =>
    setMet((before) => new Map([...before, ...products.map((product) => [product.id, product] as const)]));
  if (last !== shown) {
    setLast(shown);
    meet(shown);
  }
  return { known: met, meet };
}

const none: readonly ListedProduct[] = [];

/** An answer that went well and cannot be read. */
function isUnreadable(error: unknown): boolean {
  const { kind, status } = apiProblem(error);
  return kind === 'shape' && Number(status ?? 0) < 400;
}

/** The products of the shop, as tab and as page (AGEN-04, APROD-01 to APROD-08). */
export default function ManageProducts() {
  const listAddress = useListState(spec, 'products');
  const { state, change, ignored } = listAddress;
  const selection = useRowSelection();
  const [toDelete, setToDelete] = useState<ListedProduct>();
  const bounds = stockBoundsOf(state.filters);
  const query = listQueryOf(state);
  const page = { page: state.page, limit: productsPerPage };
  const open = productsApi.useListProductsQuery(
    { ...query, ...page },
    { ...fresh, skip: bounds !== undefined },
  );
  const own = productsApi.useListAdminProductsQuery({ ...query, ...bounds, ...page }, fresh);
  // What staff are answered is never kept on the way: pieces, switches, and the newer product.
  const list = own.currentData ?? (bounds ? undefined : open.currentData) ?? own.data ?? open.data;
  useLastPage(state.page, (own.currentData ?? (bounds ? undefined : open.currentData))?.totalPages, change);
  const products = list?.products ?? none;
  const { known, meet } = useKnownProducts(products);

  const hasFailed = own.isError && (bounds !== undefined || open.isError);
  const failedText = [own.error, open.error].some(isUnreadable)
    ? 'Invalid response format'
    : 'Failed to fetch products';
  const isFetching = own.isFetching || open.isFetching;
  const retry = () => {
    void own.refetch();
    if (!bounds) void open.refetch();
  };
  const threshold = Number(state.filters.low);
  const listed = known.get(state.record ?? '');
  // An address names a product that is not on this page of the list.
  const named = productsApi.useFindAdminProductsQuery([state.record ?? ''], {
    skip: state.record === undefined || listed !== undefined,
  });
  const edited = state.record === undefined ? undefined : (listed ?? named.data?.[0]);

  const isMissing =
    state.record !== undefined &&
    edited === undefined &&
    (named.data?.length === 0 || apiProblem(named.error).status === 400);

  const actions = {
    onEdit: ({ id }: ListedProduct) => change({ record: id }),
    onDelete: setToDelete,
  };
  const columns = columnsOf(threshold, actions);

  return (
    <>
      <ContentTitle
        actions={
          <ButtonLink as={Link} to="/admin/add-product" look="solid" size="medium">
            Add Product
          </ButtonLink>
        }
      >
        Manage Products
      </ContentTitle>
      <ListBox
        ignored={ignored}
        toolbar={
          <>
            <SearchBox
              label="Search products"
              placeholder="Search by name, brand, category or description..."
              value={state.search}
              onSearch={(search, how) => change({ search }, how)}
            />
            <FilterSelect
              label="Stock"
              value={state.filters.stock ?? ''}
              options={optionsOf(stockFilters)}
              onChange={(stock) => change({ filters: { stock } })}
            />
            {state.filters.stock === 'low' ? (
              <FilterSelect
                label="Low stock means"
                value={state.filters.low ?? ''}
                options={[...thresholds]
                  .sort((left, right) => Number(left) - Number(right))
                  .map((value) => ({ value, label: `${value} or fewer` }))}
                onChange={(low) => change({ filters: { low } })}
              />
            ) : null}
            <FilterSelect
              label="Order"
              value={state.filters.order ?? ''}
              options={orderOptions}
              onChange={(order) => change({ filters: { order } })}
            />
            <ViewPicker spec={spec} list={listAddress} />
            <ColumnPicker
              columns={columns}
              hidden={state.hidden}
              onChange={(hidden) => change({ hidden }, { replace: true })}
            />
            <CsvButton
              address="/api/admin/products/export"
              params={{ ...query, ...bounds }}
              columns={shownKeys(columns, state.hidden).filter((key) => csvColumns.has(key))}
              fileName="products.csv"
            />
            <fieldset aria-label="Category" className={classes.categories}>
              {['all', ...productCategories].map((category) => (
                <button
                  key={category}
                  type="button"
                  className={classes.category}
                  aria-pressed={state.filters.category === category}
                  onClick={() => change({ filters: { category } })}
                >
                  {category === 'all' ? 'All' : categoryLabels[category as keyof typeof categoryLabels]}
                </button>
              ))}
            </fieldset>
          </>
        }
        footer={
          list && !hasFailed ? (
            <Pager
              page={state.page}
              totalPages={list.totalPages}
              onPage={(next) => change({ page: next })}
              rows={{ total: list.total, pageSize: productsPerPage }}
            />
          ) : null
        }
      >
        {isMissing ? (
          <Alert
            tone="bad"
            className={classes.alert}
            onClose={() => change({ record: undefined }, { replace: true })}
          >
            There is no such product any more.
          </Alert>
        ) : null}
        {own.isError && !hasFailed ? (
          <ErrorState
            text={
              isUnreadable(own.error)
                ? 'Pieces could not be loaded: Invalid response format'
                : 'Pieces could not be loaded.'
            }
            onRetry={retry}
            busy={own.isFetching}
          />
        ) : null}
        <BulkBar selection={selection} known={known} onFresh={meet} />
        <ListRows
          isLoading={list === undefined}
          error={hasFailed ? failedText : undefined}
          onRetry={retry}
          isFetching={isFetching}
          isEmpty={products.length === 0}
          emptyText="No products found"
        >
          <DataTable
            label="Products"
            columns={columns}
            rows={products}
            rowId={({ id }) => id}
            rowName={({ name }) => name}
            hidden={state.hidden}
            selection={selection}
            card={(product) => <ProductCard product={product} threshold={threshold} {...actions} />}
          />
        </ListRows>
      </ListBox>
      {edited ? (
        <EditProductDialog
          key={edited.id}
          product={edited}
          onClose={() => change({ record: undefined }, { replace: true })}
        />
      ) : null}
      <DeleteDialog product={toDelete} onClose={() => setToDelete(undefined)} onStale={retry} />
    </>
  );
}
