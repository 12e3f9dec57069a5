import { expect, test } from "vitest";
import { writeWhole } from "../../src/storage/files/durable-files.ts";

test("bytes of which the system takes only a part at a time are written whole", async () => {
  const bytes = Buffer.from("0123456789");
  const disk = Buffer.alloc(15);
  const file = {
    async write(from: Uint8Array, offset: number, length: number, position: number) {
      const bytesWritten = Math.ceil(length / 2);
      disk.set(from.subarray(offset, offset + bytesWritten), position);
      return { bytesWritten };
    },
  };
  await writeWhole(file, bytes, 5);
  expect(disk.subarray(5)).toEqual(bytes);
});
