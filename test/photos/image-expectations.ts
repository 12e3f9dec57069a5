import { expect } from "vitest";
import { readPicture } from "../../src/photos/picture.ts";
import { blue, green, red, white } from "./samples.ts";

/** The corners of the sample picture, the right way up. */
export const upright = [red, green, blue, white];

/** The tolerance for a lossy picture. */
export function expectColours(actual: number[][], expected: readonly (readonly number[])[]): void {
  const distance = Math.max(
    ...expected.flatMap((colour, i) => colour.map((c, j) => Math.abs(c - (actual[i]?.[j] ?? 999)))),
  );
  expect(distance, `${JSON.stringify(actual)} for ${JSON.stringify(expected)}`).toBeLessThan(25);
}

/** The error of the upload; undefined: it is accepted. */
export const errorOf = (upload: Buffer): Promise<unknown> =>
  readPicture(upload).then(
    () => undefined,
    (error: unknown) => error,
  );
