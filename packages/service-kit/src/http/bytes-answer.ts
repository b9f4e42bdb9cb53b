/** An answer of raw bytes, such as a picture or serialised JSON. */
export class BytesAnswer {
  readonly bytes: Buffer;
  readonly contentType: string;

  constructor(bytes: Buffer, contentType = 'application/json; charset=utf-8') {
    this.bytes = bytes;
    this.contentType = contentType;
  }
}
