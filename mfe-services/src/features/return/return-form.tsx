import {
  isPaymentMethod,
  maxReturnPhotos,
  paymentMethods,
  shopSum,
  typedNumber,
} from '@kinmel/contracts/browser';
import { priceReturn, refundTexts, splitRefund } from '@kinmel/pricing';
import { Alert, Facts, FieldError, PictureTile, Quantity, TextArea } from '@kinmel/ui';
import { formatDate, formatMoney, sourcesOfAddress } from '@kinmel/web-kit';
import { useState } from 'react';
import * as z from 'zod/mini';
import { ChoiceCards } from '../../requests/choice-cards.tsx';
import { refundChoices, returnReasonChoices } from '../../requests/choices.rules.ts';
import { filledIn, optionalText } from '../../requests/form-fields.rules.ts';
import { FieldGroup, FormField, RequestForm } from '../../requests/request-form.tsx';
import box from '../../requests/tracking/request-link.module.css';
import { RequestLink } from '../../requests/tracking/request-link.tsx';
import { declareRequestForm, useRequestForm } from '../../requests/use-request-form.ts';
import type { OrderForReturn } from './return-api.ts';
import classes from './return-page.module.css';
import { type ChosenPhoto, ReturnPhoto } from './return-photo.tsx';

const failureText = 'Your return could not be sent. Please try again.';

const schema = z.object({
  /** Chosen pieces by the key of their line. */
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
  /** Null for a place whose photo was removed. */
  photos: z.array(z.nullable(z.object({ name: z.string(), id: z.optional(z.string()) }))),
  refundTo: z.enum(['payment', 'credit']),
});

/** The lines with pieces that are not in a return yet. */
export const openLines = ({ lines, returned }: OrderForReturn) =>
  lines
    .map((line) => ({ ...line, returnable: line.quantity - (returned[line.key] ?? 0) }))
    .filter(({ returnable }) => returnable > 0);

/** Each order has its own draft. An order with a single line starts with one piece of it. */
const declareReturnForm = (orderId: string, lines: ReturnType<typeof openLines>) =>
  declareRequestForm<z.output<typeof schema>>({
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
    sessionValues: () => ({}),
    failureTexts: { errorResponse: failureText, noResponse: failureText },
  });

/** The form of a return, with the refund that results from it. */
export function ReturnForm({ order }: { order: OrderForReturn }) {
  const { orderId, orderNumber, returnUntil } = order;
  const lines = openLines(order);
  const [declaration] = useState(() => declareReturnForm(orderId, lines));
  /** The places whose photos are still uploading. */
  const [uploadingPlaces, setUploadingPlaces] = useState<ReadonlySet<number>>(new Set());
  const form = useRequestForm(declaration, {
    textOf: ({ quantities, photos, ...fields }) =>
      JSON.stringify({
        ...fields,
        orderId,
        lines: Object.entries(quantities)
          .map(([key, quantity]) => ({ key, quantity }))
          .filter(({ quantity }) => quantity > 0),
        photoIds: photos.flatMap((photo) => photo?.id ?? []),
      }),
  });
  const { quantities, refundTo } = form.fields;
  const { error } = form.errorProps('quantities');
  if (form.submission)
    return (
      <RequestLink trackingLink={form.submission.trackingLink}>
        <Alert tone="ok">We have your return.</Alert>
        <p>
          We look at it within one business day and write you where to send the goods. Keep the link: whoever
          has it can cancel the return.
        </p>
      </RequestLink>
    );
  const isUploading = uploadingPlaces.size > 0;
  const { photos } = form.fields;
  const hasFreePlace =
    photos.length < maxReturnPhotos && (photos.length === 0 || photos.at(-1)?.id !== undefined);
  const setPhoto = (index: number, photo: ChosenPhoto | null, isStoring: boolean) => {
    setUploadingPlaces((before) => {
      const others = [...before].filter((place) => place !== index);
      return new Set(isStoring ? [...others, index] : others);
    });
    // Another place may have changed since this one was rendered.
    form.change({ photos: Object.assign([...form.currentFields().photos], { [index]: photo }) });
  };
  return (
    <RequestForm
      form={{ ...form, isBusy: form.isBusy || isUploading }}
      submitText="Send return"
      busyText={isUploading ? 'Uploading...' : 'Sending...'}
    >
      <FieldGroup title={`What you return of ${orderNumber}`} isSingle>
        {lines.map(({ key, name, details, image, returnable, unitPriceInMinorUnits }) => (
          <div key={key} className={`row ${classes.line}`}>
            <PictureTile
              className={classes.picture}
              sources={sourcesOfAddress(image, '80px')}
              alt=""
              sizes="80px"
            />
            <p className={classes.words}>
              <strong>{name}</strong> <span>{details}</span>
              <br />
              <span>{`${formatMoney(shopSum(unitPriceInMinorUnits))} each, up to ${returnable}`}</span>
            </p>
            <Quantity
              name={name}
              min={0}
              max={returnable}
              parseNumber={typedNumber}
              value={quantities[key] ?? 0}
              onChange={(quantity) => form.change({ quantities: { ...quantities, [key]: quantity } })}
            />
          </div>
        ))}
        {error ? <FieldError announce>{error}</FieldError> : null}
        {returnUntil ? <p>{`The last day is ${formatDate(returnUntil, 'long')}.`}</p> : null}
      </FieldGroup>
      <FieldGroup title="Why">
        <ChoiceCards form={form} label="Reason" name="reason" options={returnReasonChoices} />
        <FormField form={form} name="message" label="Message" optional isWide>
          <TextArea {...form.inputProps('message')} maxLength={2000} />
        </FormField>
        {[...photos, ...(hasFreePlace ? [null] : [])].map((photo, index) => (
          <ReturnPhoto
            // biome-ignore lint/suspicious/noArrayIndexKey: a place for a photo is never removed
            key={index}
            label={`Photo ${index + 1}`}
            photo={photo}
            isStoring={uploadingPlaces.has(index)}
            onChange={(next, isStoring = false) => setPhoto(index, next, isStoring)}
          />
        ))}
      </FieldGroup>
      <FieldGroup title="How your money comes back" isSingle>
        <ChoiceCards form={form} label="Refund" name="refundTo" options={refundChoices} />
      </FieldGroup>
      <section
        aria-label="What comes back"
        aria-live="polite"
        className={`stack gap-16 above-32 ${box.sent}`}
      >
        <h2 className="type-block">What comes back</h2>
        <Facts facts={refundFacts(order, quantities, refundTo)} look="sum" />
        <p className="type-detail">
          For goods as you describe them. If we find them worse, we ask you first.
        </p>
      </section>
    </RequestForm>
  );
}

function refundFacts(
  order: OrderForReturn,
  quantities: Readonly<Record<string, number>>,
  refundTo: 'payment' | 'credit',
) {
  const { refundInMinorUnits: refund, steps } = priceReturn(order, order.returned, quantities);
  const { paymentInMinorUnits: payment, creditInMinorUnits: credit } = splitRefund(
    refund,
    refundTo,
    order.left,
  );
  const { paymentMethod: method } = order;
  const lines = order.lines.map(({ key, name }) => ({ key, name, quantity: quantities[key] ?? 0 }));
  const to = `Back to ${isPaymentMethod(method) ? paymentMethods[method].label : method}`;
  return [
    ...refundTexts(lines, steps),
    ['Total', refund] as const,
    [to, payment] as const,
    ['Shop credit', credit] as const,
  ].map(([name, amount]) => [name, amount === 0 ? undefined : formatMoney(shopSum(amount))] as const);
}
