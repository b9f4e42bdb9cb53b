import { act } from '@testing-library/react';

/** Progress of the uploads of a test, told when the test says so. */
export interface TestUploads {
  /** Tells every running upload how much of it has left, from 0 to 1. */
  readonly progress: (share: number) => Promise<void>;
  readonly aborted: () => number;
}

/**
 * For a file of tests: answers uploads by the network of the test. They go by XMLHttpRequest, which tells their progress, and jsdom's own knows no
 * network of a test.
 */
export function standInForUploads(): TestUploads {
  const running = new Set<StandInRequest>();
  let aborted = 0;

  class StandInRequest {
    readonly upload: { onprogress?: (event: object) => void; onload?: () => void } = {};
    onload?: () => void;
    onerror?: () => void;
    onabort?: () => void;
    status = 0;
    responseText = '';
    #method = 'GET';
    #url = '';
    #isAborted = false;

    open(method: string, url: string): void {
      this.#method = method;
      this.#url = url;
    }

    setRequestHeader(): void {}

    getAllResponseHeaders(): string {
      return 'content-type: application/json';
    }

    abort(): void {
      this.#isAborted = true;
      aborted += 1;
      running.delete(this);
      this.onabort?.();
    }

    send(): void {
      running.add(this);
      void fetch(this.#url, { method: this.#method })
        .then(async (answer) => {
          if (this.#isAborted) return;
          this.status = answer.status;
          this.responseText = await answer.text();
          this.upload.onload?.();
          this.onload?.();
        })
        .catch(() => {
          if (!this.#isAborted) this.onerror?.();
        })
        .finally(() => running.delete(this));
    }
  }

  const platform = globalThis.XMLHttpRequest;
  beforeEach(() => {
    aborted = 0;
    globalThis.XMLHttpRequest = StandInRequest as unknown as typeof XMLHttpRequest;
  });
  afterEach(() => {
    globalThis.XMLHttpRequest = platform;
  });
  return {
    aborted: () => aborted,
    progress: async (share) => {
      await act(async () => {
        for (const { upload } of running) upload.onprogress?.({ loaded: share * 100, total: 100 });
      });
    },
  };
}
