import { isPaymentMethod, paymentMethods } from '@kinmel/contracts/browser';
import { priceReturn, splitRefund } from '@kinmel/pricing';
import { Alert, FieldError, PictureTile, Quantity, TextArea } from '@kinmel/ui';
import { formatPrice, Link, storedPictureSources } from '@kinmel/web-kit';
import { useId, useState } from 'react';
import * as z from 'zod/mini';
import { ChoiceCards } from '../../requests/choice-cards.tsx';
import { refundChoices, returnReasonChoices } from '../../requests/choices.rules.ts';
import { filledIn, optionalText } from '../../requests/form-fields.rules.ts';
import { RefundFigures } from '../../requests/refund/refund-figures.tsx';
import { FieldGroup, FormField, RequestForm, Wide } from '../../requests/request-form.tsx';
import { RequestLink } from '../../requests/tracking/request-link.tsx';
import { declareRequestForm, useRequestForm } from '../../requests/use-request-form.ts';
import type { OrderForReturn } from './return-api.ts';
import classes from './return-page.module.css';
import { type ReturnPhoto, ReturnPhotos } from './return-photos.tsx';

interface ReturnFields {
  /** By the key of the line. */
  quantities: Record<string, number>;
  reason: string;
  message: string;
  photos: readonly ReturnPhoto[];
  refundTo: string;
}

const schema = z.object({
  quantities: z
    .record(z.string(), z.number())
    .check(
      z.refine(
        (counts) => Object.values(counts).some((count) => count > 0),
        'Please choose what you return.',
      ),
    ),
  reason: filledIn('Please choose a reason'),
  message: optionalText,
  photos: z.array(z.object({ id: z.string(), name: z.string() })),
  refundTo: z.string(),
});

type OpenLine = OrderForReturn['lines'][number] & { readonly left: number };

/** The lines with pieces that are not in a return yet. */
const openLines = ({ lines, returned }: OrderForReturn): readonly OpenLine[] =>
  lines
    .map((line) => ({ ...line, left: line.quantity - (returned[line.key] ?? 0) }))
    .filter(({ left }) => left > 0);

/** Counts of a draft may be above what is left by now. */
const countsOf = (lines: readonly OpenLine[], quantities: ReturnFields['quantities']) =>
  Object.fromEntries(lines.map(({ key, left }) => [key, Math.min(left, quantities[key] ?? 0)]));

/** Each order has a draft of its own. A single line is chosen with one piece. */
const declareReturnForm = ({ orderId }: OrderForReturn, lines: readonly OpenLine[]) =>
  declareRequestForm<ReturnFields>({
    name: `return.${orderId}`,
    url: '/api/returns',
    empty: {
      quantities: Object.fromEntries(lines.map(({ key }) => [key, lines.length === 1 ? 1 : 0])),
      reason: '',
      message: '',
      photos: [],
      refundTo: 'payment',
    },
    schema,
    known: () => ({}),
    failureTexts: {
      refused: 'Your return could not be sent. Please try again.',
      lost: 'Your return could not be sent. Please try again.',
    },
  });

/** The form of a return, with what it gives back. */
export function ReturnForm({ order }: { order: OrderForReturn }) {
  const lines = openLines(order);
  const [declared] = useState(() => declareReturnForm(order, lines));
  const [isUploading, setUploading] = useState(false);
  const quantityErrorId = useId();
  const form = useRequestForm(declared, {
    textOf: ({ quantities, photos, ...fields }) =>
      JSON.stringify({
        ...fields,
        orderId: order.orderId,
        lines: Object.entries(countsOf(lines, quantities))
          .map(([key, quantity]) => ({ key, quantity }))
          .filter(({ quantity }) => quantity > 0),
        photoIds: photos.map(({ id }) => id),
      }),
  });
  const { fields, change, sent } = form;
  if (sent)
    return (
      <RequestLink trackingLink={sent.trackingLink}>
        <Alert tone="ok">We have your return.</Alert>
        <p>
          We look at it within one business day and write you where to send the goods. Keep the link: whoever
          has it can cancel the return.
        </p>
      </RequestLink>
    );
  const counts = countsOf(lines, fields.quantities);
  const { error: quantityError } = form.errorProps('quantities');
  return (
    <RequestForm
      form={{ ...form, isBusy: form.isBusy || isUploading }}
      submitText="Send return"
      busyText={isUploading ? 'Uploading...' : 'Sending...'}
    >
      <FieldGroup title="What you return" isSingle>
        <ul className={classes.lines}>
          {lines.map(({ key, name, details, image, left, unitPriceInMinorUnits: price }) => (
            <li key={key} className={classes.line}>
              <PictureTile
                className={classes.picture}
                sources={storedPictureSources(image, '80px')}
                alt=""
                sizes="80px"
              />
              <div className={classes.words}>
                <p className="type-strong">{name}</p>
                <p className="type-detail">
                  {[details, formatPrice(price / 100), `${left} can be returned`].filter(Boolean).join(', ')}
                </p>
              </div>
              <Quantity
                name={name}
                min={0}
                max={left}
                value={counts[key] ?? 0}
                onChange={(quantity) => change({ quantities: { ...counts, [key]: quantity } })}
              />
            </li>
          ))}
        </ul>
        {quantityError ? (
          <FieldError id={quantityErrorId} announce>
            {quantityError}
          </FieldError>
        ) : null}
      </FieldGroup>
      <FieldGroup title="Why">
        <Wide>
          <ChoiceCards form={form} label="Reason" name="reason" options={returnReasonChoices} />
        </Wide>
        <FormField form={form} name="message" label="Message" optional isWide>
          <TextArea {...form.inputProps('message')} maxLength={2000} />
        </FormField>
        <Wide>
          <ReturnPhotos
            photos={fields.photos}
            error={form.errorProps('photos')}
            onChange={(photos) => change({ photos })}
            onError={(message) => form.setError('photos', message)}
            onUploading={setUploading}
          />
        </Wide>
      </FieldGroup>
      <FieldGroup title="How your money comes back" isSingle>
        <ChoiceCards form={form} label="Refund" name="refundTo" options={refundChoices} />
      </FieldGroup>
      <Refund order={order} lines={lines} counts={counts} refundTo={fields.refundTo} />
    </RequestForm>
  );
}

interface RefundProps {
  order: OrderForReturn;
  lines: readonly OpenLine[];
  counts: Readonly<Record<string, number>>;
  refundTo: string;
}

function Refund({ order, lines, counts, refundTo }: RefundProps) {
  const { refundInMinorUnits: refund, steps } = priceReturn(order, order.returned, counts);
  const { paymentInMinorUnits: payment, creditInMinorUnits: credit } = splitRefund(
    refund,
    refundTo === 'credit' ? 'credit' : 'payment',
    order.left,
  );
  const method = isPaymentMethod(order.paymentMethod) ? paymentMethods[order.paymentMethod].label : '';
  return (
    <section aria-labelledby="refund" aria-live="polite" className={classes.sum}>
      <h2 id="refund" className="type-block">
        What comes back
      </h2>
      <RefundFigures
        lines={lines.map(({ key, name }) => ({ key, name, quantity: counts[key] ?? 0 }))}
        steps={steps}
        refundInMinorUnits={refund}
      />
      {payment > 0 ? (
        <p>
          {formatPrice(payment / 100)} goes back to how you paid{method ? `: ${method}` : ''}.
        </p>
      ) : null}
      {credit > 0 ? (
        <p>
          {formatPrice(credit / 100)} becomes <Link to="/profile#credit">shop credit</Link>.
        </p>
      ) : null}
      <p className="type-detail">If we find the goods as you describe them. Else we ask you first.</p>
    </section>
  );
}
