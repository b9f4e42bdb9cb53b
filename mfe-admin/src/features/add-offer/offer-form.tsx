import type { AdminOffer } from '@kinmel/contracts';
import { Alert, Button, Checkbox, Field, IconButton, Select, TextArea, TextInput } from '@kinmel/ui';
import { apiProblem, formatPrice, getStore, selectUser, toast, useAppSelector } from '@kinmel/web-kit';
import { problemDetails, tabDraft } from '@kinmel/web-kit/forms';
import Plus from 'lucide-react/icons/plus';
import X from 'lucide-react/icons/x';
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { RestoredAlert } from '../../forms/restored-alert.tsx';
import { useLeaveGuard } from '../../forms/use-leave-guard.tsx';
import { ImageField } from '../../products/image/image-field.tsx';
import classes from './offer-form.module.css';
import {
  checkOffer,
  codeOf,
  dayOf,
  discountedPrice,
  emptyOffer,
  fieldsOf,
  formOf,
  imageTypes,
  mergeFresh,
  type OfferFields,
  type OfferProblems,
  offerCategories,
} from './offer-form.rules.ts';
import { offersApi } from './offers-api.ts';
import { TargetProducts } from './target-products.tsx';

interface OfferDraft {
  readonly record: string;
  /** Of the offer as it was when it was filled in; undefined for a new one. */
  readonly version?: number | undefined;
  readonly before?: OfferFields | undefined;
  readonly fields: OfferFields;
  readonly isCodeTyped: boolean;
}

/** What was filled in outlives a reload and a login in this tab; a file cannot be kept (decision 30). */
const offerDraft = tabDraft<OfferDraft>({
  key: 'kinmel:offer-form',
  parse: (raw) => {
    const { record, version, before, fields, isCodeTyped } = raw as Partial<OfferDraft>;
    if (typeof record !== 'string' || typeof fields !== 'object' || !Array.isArray(fields.redemptionSteps))
      return undefined;
    const whole = { ...emptyOffer, ...fields };
    return { record, version, before, fields: whole, isCodeTyped: isCodeTyped === true };
  },
});

const typeWords = {
  percentage: 'Percentage',
  fixed: 'Fixed amount',
  bundle: 'Bundle',
  gift: 'Gift',
} as const;

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <fieldset className={classes.section}>
      <legend className={classes.legend}>{title}</legend>
      {children}
    </fieldset>
  );
}

interface OfferFormProps {
  /** The offer that is edited; undefined for a new one. */
  offer: AdminOffer | undefined;
  /** All offers, for codes that are taken. */
  offers: readonly AdminOffer[];
  /** A press of Edit that asked for this offer; undefined when the address did. */
  opened: object | undefined;
  onSaved: () => void;
}

/** The form of a special offer (AOFF-01 to AOFF-34). */
export function OfferForm({ offer, offers, opened, onSaved }: OfferFormProps) {
  const userId = useAppSelector(selectUser)?.id;
  const record = offer?._id ?? 'new';
  const [kept] = useState(() => {
    const draft = offerDraft.read(userId);
    return draft?.record === record ? draft : undefined;
  });
  /** The offer that the next save is about: the fresh one once somebody else was faster. */
  const [base, setBase] = useState(offer);
  const wasOvertaken = kept !== undefined && kept.version !== offer?.version;
  const [isOvertaken, setOvertaken] = useState(wasOvertaken);
  const unchanged = base ? fieldsOf(base) : emptyOffer;
  const [fields, setFields] = useState(
    kept?.before && wasOvertaken
      ? mergeFresh(kept.fields, kept.before, unchanged)
      : (kept?.fields ?? unchanged),
  );
  const [isRestored, setRestored] = useState(kept !== undefined);
  const [isCodeTyped, setCodeTyped] = useState(kept?.isCodeTyped ?? offer !== undefined);
  const [image, setImage] = useState<File>();
  const [problems, setProblems] = useState<OfferProblems>();
  const [save, { isLoading }] = offersApi.useSaveOfferMutation();
  const codeNumber = useRef<number>(undefined);
  const form = useRef<HTMLFormElement>(null);
  const isChanged = image !== undefined || JSON.stringify(fields) !== JSON.stringify(unchanged);
  const guard = useLeaveGuard(isChanged, offerDraft.forget);

  // The card that was pressed stands above the form, which may be out of view.
  useEffect(() => {
    if (!opened) return;
    toast.info('Offer loaded for editing');
    form.current?.querySelector('input')?.focus();
  }, [opened]);

  const put = (next: OfferFields, isTyped = isCodeTyped) => {
    setFields(next);
    setCodeTyped(isTyped);
    offerDraft.keep(userId, {
      record,
      version: base?.version,
      before: unchanged,
      fields: next,
      isCodeTyped: isTyped,
    });
    if (problems) {
      const left = Object.entries(problems.fields).filter(
        ([field]) => next[field as keyof OfferFields] === fields[field as keyof OfferFields],
      );
      setProblems(left.length > 0 ? { message: undefined, fields: Object.fromEntries(left) } : undefined);
    }
  };
  const set = (change: Partial<OfferFields>) => put({ ...fields, ...change });
  const setTitle = (title: string) => {
    if (isCodeTyped) return set({ title });
    codeNumber.current ??= Math.floor(Math.random() * 100);
    set({ title, promoCode: codeOf(title, codeNumber.current) });
  };

  const show = (found: OfferProblems) => {
    setProblems(found);
    // The first wrong field in the order of the form.
    setTimeout(() => form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus());
  };
  const theirs = isOvertaken && base ? fieldsOf(base) : undefined;
  const now = (field: keyof OfferFields) => {
    const value = theirs?.[field];
    if (value === undefined || JSON.stringify(value) === JSON.stringify(fields[field])) return undefined;
    return `Now: ${String(value) === '' ? 'nothing' : String(value)}`;
  };
  const attributes = (field: keyof OfferFields, hint?: string) => ({
    error: problems?.fields[field],
    hint: now(field) ?? hint,
  });

  /**
   * Somebody else was faster: what they saved stands beside what was typed here, and nothing typed is lost. What was not touched
   * here is as they left it, so that a new picture or word takes no discount of theirs back.
   */
  const showFresh = async (id: string) => {
    const { data } = await getStore().dispatch(
      offersApi.endpoints.getOneOffer.initiate(id, { forceRefetch: true, subscribe: false }),
    );
    if (!data) return toast.error('Error: Failed to save special offer');
    setBase(data);
    setFields(mergeFresh(fields, unchanged, fieldsOf(data)));
    setOvertaken(true);
    // The button that was pressed stands far below what is said of it.
    form.current?.querySelector('input')?.focus();
  };

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (isLoading) return;
    const found = checkOffer(fields, {
      isNew: base === undefined,
      today: dayOf(new Date()),
      others: offers.filter(({ _id }) => _id !== base?._id),
      image,
    });
    if (found) return show(found);
    setProblems(undefined);
    const { data, error } = await save({ id: base?._id, form: formOf(fields, { before: base, image }) });
    if (data) {
      offerDraft.forget();
      toast.success(`Special offer ${base ? 'updated' : 'created'} successfully!`);
      return guard.leave(onSaved);
    }
    const problem = apiProblem(error);
    if (problem.code === 'version-conflict' && base) {
      toast.error(`Error: ${problem.message}`);
      return showFresh(base._id);
    }
    const details = problemDetails(error);
    if (details.length > 0)
      show({
        message: undefined,
        fields: Object.fromEntries(details.map(({ path, message }) => [path, message])),
      });
    toast.error(`Error: ${problem.kind === 'answer' ? problem.message : 'Failed to save special offer'}`);
  };

  const startAnew = () => {
    offerDraft.forget();
    setRestored(false);
    setOvertaken(false);
    setFields(unchanged);
    setCodeTyped(base !== undefined);
    setProblems(undefined);
  };

  const price = discountedPrice(fields);
  const categories = offerCategories.some((category) => category === fields.category)
    ? offerCategories
    : [...offerCategories, fields.category].filter((category) => category !== '');
  const types = (['percentage', 'fixed', 'bundle', 'gift'] as const).filter(
    (type) => type === 'percentage' || type === 'fixed' || type === base?.discountType,
  );
  const setStep = (index: number, step: string) =>
    set({ redemptionSteps: fields.redemptionSteps.map((old, at) => (at === index ? step : old)) });

  return (
    <form ref={form} className={classes.form} onSubmit={(event) => void submit(event)} noValidate>
      {isRestored ? <RestoredAlert onStartAnew={startAnew} /> : null}
      {isOvertaken ? (
        <Alert tone="warn">
          Somebody else has changed this offer meanwhile. What you did not touch is as they left it; where you
          typed something else, what stands there now is beside it, and saving puts yours in its place.
        </Alert>
      ) : null}
      {problems?.message ? <Alert tone="bad">{problems.message}</Alert> : null}
      <Section title="Basic Information">
        <Field label="Title" {...attributes('title')}>
          <TextInput value={fields.title} maxLength={100} onChange={({ target }) => setTitle(target.value)} />
        </Field>
        <Field label="Category" {...attributes('category')}>
          <Select value={fields.category} onChange={({ target }) => set({ category: target.value })}>
            <option value="">Choose a category</option>
            {categories.map((category) => (
              <option key={category}>{category}</option>
            ))}
          </Select>
        </Field>
        <Field label="Description" className={classes.whole} {...attributes('description')}>
          <TextArea
            value={fields.description}
            maxLength={500}
            onChange={({ target }) => set({ description: target.value })}
          />
        </Field>
        <Field label="Promo code" {...attributes('promoCode', 'Made from the title until you change it.')}>
          <TextInput
            value={fields.promoCode}
            maxLength={20}
            autoCapitalize="characters"
            onChange={({ target }) => put({ ...fields, promoCode: target.value.toUpperCase() }, true)}
          />
        </Field>
        <ImageField
          label="Image (optional)"
          file={image}
          error={problems?.fields.image}
          accept={imageTypes.join(',')}
          hint="JPEG, PNG, GIF or WebP, up to 5MB"
          onChoose={(file) => {
            setImage(file);
            setProblems(undefined);
          }}
        />
        <Checkbox
          label="Active"
          checked={fields.isActive}
          onChange={({ target }) => set({ isActive: target.checked })}
        />
      </Section>
      <Section title="Discount Information">
        <Field label="Discount text" {...attributes('discount', 'As it is shown: "20% OFF".')}>
          <TextInput
            value={fields.discount}
            maxLength={60}
            onChange={({ target }) => set({ discount: target.value })}
          />
        </Field>
        <Field label="Discount type" {...attributes('discountType')}>
          <Select
            value={fields.discountType}
            onChange={({ target }) =>
              set({ discountType: types.find((type) => type === target.value) ?? 'percentage' })
            }
          >
            {types.map((type) => (
              <option key={type} value={type}>
                {typeWords[type]}
              </option>
            ))}
          </Select>
        </Field>
        <Field label="Discount value" {...attributes('discountValue')}>
          <TextInput
            type="number"
            min={0}
            step={0.01}
            value={fields.discountValue}
            after={fields.discountType === 'percentage' ? '%' : 'NPR'}
            onChange={({ target }) => set({ discountValue: target.value })}
          />
        </Field>
        <Field label="Max redemptions" optional {...attributes('maxRedemptions', 'Empty means unlimited.')}>
          <TextInput
            type="number"
            min={1}
            step={1}
            value={fields.maxRedemptions}
            onChange={({ target }) => set({ maxRedemptions: target.value })}
          />
        </Field>
      </Section>
      <Section title="Validity Period">
        <Field label="Valid From" {...attributes('validFrom')}>
          <TextInput
            type="date"
            value={fields.validFrom}
            onChange={({ target }) => set({ validFrom: target.value })}
          />
        </Field>
        <Field label="Valid Until" {...attributes('validUntil')}>
          <TextInput
            type="date"
            value={fields.validUntil}
            onChange={({ target }) => set({ validUntil: target.value })}
          />
        </Field>
      </Section>
      <Section title="Product Details">
        <Field label="Product name" optional {...attributes('productName')}>
          <TextInput
            value={fields.productName}
            maxLength={120}
            onChange={({ target }) => set({ productName: target.value })}
          />
        </Field>
        <Field label="Gift item" optional {...attributes('giftItem')}>
          <TextInput
            value={fields.giftItem}
            maxLength={200}
            onChange={({ target }) => set({ giftItem: target.value })}
          />
        </Field>
        <Field label="Original price" optional {...attributes('originalPrice')}>
          <TextInput
            type="number"
            min={0}
            step={0.01}
            before="NPR"
            value={fields.originalPrice}
            onChange={({ target }) => set({ originalPrice: target.value })}
          />
        </Field>
        <Field label="Discounted price" hint="Computed from price and discount.">
          <TextInput readOnly value={price === undefined ? '' : formatPrice(price)} />
        </Field>
        <Field label="Product description" optional {...attributes('productDescription')}>
          <TextArea
            value={fields.productDescription}
            maxLength={1000}
            onChange={({ target }) => set({ productDescription: target.value })}
          />
        </Field>
        <Field label="Specifications" optional {...attributes('specs')}>
          <TextArea
            value={fields.specs}
            maxLength={1000}
            onChange={({ target }) => set({ specs: target.value })}
          />
        </Field>
      </Section>
      <Section title="Redemption Steps">
        <ol className={classes.steps}>
          {fields.redemptionSteps.map((step, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a step is its place in the list
            <li key={index}>
              <Field label={`Step ${index + 1}`} className={classes.step}>
                <TextInput
                  value={step}
                  maxLength={300}
                  onChange={({ target }) => setStep(index, target.value)}
                />
              </Field>
              {fields.redemptionSteps.length > 1 ? (
                <IconButton
                  label={`Remove step ${index + 1}`}
                  onClick={() =>
                    set({ redemptionSteps: fields.redemptionSteps.filter((_step, at) => at !== index) })
                  }
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
          disabled={fields.redemptionSteps.length >= 20}
          onClick={() => set({ redemptionSteps: [...fields.redemptionSteps, ''] })}
        >
          <Plus aria-hidden="true" />
          Add step
        </Button>
      </Section>
      <Section title="Target Products (optional)">
        <TargetProducts
          chosen={fields.targetProducts}
          onChange={(targetProducts) => set({ targetProducts })}
        />
      </Section>
      <div className={classes.actions}>
        <Button type="submit" busy={isLoading} busyText="Saving...">
          {base ? 'Update Offer' : 'Create Offer'}
        </Button>
      </div>
      {guard.question}
    </form>
  );
}
