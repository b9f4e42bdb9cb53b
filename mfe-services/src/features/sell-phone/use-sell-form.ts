import { selectUser, useAppSelector, useHydrated } from '@kinmel/web-kit';
import { tabDraft } from '@kinmel/web-kit/forms';
import { useEffect, useRef, useState } from 'react';
import { contactOf, formStorage, useRequestForm } from '../../requests/use-request-form.ts';
import {
  bodyOf,
  bodyTextOf,
  contactFields,
  emptySellForm,
  errorsOf,
  fieldOrder,
  photoError,
  photoTypeText,
  refusedPhoto,
} from './sell-form.rules.ts';
import { useSubmitSellRequestMutation } from './sell-phone-api.ts';

const storage = formStorage('sellRequest', emptySellForm);
/** That a photo was chosen: the file itself outlives no reload, and must not be missing unnoticed. */
const photoDraft = tabDraft<{ name: string }>({
  key: 'kinmel.sellRequestPhoto',
  parse: (raw) => {
    const name: unknown = Reflect.get(raw, 'name');
    return typeof name === 'string' ? { name: name.slice(0, 200) } : undefined;
  },
});
/** ERR-25, also when nothing answers. */
const failedText = 'Failed to submit request';

/** The form that sells a phone, with its photo: a file, which no storage of the tab could keep. */
export function useSellForm() {
  const [submit] = useSubmitSellRequestMutation();
  const [photo, setPhoto] = useState<File>();
  const [share, setShare] = useState(0);
  /** Those of earlier presses too: one of them may have arrived. */
  const photos = useRef<readonly File[]>([]);
  const isPriceUnreadable = useRef(false);
  const userId = useAppSelector(selectUser)?.id;

  // Not in the first view that a server may have drawn: it knows no storage.
  const isHydrated = useHydrated();
  const [lostPhoto, setLostPhoto] = useState<string>();
  const [isRestored, setRestored] = useState(false);
  if (isHydrated && !isRestored) {
    setRestored(true);
    setLostPhoto(photoDraft.read(userId)?.name);
  }

  const form = useRequestForm({
    storage,
    empty: emptySellForm,
    known: (user) => {
      const { name, email, phone } = contactOf(user);
      return { fullName: name, contactEmail: email, contactPhone: phone };
    },
    fieldOrder,
    errorsOf: (fields) => errorsOf(fields, isPriceUnreadable.current),
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

  const keepPhoto = (next: File | undefined) => {
    setPhoto(next);
    setLostPhoto(undefined);
    if (next) photoDraft.keep(userId, { name: next.name });
    else photoDraft.forget();
  };
  const changePhoto = (next: File | undefined) => {
    const error = next && photoError(next);
    form.setError('phoneImage', error);
    if (error === undefined) keepPhoto(next);
  };
  /** Its name says a picture, and its content does not: told before it is sent. */
  const refusePhoto = () => {
    keepPhoto(undefined);
    form.setError('phoneImage', photoTypeText);
  };

  // A request that was taken has its photo with it.
  const [sentBefore, setSentBefore] = useState(form.sent);
  if (form.sent !== sentBefore) {
    setSentBefore(form.sent);
    if (form.sent) {
      setPhoto(undefined);
      setLostPhoto(undefined);
    }
  }
  const { sent } = form;
  useEffect(() => {
    if (sent) photoDraft.forget();
  }, [sent]);
  const notePriceInput = (isUnreadable: boolean) => {
    isPriceUnreadable.current = isUnreadable;
  };
  return { ...form, photo, lostPhoto, changePhoto, refusePhoto, notePriceInput, share };
}

export type SellFormState = ReturnType<typeof useSellForm>;
