const statusesWithoutBody = [101, 103, 204, 205, 304];

/**
 * A `fetch` for uploads that reports the sent part of the body from 0 to 1, which the native one cannot. Use as the
 * `fetchFn` of a request; it stops when the request is aborted.
 */
export const fetchWithProgress =
  (onProgress: (share: number) => void): typeof fetch =>
  async (input, init) => {
    const request = new Request(input, init);
    const body = await request.arrayBuffer();
    return new Promise<Response>((resolve, reject) => {
      const xhr = new XMLHttpRequest();
      const abort = () => xhr.abort();
      const removeAbortListener = () => request.signal.removeEventListener('abort', abort);
      const fail = (error: Error) => () => {
        removeAbortListener();
        reject(error);
      };
      xhr.open(request.method, request.url);
      xhr.withCredentials = request.credentials === 'include';
      for (const [name, value] of request.headers) xhr.setRequestHeader(name, value);
      xhr.responseType = 'text';
      xhr.upload.onprogress = ({ loaded, total }) => onProgress(total > 0 ? Math.min(1, loaded / total) : 0);
      xhr.upload.onload = () => onProgress(1);
      xhr.onload = () => {
        removeAbortListener();
        const headers = new Headers();
        for (const line of xhr.getAllResponseHeaders().split('\r\n')) {
          const colonIndex = line.indexOf(':');
          if (colonIndex > 0) headers.append(line.slice(0, colonIndex), line.slice(colonIndex + 1).trim());
        }
        const { status } = xhr;
        resolve(
          new Response(statusesWithoutBody.includes(status) ? null : xhr.responseText, { status, headers }),
        );
      };
      xhr.onerror = fail(new TypeError('Failed to fetch'));
      xhr.onabort = fail(new DOMException('The request was aborted.', 'AbortError'));
      if (request.signal.aborted) return xhr.onabort(new ProgressEvent('abort'));
      request.signal.addEventListener('abort', abort);
      xhr.send(body);
    });
  };
