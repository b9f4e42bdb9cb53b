/** Stands in for XMLHttpRequest in uploads: sends by the given `fetch`. */
export function uploadRequestBy(send: typeof fetch): typeof XMLHttpRequest {
  class UploadRequest {
    readonly upload: { onprogress: ((progress: { loaded: number; total: number }) => void) | null } = {
      onprogress: null,
    };
    readonly #headers = new Headers();
    readonly #controller = new AbortController();
    #responseHeaders = new Headers();
    #method = 'GET';
    #address = '';
    withCredentials = false;
    status = 0;
    responseText = '';
    onload: (() => void) | null = null;
    onerror: (() => void) | null = null;
    onabort: (() => void) | null = null;

    open(method: string, address: string): void {
      this.#method = method;
      this.#address = address;
    }

    setRequestHeader(name: string, value: string): void {
      this.#headers.set(name, value);
    }

    getAllResponseHeaders(): string {
      return [...this.#responseHeaders].map(([name, value]) => `${name}: ${value}\r\n`).join('');
    }

    abort(): void {
      this.#controller.abort();
      this.onabort?.();
    }

    async send(body: ArrayBuffer): Promise<void> {
      const { signal } = this.#controller;
      this.upload.onprogress?.({ loaded: 1, total: 2 });
      try {
        const credentials = this.withCredentials ? 'include' : 'same-origin';
        const init: RequestInit = { method: this.#method, headers: this.#headers, body, credentials };
        const answer = await send(new Request(this.#address, init));
        const text = await answer.text();
        if (signal.aborted) return;
        Object.assign(this, { status: answer.status, responseText: text });
        this.#responseHeaders = answer.headers;
        this.onload?.();
      } catch {
        if (!signal.aborted) this.onerror?.();
      }
    }
  }
  return UploadRequest as unknown as typeof XMLHttpRequest;
}
