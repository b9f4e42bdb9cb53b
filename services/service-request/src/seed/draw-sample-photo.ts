import { crc32, deflateSync } from 'node:zlib';

const width = 240;
const height = 320;

type Color = readonly [red: number, green: number, blue: number];
const lens: Color = [20, 24, 28];
const table: Color = [214, 206, 192];

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  check.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, check]);
}

/** A generated PNG of a phone on a table, instead of a real photo. `tint` is the color of its back. */
export function drawSamplePhoto(tint: Color): Buffer {
  const rows = Buffer.alloc((width * 3 + 1) * height);
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1) {
      const isPhone = x > 65 && x < 175 && y > 45 && y < 275;
      const isLens = (x - 88) ** 2 + (y - 70) ** 2 < 121 || (x - 88) ** 2 + (y - 100) ** 2 < 121;
      const light = 1 - (x + y) / (4 * (width + height));
      const at = y * (width * 3 + 1) + 1 + x * 3;
      const [r, g, b] = isLens ? lens : isPhone ? tint : table;
      rows[at] = r * light;
      rows[at + 1] = g * light;
      rows[at + 2] = b * light;
    }
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  // 8-bit RGB.
  header.set([8, 2, 0, 0, 0], 8);
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(rows)),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}
