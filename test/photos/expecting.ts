import { expect } from "vitest";
import { readPicture } from "../../src/photos/picture.ts";
import { blue, green, red, white } from "./samples.ts";

/** The corners of the sample picture, the right way up. */
export const upright = [red, green, blue, white];

/** As near as a lossy picture comes to what it shows. */
export function expectColours(actual: number[][], expected: readonly (readonly number[])[]): void {
  const distance = Math.max(
    ...expected.flatMap((colour, i) => colour.map((c, j) => Math.abs(c - (actual[i]?.[j] ?? 999)))),
  );
  expect(distance, `${JSON.stringify(actual)} for ${JSON.stringify(expected)}`).toBeLessThan(25);
}

/** The error with which the upload is refused; undefined: it is taken. */
export const refusalOf = (upload: Buffer): Promise<unknown> =>
  readPicture(upload).then(
    () => undefined,
    (error: unknown) => error,
  );
