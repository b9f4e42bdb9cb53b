/**
 * Normalises a name or description of a product for comparisons and searches: lower case without accents, "S24+" as
 * "s24 plus", "Wi-Fi" as "wifi", "USB Type-C" as "usbc", and 13.6" as "13inch 13inch6", because people search by whole
 * inches.
 */
export const plainProductText = (text: string): string =>
  // Compatibility forms such as "Ϲ" (lunate sigma) decompose to different letters in upper and in lower case.
  text
    .toLowerCase()
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/(?<=[\p{L}\p{N}])\+/gu, ' plus ')
    .replaceAll(/\bwi[\s\p{Pd}]?fi\b/gu, 'wifi')
    .replaceAll(/\b(?:usb[\s\p{Pd}]{0,2}(?:type[\s\p{Pd}]{0,2})?|type[\s\p{Pd}]{0,2})c\b/gu, 'usbc')
    .replaceAll(/(?<!\d)(\d{1,3})[.,](\d{1,2})[\s\p{Pd}]{0,2}(?:inch(?:es)?\b|["”″])/gu, '$1inch $1inch$2 ')
    .replaceAll(/(\d)[\s\p{Pd}]{0,2}(?:inch(?:es)?\b|["”″])/gu, '$1inch ');

/** A key that is equal for "iphone 13 pro", "iPhone13 Pro" and "IPHONE 13 PRO", and differs between models. */
export const modelKey = (model: string): string => plainProductText(model).replaceAll(/[^\p{L}\p{N}]/gu, '');
