import type { DeviceAnswer } from '@kinmel/contracts';
import { fromMinorUnits, shopCurrency, typedMinorUnits } from '@kinmel/contracts/browser';
import { Alert, Dialog, Loading } from '@kinmel/ui';
import { formatMoney, formatPrice, Link } from '@kinmel/web-kit';
import { devicesApi } from '../../devices/devices-api.ts';
import { isFilled } from '../../forms/step-dialog.tsx';
import { mustBeAmount } from '../../money/typed-amount.rules.ts';
import { type ListedProduct, variantOf } from '../../products/product-answers.rules.ts';
import { productsApi } from '../../products/products-api.ts';
import { type DeviceDialogProps, DeviceStepDialog } from './device-dialogs.tsx';

const title = 'Put on sale';

/** The margin at a typed price, rounded as on the server. */
function marginText(price: string, { amountInMinorUnits: cost }: DeviceAnswer['cost']): string {
  const priceInMinorUnits = typedMinorUnits(price);
  if (!(priceInMinorUnits > 0)) return 'not known';
  return `${formatPrice(fromMinorUnits(priceInMinorUnits - cost))} (${Math.round(((priceInMinorUnits - cost) / priceInMinorUnits) * 1000) / 10} %)`;
}

/** A product with pieces that are not devices cannot have devices. */
function productOption(product: ListedProduct) {
  const hasOtherPieces = product.inStock && !product.hasDevices;
  const text = [product.name, variantOf(product)].filter(Boolean).join(', ');
  return hasOtherPieces
    ? ([product.id, `${text}: has pieces that are not devices`, 'disabled'] as const)
    : ([product.id, text] as const);
}

/** Puts an inspected device on sale under a product, at a price. */
export function SaleDialog(props: DeviceDialogProps) {
  const { row, onClose } = props;
  const suggestion = devicesApi.useGetSaleSuggestionQuery(row.id);
  const products = productsApi.useListAdminProductsQuery(
    { category: 'premiumsmartphones', search: row.model, page: 1, limit: 50 },
    { refetchOnMountOrArgChange: true },
  );
  if (suggestion.isLoading || products.isLoading)
    return (
      <Dialog open title={title} onClose={onClose}>
        <Loading text="Loading products and price" />
      </Dialog>
    );
  const { suggestedPrice, ageInDays, cost = row.cost } = suggestion.data ?? {};
  const productRows = products.data?.rows ?? [];
  return (
    <DeviceStepDialog
      {...props}
      step="sale"
      title={title}
      fieldsOf={() => ({
        productId: '',
        price: suggestedPrice ? String(fromMinorUnits(suggestedPrice.amountInMinorUnits)) : '',
      })}
      bodyOf={({ productId, price }) => ({
        productId,
        price: { amountInMinorUnits: typedMinorUnits(price), currency: shopCurrency },
      })}
      inputs={({ price }) => [
        products.error ? (
          <Alert key="failed" tone="bad">
            The products could not be loaded.
          </Alert>
        ) : null,
        products.data && productRows.length === 0 ? (
          <Alert key="none" tone="info">
            <span>{`There is no pre-loved product for ${row.model}.`}</span>{' '}
            <Link to="/admin/add-product">Add it</Link> first, without stock.
          </Alert>
        ) : null,
        {
          name: 'productId',
          label: 'Product',
          options: [['', 'Choose a product'], ...productRows.map(productOption)],
          must: [isFilled, 'Please choose a product.'],
        },
        <p key="margin">
          <span>{`Cost ${formatMoney(cost)}, margin`}</span> <output>{marginText(price, cost)}</output>
          <span>
            {ageInDays === undefined ? '' : `, here for ${ageInDays} ${ageInDays === 1 ? 'day' : 'days'}`}
          </span>
        </p>,
        {
          name: 'price',
          label: 'Price',
          before: shopCurrency,
          inputMode: 'decimal',
          hint: suggestedPrice ? `Suggested: ${formatMoney(suggestedPrice)}` : 'No price can be suggested.',
          must: mustBeAmount(
            (amount) => amount > 0,
            'Please enter an amount above zero with at most two decimals.',
          ),
        },
      ]}
    />
  );
}
