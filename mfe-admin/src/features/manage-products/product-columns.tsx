import { productColumns } from '@kinmel/contracts/browser';
import { Button, IconButton, PictureTile, StatusChip } from '@kinmel/ui';
import { formatPrice, Link, storedPictureSources } from '@kinmel/web-kit';
import Trash2 from 'lucide-react/icons/trash-2';
import { CutText } from '../../lists/table/cut-text.tsx';
import type { ListColumn } from '../../lists/table/list-column.ts';
import { type ListedProduct, variantOf } from '../../products/product-answers.rules.ts';
import { categoryLabels } from '../../products/product-form.rules.ts';
import classes from './manage-products.module.css';
import { stockWords } from './product-list.rules.ts';

const size = '48px';

function Thumbnail({ image }: { image: string }) {
  const sources =
    image === '' ? undefined : (storedPictureSources(image, size) ?? { src: image, width: 48, height: 48 });
  return sources ? (
    <PictureTile sources={sources} sizes={size} alt="" className={classes.picture} />
  ) : (
    <span className={classes.picture} />
  );
}

interface ProductActions {
  onEdit: (product: ListedProduct) => void;
  onDelete: (product: ListedProduct) => void;
}

function RowActions({ product, onEdit, onDelete }: ProductActions & { product: ListedProduct }) {
  return (
    <span className={classes.actions}>
      <Button look="ghost" size="small" aria-label={`Edit ${product.name}`} onClick={() => onEdit(product)}>
        Edit
      </Button>
      <IconButton
        label={`Delete ${product.name}`}
        className={classes.delete}
        onClick={() => onDelete(product)}
      >
        <Trash2 />
      </IconButton>
    </span>
  );
}

function StockState({ product, threshold }: { product: ListedProduct; threshold: number }) {
  const { text, tone } = stockWords(product, threshold);
  return <StatusChip tone={tone}>{text}</StatusChip>;
}

/** The columns of the list; their heads are those of its CSV. */
export function columnsOf(threshold: number, actions: ProductActions): readonly ListColumn<ListedProduct>[] {
  return [
    {
      key: 'name',
      header: productColumns.name,
      cell: (product) => (
        <span className={classes.product}>
          <Thumbnail image={product.image} />
          <span>
            <Link to={`/edit-product/${product.id}`} className={classes.name}>
              <CutText lines={2}>{product.name}</CutText>
            </Link>
            <CutText className={classes.detail}>{variantOf(product)}</CutText>
          </span>
        </span>
      ),
    },
    {
      key: 'brand',
      header: productColumns.brand,
      isHideable: true,
      cell: ({ brand }) => <CutText lines={2}>{brand}</CutText>,
    },
    {
      key: 'category',
      header: productColumns.category,
      isHideable: true,
      cell: ({ category }) => categoryLabels[category],
    },
    {
      key: 'price',
      header: productColumns.price,
      isHideable: true,
      align: 'end',
      cell: ({ price }) => formatPrice(price, 'USD'),
    },
    {
      key: 'oldPrice',
      header: productColumns.oldPrice,
      isHideable: true,
      align: 'end',
      cell: ({ oldPrice }) => (oldPrice === null ? '–' : formatPrice(oldPrice, 'USD')),
    },
    {
      key: 'stock',
      header: productColumns.stock,
      isHideable: true,
      align: 'end',
      cell: ({ stock }) => stock?.toLocaleString('en-US') ?? '–',
    },
    {
      key: 'isAvailable',
      header: productColumns.isAvailable,
      isHideable: true,
      cell: (product) => <StockState product={product} threshold={threshold} />,
    },
    {
      key: 'actions',
      header: 'Actions',
      isHeaderHidden: true,
      align: 'end',
      cell: (product) => <RowActions product={product} {...actions} />,
    },
  ];
}

interface ProductCardProps extends ProductActions {
  product: ListedProduct;
  threshold: number;
}

/** A product of the list up to 768 px. */
export function ProductCard({ product, threshold, ...actions }: ProductCardProps) {
  const { name, image, price, stock } = product;
  return (
    <div className={classes.card}>
      <Thumbnail image={image} />
      <div className={classes.cardText}>
        <Link to={`/edit-product/${product.id}`} className={classes.name}>
          {name}
        </Link>
        <span className={classes.detail}>{variantOf(product)}</span>
        <span>{formatPrice(price, 'USD')}</span>
        <span className={classes.cardState}>
          <StockState product={product} threshold={threshold} />
          {stock === undefined ? null : <span>{stock.toLocaleString('en-US')} pieces</span>}
        </span>
      </div>
      <RowActions product={product} {...actions} />
    </div>
  );
}
