import type { AdminOffer } from '@kinmel/contracts';
import { offerTextEntries } from '@kinmel/contracts/browser';
import { Alert, Button, Checkbox, Field, IconButton, TextInput } from '@kinmel/ui';
import { formatPrice, serverNow, shopDayOf, toast, useAppDispatch } from '@kinmel/web-kit';
import Plus from 'lucide-react/icons/plus';
import X from 'lucide-react/icons/x';
import { type ReactNode, useEffect, useEffectEvent, useState } from 'react';
import { reasonOf } from '../../failure-text.ts';
import { FilePicker } from '../../forms/file-picker.tsx';
import { FormNotices } from '../../forms/form-notices.tsx';
import { type InputOptions, RecordInput } from '../../forms/record-input.tsx';
import { useLeaveGuard } from '../../forms/use-leave-guard.tsx';
import { useRecordForm } from '../../forms/use-record-form.ts';
import layout from '../../frame/layout.module.css';
import classes from './offer-form.module.css';
import {
  checkOffer,
  codeOf,
  detailEntries,
  discountedPrice,
  emptyOffer,
  fieldsOf,
  formOf,
  imageHint,
  imageTypes,
  type OfferField,
  type OfferFields,
  offerCategories,
  offerLabels,
} from './offer-form.rules.ts';
import { offersApi } from './offers-api.ts';
import { TargetProducts } from './target-products.tsx';

const typeLabels = {
  percentage: 'Percentage',
  fixed: 'Fixed amount',
  bundle: 'Bundle',
  gift: 'Gift',
} as const;

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <fieldset className={`${layout.box} ${layout.pair} ${classes.section}`}>
      <legend className={`${layout.blockTitle} ${classes.legend}`}>{title}</legend>
      {children}
    </fieldset>
  );
}

interface OfferFormProps {
  /** Undefined for a new offer. */
  offer: AdminOffer | undefined;
  /** All offers, to find promo codes in use. */
  offers: readonly AdminOffer[];
  /** A new object for each press of Edit; undefined when the offer comes from the address. */
  opened: object | undefined;
  onSaved: () => void;
}

export function OfferForm({ offer, offers, opened, onSaved }: OfferFormProps) {
  const dispatch = useAppDispatch();
  const [save] = offersApi.useSaveOfferMutation();
  const [today] = useState(() => shopDayOf(serverNow()));
  const problemsOf = (fields: OfferFields, current: AdminOffer | undefined) =>
    checkOffer(fields, {
      isNew: current === undefined,
      today,
      others: offers.filter(({ _id }) => _id !== current?._id),
    });
  const recordForm = useRecordForm<AdminOffer, OfferFields>({
    kind: 'offer',
    what: 'edit',
    record: offer,
    fieldsOf: (record) => (record ? fieldsOf(record) : emptyOffer),
    check: (fields, current) => problemsOf(fields, current)?.fields ?? {},
    save: (fields, current) => save({ id: current?._id, form: formOf(fields, current) }),
    readFresh: async (id) => {
      const { getOneOffer } = offersApi.endpoints;
      return (await dispatch(getOneOffer.initiate(id, { forceRefetch: true, subscribe: false }))).data;
    },
    onSaved: () => {
      toast.success(`Special offer ${offer ? 'updated' : 'created'} successfully!`);
      guard.leave(onSaved);
    },
    failureText: () => 'Failed to save special offer',
    onRefused: (error) => {
      if (error !== undefined) toast.error(`Error: ${reasonOf(error, 'Failed to save special offer')}`);
    },
  });
  const { form, fields, current, formRef } = recordForm;
  const guard = useLeaveGuard(recordForm.isDirty, recordForm.deleteDraft);
  const { isSubmitted, isValid } = form.formState;
  const missing = isSubmitted && !isValid ? problemsOf(fields, current)?.message : undefined;

  // The pressed card stands above the form, which may be out of view.
  const focusOpened = useEffectEvent(recordForm.focusFirst);
  useEffect(() => {
    if (!opened) return;
    toast.info('Offer loaded for editing');
    focusOpened();
  }, [opened]);

  const [codeNumber] = useState(() => Math.floor(Math.random() * 100));
  /** The promo code of a new offer follows its title until the code is edited. */
  const makeCode = (title: string) => {
    if (!offer && fields.promoCode === codeOf(fields.title, codeNumber))
      recordForm.set({ promoCode: codeOf(title, codeNumber) });
  };
  const onChanges: Partial<Record<OfferField, (text: string) => void>> = {
    title: makeCode,
    promoCode: (code) => recordForm.set({ promoCode: code.toUpperCase() }),
  };
  const input = (name: OfferField, options: Partial<InputOptions<OfferField>> = {}) => (
    <RecordInput
      key={name}
      recordForm={recordForm}
      name={name}
      label={offerLabels[name] ?? ''}
      onText={onChanges[name]}
      {...options}
    />
  );

  const categories = [...new Set([...offerCategories, fields.category])].filter((one) => one !== '');
  type TextLine = {
    readonly kind: string;
    readonly maxLength: number;
    readonly isRequired?: boolean;
    readonly hint?: string;
  };
  const text = (name: OfferField, line: TextLine) =>
    input(name, {
      hint: line.hint,
      optional: line.isRequired !== true,
      maxLength: line.maxLength,
      ...(line.kind === 'long-text' && { rows: 2, className: classes.whole }),
      ...(line.kind === 'day' && { type: 'date' }),
      ...(name === 'promoCode' && { autoCapitalize: 'characters' }),
      ...(name === 'category' && {
        options: [['', 'Choose a category'], ...categories.map((one) => [one, one] as const)],
      }),
    });
  const texts = (section: string) =>
    offerTextEntries.filter(([, line]) => line.section === section).map(([name, line]) => text(name, line));

  const price = discountedPrice(fields);
  const types = (['percentage', 'fixed', 'bundle', 'gift'] as const).filter(
    (type) => type === 'percentage' || type === 'fixed' || type === current?.discountType,
  );
  const steps = fields.redemptionSteps;

  return (
    <form ref={formRef} className="stack gap-20" onSubmit={recordForm.submit} noValidate>
      <FormNotices recordForm={recordForm} labels={{ ...offerLabels, image: 'Image' }} noun="offer" />
      {missing ? <Alert tone="bad">{missing}</Alert> : null}
      <Section title="Basic Information">
        {texts('Basic Information')}
        <FilePicker
          name="image"
          label="Image (optional)"
          error={recordForm.errorOf('image')}
          accept={imageTypes.join(',')}
          hint={imageHint}
          text={fields.image?.name}
          onChoose={([image]) => recordForm.set({ image })}
        />
        <Checkbox label={offerLabels['isActive']} {...form.register('isActive')} />
      </Section>
      <Section title="Discount Information">
        {texts('Discount Information')}
        {input('discountType', { options: types.map((type) => [type, typeLabels[type]]) })}
        {input('discountValue', {
          inputMode: 'decimal',
          // Attributes of the specification (CONF-57); the form checks the number itself.
          min: 0,
          step: 0.01,
          after: fields.discountType === 'percentage' ? '%' : 'NPR',
        })}
        {input('maxRedemptions', { optional: true, hint: 'Empty means unlimited.', inputMode: 'numeric' })}
      </Section>
      <Section title="Validity Period">{texts('Validity Period')}</Section>
      <Section title="Product Details">
        {texts('Product Details')}
        {detailEntries.map(([name, line]) => text(name, line))}
        {input('originalPrice', { optional: true, inputMode: 'decimal', before: 'NPR' })}
        <Field label="Discounted price" hint="Computed from price and discount.">
          <TextInput readOnly value={price === undefined ? '' : formatPrice(price)} />
        </Field>
        {input('specs', { optional: true, rows: 2, maxLength: 1000 })}
      </Section>
      <Section title="Redemption Steps">
        <ol className={classes.steps}>
          {steps.map((step, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a step is its place in the list
            <li key={index}>
              <Field label={`Step ${index + 1}`} className="grow">
                <TextInput
                  value={step}
                  maxLength={300}
                  onChange={({ target }) =>
                    recordForm.set({ redemptionSteps: steps.with(index, target.value) })
                  }
                />
              </Field>
              {steps.length > 1 ? (
                <IconButton
                  label={`Remove step ${index + 1}`}
                  onClick={() => recordForm.set({ redemptionSteps: steps.toSpliced(index, 1) })}
                >
                  <X />
                </IconButton>
              ) : null}
            </li>
          ))}
        </ol>
        <Button
          look="line"
          size="medium"
          disabled={steps.length >= 20}
          onClick={() => recordForm.set({ redemptionSteps: [...steps, ''] })}
        >
          <Plus />
          Add step
        </Button>
      </Section>
      <Section title="Target Products (optional)">
        <TargetProducts
          chosen={fields.targetProducts}
          onChange={(targetProducts) => recordForm.set({ targetProducts })}
        />
      </Section>
      <div className="row end">
        <Button type="submit" busy={recordForm.isSaving} busyText="Saving...">
          {current ? 'Update Offer' : 'Create Offer'}
        </Button>
      </div>
      {guard.question}
    </form>
  );
}
