/** An answer of finished bytes, sent as they are: a picture, a document, JSON that was put together before. */
export class BytesAnswer {
  readonly bytes: Buffer;
  readonly contentType: string;

  constructor(bytes: Buffer, contentType = 'application/json; charset=utf-8') {
    this.bytes = bytes;
    this.contentType = contentType;
  }
}
