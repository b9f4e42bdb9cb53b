import {
  imeiProblem,
  numberQuestion,
  plainIdentifier,
  requestCurrency,
  typedAmount,
} from '@kinmel/contracts/browser';
import { Checkbox, TextArea } from '@kinmel/ui';
import { apiProblem, selectUser, useAppSelector, useHydrated } from '@kinmel/web-kit';
import { tabDraft } from '@kinmel/web-kit/forms';
import { useId, useRef, useState } from 'react';
import * as z from 'zod/mini';
import { ChoiceCards } from '../../requests/choice-cards.tsx';
import { brandNames, colorNames, conditionChoices, storageNames } from '../../requests/choices.rules.ts';
import { emailField, filledIn, optionalText, phoneField } from '../../requests/form-fields.rules.ts';
import { PhotoField, UploadProgress } from '../../requests/photo/photo-field.tsx';
import {
  bodyOf,
  bodyTextOf,
  photoError,
  photoTypeText,
  refusedPhoto,
} from '../../requests/photo/photo-upload.rules.ts';
import classes from '../../requests/request-form.module.css';
import {
  ContactFields,
  FieldGroup,
  FormField,
  RequestForm,
  SelectField,
  TextField,
} from '../../requests/request-form.tsx';
import { contactOf, declareRequestForm, useRequestForm } from '../../requests/use-request-form.ts';
import { RequestSent } from './request-sent.tsx';
import { SellEstimateBox } from './sell-estimate-box.tsx';
import { sellPhoneApi } from './sell-phone-api.ts';

const missingText = 'Please fill in all required fields';
const priceText = 'Please enter a valid expected price';
const requiredField = filledIn(missingText);
/** The typed price in dollars. */
const priceOf = (text: string) => typedAmount(text, requestCurrency);

const imeiProblemOf = (text: string) => {
  const imei = plainIdentifier(text);
  return imei === '' ? null : imeiProblem(imei);
};

/** An optional field, validated with the service's error texts. */
const imeiField = optionalText.check(
  z.refine((text) => imeiProblemOf(text) === null, {
    error: ({ input }) => imeiProblemOf(String(input)) ?? undefined,
  }),
);

const emptySellForm = {
  brand: '',
  model: '',
  storage: '',
  color: '',
  condition: '',
  expectedPrice: '',
  hasCharger: false,
  imei: '',
  description: '',
  fullName: '',
  contactEmail: '',
  contactPhone: '',
};
const sellForm = declareRequestForm({
  name: 'sellRequest',
  url: '/api/sell-phone/request',
  empty: emptySellForm,
  schema: z.object({
    brand: requiredField,
    model: requiredField,
    storage: requiredField,
    color: requiredField,
    condition: requiredField,
    expectedPrice: filledIn(missingText).check(
      z.refine((price) => priceOf(price) > 0 && priceOf(price) < 10_000_000, {
        error: ({ input }) => numberQuestion(String(input), requestCurrency) ?? priceText,
      }),
    ),
    hasCharger: z.boolean(),
    imei: imeiField,
    description: optionalText,
    fullName: filledIn('Full name is required'),
    contactEmail: emailField(missingText),
    contactPhone: phoneField(missingText).check(
      z.regex(/^\+?[\d\s\-()]{10,20}$/, 'Please enter a valid phone number'),
    ),
  }),
  sessionValues: (user) => {
    const { name, email, phone } = contactOf(user);
    return { fullName: name, contactEmail: email, contactPhone: phone };
  },
  failureTexts: { errorResponse: 'Failed to submit request', noResponse: 'Failed to submit request' },
  retainedFields: ['fullName', 'contactEmail', 'contactPhone'],
});

/** The name of the chosen photo, so that the form can say that a reload has lost the file. */
const photoDraft = tabDraft<{ name: string }>({
  key: 'kinmel.sellRequestPhoto',
  parse: (raw) => {
    const name: unknown = Reflect.get(raw, 'name');
    return typeof name === 'string' ? { name: name.slice(0, 200) } : undefined;
  },
});

/** The photo of the form, and the name of a photo that a reload lost. */
function usePhoto() {
  const userId = useAppSelector(selectUser)?.id;
  const [photo, setPhoto] = useState<File>();
  const [isReplaced, setReplaced] = useState(false);
  // The storage is read after hydration: a server may have rendered the first view.
  const isHydrated = useHydrated();
  const lostPhoto = isHydrated && !isReplaced ? photoDraft.read(userId)?.name : undefined;
  const updatePhoto = (next: File | undefined) => {
    setPhoto(next);
    setReplaced(true);
    if (next) photoDraft.keep(userId, { name: next.name });
    else photoDraft.forget();
  };
  return { photo, lostPhoto, updatePhoto };
}

/** The form with the estimate of the entered phone. */
export function SellForm({ className, estimateClass }: { className?: string; estimateClass?: string }) {
  const { photo, lostPhoto, updatePhoto } = usePhoto();
  const [share, setShare] = useState(0);
  const button = useRef<HTMLButtonElement>(null);
  /** The photos of all submissions: a retry repeats the body of an earlier one, which may have succeeded. */
  const photos = useRef<readonly File[]>([]);
  const form = useRequestForm(sellForm, {
    textOf: (fields) =>
      bodyTextOf({ ...fields, expectedPrice: String(priceOf(fields.expectedPrice)) }, photo),
    contentOf: (text) => {
      if (photo && !photos.current.includes(photo)) photos.current = [photo, ...photos.current];
      const body = bodyOf(text, photos.current);
      setShare(0);
      return body && { body, onProgress: body.has('phoneImage') ? setShare : undefined };
    },
    refusedFields: (error) => refusedPhoto(apiProblem(error)),
    onSubmitted: () => updatePhoto(undefined),
  });
  const { fields, submission, setError } = form;

  const modelsId = useId();
  const { data: suggestions = [] } = sellPhoneApi.useListSellModelsQuery(undefined, {
    skip: fields.brand === '',
  });
  const models = suggestions.find(({ brand }) => brand === fields.brand)?.models ?? [];
  return (
    <>
      <SellEstimateBox phone={fields} className={estimateClass} />
      <RequestForm
        form={form}
        submitText="Send request"
        busyText="Sending..."
        submitRef={button}
        className={className}
        below={
          <>
            {form.isBusy && photo ? (
              <UploadProgress
                share={share}
                onCancel={() => {
                  form.cancel();
                  // The cancel button is removed.
                  button.current?.focus();
                }}
              />
            ) : null}
            {submission ? <RequestSent key={submission.trackingLink} submission={submission} /> : null}
          </>
        }
      >
        <FieldGroup title="Your phone">
          <SelectField form={form} name="brand" label="Brand" options={Object.entries(brandNames)} />
          <TextField
            form={form}
            name="model"
            label="Model"
            maxLength={80}
            autoComplete="off"
            list={modelsId}
          />
          <datalist id={modelsId}>
            {models.map((model) => (
              <option key={model}>{model}</option>
            ))}
          </datalist>
          <SelectField form={form} name="storage" label="Storage" options={Object.entries(storageNames)} />
          <SelectField form={form} name="color" label="Color" options={Object.entries(colorNames)} />
          <ChoiceCards form={form} label="Condition" name="condition" options={conditionChoices} />
          <TextField
            form={form}
            name="expectedPrice"
            label="Expected price"
            before="$"
            inputMode="decimal"
            autoComplete="off"
            maxLength={30}
            // Attributes of the specification (SELL-13); the form checks the number itself.
            min={1}
            step={0.01}
          />
          <Checkbox
            {...form.inputProps('hasCharger')}
            label="I have the charger"
            className={classes.charger}
          />
          <TextField
            form={form}
            name="imei"
            label="IMEI"
            hint="Dial *#06# to see it. Optional: it makes the check faster."
            optional
            isWide
            maxLength={40}
            inputMode="numeric"
            autoComplete="off"
          />
          <FormField form={form} name="description" label="Description" optional isWide>
            <TextArea {...form.inputProps('description')} maxLength={2000} />
          </FormField>
          <PhotoField
            photo={photo}
            lostPhoto={lostPhoto}
            {...form.errorProps('phoneImage')}
            onChange={(next, problem) => {
              const error = next && photoError(next, problem);
              setError('phoneImage', error);
              if (error === undefined) updatePhoto(next);
            }}
            onUnreadable={() => {
              updatePhoto(undefined);
              setError('phoneImage', photoTypeText);
            }}
          />
        </FieldGroup>
        <FieldGroup title="How we reach you">
          <ContactFields
            form={form}
            names={['fullName', 'contactEmail', 'contactPhone']}
            nameLabel="Full name"
          />
        </FieldGroup>
      </RequestForm>
    </>
  );
}
