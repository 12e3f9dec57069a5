import sharp, { type Sharp } from "sharp";
import type { ApiResponse, Client, ExtraHeaders } from "../harness/client.ts";

/** The parts of an upload: texts, and files with their names. */
export type Part = readonly [name: string, value: string | { bytes: Uint8Array; fileName: string }];

/** Sends the parts as multipart/form-data. */
export function send(
  client: Client,
  parts: readonly Part[],
  headers: ExtraHeaders = {},
  path = "/api/photoarticleinventory",
): Promise<ApiResponse> {
  const form = new FormData();
  for (const [name, value] of parts) {
    if (typeof value === "string") form.append(name, value);
    else form.append(name, new Blob([new Uint8Array(value.bytes)]), value.fileName);
  }
  return client.send("POST", path, form, headers);
}

/** Uploads a photo to an item, as a terminal does. */
export function upload(
  client: Client,
  inventoryItemId: number | string,
  bytes: Uint8Array,
  fileName = "photo.jpg",
  headers: ExtraHeaders = {},
): Promise<ApiResponse> {
  const parts: Part[] = [
    ["inventoryItemId", String(inventoryItemId)],
    ["photo", { bytes, fileName }],
  ];
  return send(client, parts, headers);
}

/** Uploads a new photo to a count of an unknown code. */
export async function uploadOfCode(client: Client, operationId: string): Promise<ApiResponse> {
  const photo = { bytes: await createJpeg(), fileName: "code.jpg" };
  const parts: Part[] = [
    ["operationId", operationId],
    ["photo", photo],
  ];
  return send(client, parts, {}, "/api/photounknowncode");
}

let made = 0;
/** A small JPEG, each of another colour: so far apart that the compression leaves them different. */
export function createJpeg(width = 64, height = 48): Promise<Buffer> {
  const step = made++ % 1024;
  const background = { r: 8 * (step % 32), g: 8 * Math.floor(step / 32), b: 90 };
  return sharp({ create: { width, height, channels: 3, background } })
    .jpeg()
    .toBuffer();
}

/** A photo as a phone makes it: rotated, with the orientation and the coordinates. */
export function createPhonePhoto(picture: Sharp): Promise<Buffer> {
  return picture
    .withExif({
      IFD0: { Make: "Phone", Model: "GPS-Phone" },
      IFD3: {
        GPSLatitudeRef: "N",
        GPSLatitude: "50/1 5/1 1530/100",
        GPSLongitudeRef: "E",
        GPSLongitude: "14/1 25/1 0/100",
      },
    })
    .withMetadata({ orientation: 6 })
    .jpeg({ quality: 90 })
    .toBuffer();
}
