import { productCategories, productColumnNames, productColumns } from '@kinmel/contracts/browser';
import { ButtonLink, ErrorState, PictureTile, StatusChip } from '@kinmel/ui';
import { apiProblem, Link, sourcesOfAddress } from '@kinmel/web-kit';
import type { ListState } from '../../lists/address/list-state.rules.ts';
import cells from '../../lists/cells.module.css';
import { CutText } from '../../lists/cells.tsx';
import { choiceFilter } from '../../lists/filters.tsx';
import type { ListReply, ShownList } from '../../lists/list-declaration.ts';
import { recordList } from '../../lists/record-list.tsx';
import { DeleteButton, RowButton } from '../../lists/row-buttons.tsx';
import { actionsColumn, column } from '../../lists/table/list-column.ts';
import { InDollars } from '../../money/in-dollars.tsx';
import { type ListedProduct, variantOf } from '../../products/product-answers.rules.ts';
import { categoryLabels } from '../../products/product-form.rules.ts';
import { productsApi } from '../../products/products-api.ts';
import classes from './manage-products.module.css';
import { ProductBulk } from './product-bulk.tsx';
import { DeleteDialog, EditProductDialog } from './product-dialogs.tsx';
import {
  adminProductsPerPage,
  defaultThreshold,
  listQueryOf,
  sortOrders,
  stockBoundsOf,
  stockFilters,
  stockState,
  thresholds,
} from './product-list.rules.ts';

type ProductList = ShownList<ListedProduct>;

const thumbnailSize = '48px';

function Thumbnail({ image }: { image: string }) {
  const sources = sourcesOfAddress(image, thumbnailSize);
  return sources ? (
    <PictureTile sources={sources} sizes={thumbnailSize} alt="" className={classes.picture} />
  ) : (
    <span className={classes.picture} />
  );
}

function RowActions({ product, list }: { product: ListedProduct; list: ProductList }) {
  if (!list.may('products.change')) return null;
  return (
    <span className={cells.actions}>
      <RowButton text="Edit" name={product.name} onClick={() => list.open(product)} />
      <DeleteButton name={product.name} onClick={() => list.openDialog('delete', product)} />
    </span>
  );
}

function StockState({ product, list }: { product: ListedProduct; list: ProductList }) {
  const { text, tone } = stockState(product, Number(list.state.filters['low']));
  return <StatusChip tone={tone}>{text}</StatusChip>;
}

/** A successful answer that does not match its schema. */
function isUnreadable(error: unknown): boolean {
  const { kind, status } = apiProblem(error);
  return kind === 'shape' && Number(status ?? 0) < 400;
}

/**
 * Requests the public list, and the list for staff, which has the stock but is never cached. The first answer is shown
 * until the list for staff has loaded.
 */
function useProducts(state: ListState): ListReply<ListedProduct> & { readonly staffError: unknown } {
  const bounds = stockBoundsOf(state.filters);
  const query = listQueryOf(state);
  const page = { page: state.page, limit: adminProductsPerPage };
  const queryOptions = { refetchOnMountOrArgChange: true };
  const publicQuery = productsApi.useListProductsQuery(
    { ...query, ...page },
    { ...queryOptions, skip: bounds !== undefined },
  );
  const staffQuery = productsApi.useListAdminProductsQuery({ ...query, ...bounds, ...page }, queryOptions);
  const currentData = staffQuery.currentData ?? (bounds ? undefined : publicQuery.currentData);
  const hasFailed = staffQuery.isError && (bounds !== undefined || publicQuery.isError);
  return {
    data: currentData ?? staffQuery.data ?? publicQuery.data,
    currentData,
    error: hasFailed
      ? ([staffQuery.error, publicQuery.error].find(isUnreadable) ?? staffQuery.error)
      : undefined,
    staffError: hasFailed ? undefined : staffQuery.error,
    isFetching: staffQuery.isFetching || publicQuery.isFetching,
    refetch: () => {
      void staffQuery.refetch();
      if (!bounds) void publicQuery.refetch();
    },
  };
}

/** Shown when only the public list was answered. */
function MissingStock({ list }: { list: ProductList }) {
  const { staffError, ...request } = useProducts(list.state);
  return staffError === undefined ? null : (
    <ErrorState
      text={`Pieces could not be loaded${isUnreadable(staffError) ? ': Invalid response format' : '.'}`}
      request={request}
    />
  );
}

/** The products of the shop. It is a tab and a page. */
export default recordList<ListedProduct>({
  name: 'products',
  kind: 'product',
  label: 'Products',
  title: 'Manage Products',
  titleActions: ({ may }) =>
    may('products.change') ? (
      <ButtonLink as={Link} to="/admin/add-product" look="solid" size="medium">
        Add Product
      </ButtonLink>
    ) : null,
  Stats: MissingStock,
  nameOf: ({ name }) => name,
  search: { label: 'Search products', placeholder: 'Search by name, brand, category or description...' },
  filters: {
    category: {
      values: ['all', ...productCategories],
      isLast: true,
      render: ({ value, onChange }) => (
        <fieldset aria-label="Category" className={`row ${classes.categories}`}>
          {Object.entries({ all: 'All', ...categoryLabels }).map(([category, label]) => (
            <button
              key={category}
              type="button"
              className={classes.category}
              aria-pressed={value === category}
              onClick={() => onChange(category)}
            >
              {label}
            </button>
          ))}
        </fieldset>
      ),
    },
    stock: choiceFilter('Stock', stockFilters),
    low: choiceFilter(
      'Low stock means',
      thresholds.map((value) => [value, `${value} or fewer`]),
      { isShown: ({ stock }) => stock === 'low', defaultValue: defaultThreshold },
    ),
    order: choiceFilter(
      'Order',
      Object.entries(sortOrders).map(([value, { label }]) => [value, label]),
    ),
  },
  useRows: useProducts,
  pageSize: adminProductsPerPage,
  failed: (error) => (isUnreadable(error) ? 'Invalid response format' : 'Failed to fetch products'),
  empty: 'No products found',
  csv: {
    right: 'products.export',
    address: '/api/admin/products/export',
    fileName: 'products.csv',
    params: (state) => ({ ...listQueryOf(state), ...stockBoundsOf(state.filters) }),
    columns: Object.fromEntries(productColumnNames.map((name) => [name, [name]])),
  },
  bulk: { right: 'products.change', Bar: ProductBulk },
  columns: [
    column('name', productColumns.name, (product) => (
      <span className={`line ${classes.product}`}>
        <Thumbnail image={product.image} />
        <span>
          <Link to={`/edit-product/${product.id}`} className="anywhere strong">
            <CutText lines={2}>{product.name}</CutText>
          </Link>
          <CutText className="quiet">{variantOf(product)}</CutText>
        </span>
      </span>
    )),
    column('brand', productColumns.brand, ({ brand }) => <CutText lines={2}>{brand}</CutText>, {
      isHideable: true,
    }),
    column('category', productColumns.category, ({ category }) => categoryLabels[category], {
      isHideable: true,
    }),
    column('price', productColumns.price, ({ price }) => <InDollars amount={price} />, {
      isHideable: true,
      align: 'end',
    }),
    column(
      'oldPrice',
      productColumns.oldPrice,
      ({ oldPrice }) => <InDollars amount={oldPrice} emptyText="–" />,
      {
        isHideable: true,
        align: 'end',
      },
    ),
    column('stock', productColumns.stock, ({ stock }) => stock?.toLocaleString('en-US') ?? '–', {
      isHideable: true,
      align: 'end',
    }),
    column(
      'isAvailable',
      productColumns.isAvailable,
      (product, list) => <StockState product={product} list={list} />,
      { isHideable: true },
    ),
    actionsColumn((product, list) => <RowActions product={product} list={list} />),
  ],
  card: (product, list) => (
    <div className={`line ${classes.product}`}>
      <Thumbnail image={product.image} />
      <div className={`stack gap-4 grow type-small ${classes.cardText}`}>
        <span className={cells.actions}>
          <StockState product={product} list={list} />
          {product.stock === undefined ? null : (
            <span>{`${product.stock.toLocaleString('en-US')} pieces`}</span>
          )}
        </span>
        <Link to={`/edit-product/${product.id}`} className="anywhere strong">
          {product.name}
        </Link>
        <span className="quiet">{variantOf(product)}</span>
        <span>
          <InDollars amount={product.price} />
        </span>
      </div>
      <RowActions product={product} list={list} />
    </div>
  ),
  useRecord: (id, rows) => {
    const row = rows?.find((product) => product.id === id);
    const { data, error } = productsApi.useFindAdminProductsQuery([id ?? ''], {
      skip: id === undefined || rows === undefined || row !== undefined,
    });
    if (id === undefined || row) return { row };
    const isMissing = data?.length === 0 || apiProblem(error).status === 400;
    return { row: data?.[0], problem: isMissing ? 'There is no such product any more.' : undefined };
  },
  Details: EditProductDialog,
  dialogs: { delete: DeleteDialog },
});
