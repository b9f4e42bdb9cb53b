import { useRef, useState } from 'react';
import { contactOf, formStorage, useRequestForm } from '../../requests/use-request-form.ts';
import {
  bodyOf,
  bodyTextOf,
  contactFields,
  emptySellForm,
  errorsOf,
  fieldOrder,
  photoError,
  refusedPhoto,
} from './sell-form.rules.ts';
import { useSubmitSellRequestMutation } from './sell-phone-api.ts';

const storage = formStorage('sellRequest', emptySellForm);
/** ERR-25, also when nothing answers. */
const failedText = 'Failed to submit request';

/** The form that sells a phone, with its photo: a file, which no storage of the tab could keep. */
export function useSellForm() {
  const [submit] = useSubmitSellRequestMutation();
  const [photo, setPhoto] = useState<File>();
  const [share, setShare] = useState(0);
  /** Those of earlier presses too: one of them may have arrived. */
  const photos = useRef<readonly File[]>([]);
  const form = useRequestForm({
    storage,
    empty: emptySellForm,
    known: (user) => {
      const { name, email, phone } = contactOf(user);
      return { fullName: name, contactEmail: email, contactPhone: phone };
    },
    fieldOrder,
    errorsOf,
    bodyOf: (fields) => bodyTextOf(fields, photo),
    send: (key, text) => {
      if (photo && !photos.current.includes(photo)) photos.current = [photo, ...photos.current];
      const body = bodyOf(text, photos.current);
      setShare(0);
      return body && submit({ key, body, onProgress: body.has('phoneImage') ? setShare : undefined });
    },
    refused: refusedPhoto,
    failureTexts: { refused: failedText, lost: failedText },
    keptFields: contactFields,
  });

  const changePhoto = (next: File | undefined) => {
    const error = next && photoError(next);
    form.setError('phoneImage', error);
    if (error === undefined) setPhoto(next);
  };

  // A request that was taken has its photo with it.
  const [sentBefore, setSentBefore] = useState(form.sent);
  if (form.sent !== sentBefore) {
    setSentBefore(form.sent);
    if (form.sent) setPhoto(undefined);
  }
  return { ...form, photo, changePhoto, share };
}

export type SellFormState = ReturnType<typeof useSellForm>;
