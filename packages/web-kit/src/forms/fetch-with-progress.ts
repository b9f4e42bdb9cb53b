const withoutBody = [101, 103, 204, 205, 304];

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
      const call = new XMLHttpRequest();
      const abort = () => call.abort();
      const end = () => request.signal.removeEventListener('abort', abort);
      const fail = (error: Error) => () => {
        end();
        reject(error);
      };
      call.open(request.method, request.url);
      call.withCredentials = request.credentials === 'include';
      for (const [name, value] of request.headers) call.setRequestHeader(name, value);
      call.responseType = 'text';
      call.upload.onprogress = ({ loaded, total }) => onProgress(total > 0 ? Math.min(1, loaded / total) : 0);
      call.upload.onload = () => onProgress(1);
      call.onload = () => {
        end();
        const headers = new Headers();
        for (const line of call.getAllResponseHeaders().split('\r\n')) {
          const at = line.indexOf(':');
          if (at > 0) headers.append(line.slice(0, at), line.slice(at + 1).trim());
        }
        const { status } = call;
        resolve(new Response(withoutBody.includes(status) ? null : call.responseText, { status, headers }));
      };
      call.onerror = fail(new TypeError('Failed to fetch'));
      call.onabort = fail(new DOMException('The request was aborted.', 'AbortError'));
      if (request.signal.aborted) return call.onabort(new ProgressEvent('abort'));
      request.signal.addEventListener('abort', abort);
      call.send(body);
    });
  };
