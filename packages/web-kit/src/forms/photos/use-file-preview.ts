import { useEffect, useState } from 'react';

/** A `data:` URL of the file, undefined until it is read: the Content-Security-Policy forbids `blob:`. */
export function useFilePreview(file: File | undefined): string | undefined {
  const [preview, setPreview] = useState<{ file: File; address: string }>();
  useEffect(() => {
    if (!file) return;
    const reader = new FileReader();
    reader.onload = () => {
      if (typeof reader.result === 'string') setPreview({ file, address: reader.result });
    };
    reader.readAsDataURL(file);
    return () => reader.abort();
  }, [file]);
  return preview && preview.file === file ? preview.address : undefined;
}
