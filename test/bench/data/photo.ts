import { randomBytes } from "node:crypto";
import sharp from "sharp";

const width = 4000;
const height = 3000;

/** A 12 megapixel JPEG of about 2 MB: soft shapes under fine noise, as a phone's camera makes them. */
export async function makePhoto(): Promise<Buffer> {
  const small = { width: 400, height: 300, channels: 3 as const };
  const shapes = await sharp(randomBytes(40 * 30 * 3), { raw: { width: 40, height: 30, channels: 3 } })
    .resize(width, height, { kernel: "cubic" })
    .raw()
    .toBuffer();
  const noise = await sharp(randomBytes(small.width * small.height * 3), { raw: small })
    .resize(width, height, { kernel: "nearest" })
    .raw()
    .toBuffer();
  const grain = randomBytes(1 << 20);
  for (let index = 0; index < shapes.length; index++) {
    const fine = ((grain[index % grain.length] ?? 0) - 128) * 0.09;
    shapes[index] = Math.max(
      0,
      Math.min(255, (shapes[index] ?? 0) + ((noise[index] ?? 0) - 128) * 0.12 + fine),
    );
  }
  return sharp(shapes, { raw: { width, height, channels: 3 } })
    .jpeg({ quality: 82 })
    .toBuffer();
}

/**
 * Where the first quantisation table of a JPEG begins. Another number there is another picture, at no cost:
 * so every upload can be one that no target has seen.
 */
export function tableOf(photo: Buffer): number {
  const marker = photo.indexOf(Buffer.from([0xff, 0xdb]));
  if (marker < 0) throw new Error("the photo has no quantisation table");
  return marker + 5;
}
