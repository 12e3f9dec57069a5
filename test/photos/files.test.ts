import { createHash, randomBytes } from "node:crypto";
import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join, relative } from "node:path";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { Unavailable } from "../../src/domain/errors.ts";
import { PhotoFiles } from "../../src/photos/files.ts";

const disk = vi.hoisted(() => ({
  calls: [] as string[],
  fails: undefined as undefined | { call: string; code: string },
}));

/** The real file system, which records the relevant calls in their order, and can run full. */
vi.mock("node:fs/promises", async (load) => {
  const fs = await load<typeof import("node:fs/promises")>();
  const noted = <T>(call: string, path: string, run: () => Promise<T>): Promise<T> => {
    disk.calls.push(`${call} ${path}`);
    if (disk.fails?.call === call)
      return Promise.reject(Object.assign(new Error(call), { code: disk.fails.code }));
    return run();
  };
  return {
    ...fs,
    mkdir: (path: string, options: object) => noted("mkdir", path, () => fs.mkdir(path, options)),
    rename: (from: string, to: string) => noted("rename", to, () => fs.rename(from, to)),
    open: async (path: string, flags: string, mode?: number) => {
      const file = await noted("open", path, () => fs.open(path, flags, mode));
      const [sync, datasync, writeFile] = [file.sync, file.datasync, file.writeFile].map((f) => f.bind(file));
      return Object.assign(file, {
        sync: () => noted("sync", path, sync as () => Promise<void>),
        datasync: () => noted("datasync", path, datasync as () => Promise<void>),
        writeFile: (bytes: Buffer) => noted("write", path, () => (writeFile as typeof file.writeFile)(bytes)),
      });
    },
  };
});

const listeners = { syncFailed: vi.fn(), writeFailed: vi.fn() };
let dataFolder: string;
let folder: string;

beforeEach(async () => {
  dataFolder = await mkdtemp(join(tmpdir(), "photo-files-"));
  folder = join(dataFolder, "photos");
  disk.calls.length = 0;
});

afterEach(async () => {
  disk.fails = undefined;
  vi.clearAllMocks();
  await rm(dataFolder, { recursive: true });
});

const filesBelow = async (path: string) =>
  (await readdir(path, { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map((entry) => relative(path, join(entry.parentPath, entry.name)));

const mode = async (path: string) => ((await stat(path)).mode & 0o777).toString(8);

describe("storing a photo", () => {
  test("names the file after its content, in a folder of the name's first two letters", async () => {
    const bytes = randomBytes(1000);
    const files = new PhotoFiles(folder, listeners);
    const name = await files.put(bytes, "jpg");
    const hash = createHash("sha256").update(bytes).digest("hex");
    expect(name).toBe(`${hash}.jpg`);
    expect(files.path(name)).toBe(join(folder, hash.slice(0, 2), name));
    expect(await readFile(files.path(name))).toEqual(bytes);
    expect(await filesBelow(folder)).toEqual([join(hash.slice(0, 2), name)]);
  });

  test("makes it readable for the server's user alone", async () => {
    const files = new PhotoFiles(folder, listeners);
    const path = files.path(await files.put(randomBytes(10), "png"));
    expect([await mode(path), await mode(dirname(path)), await mode(folder)]).toEqual(["600", "700", "700"]);
  });

  test("flushes content, name, and every new folder before it returns", async () => {
    const files = new PhotoFiles(folder, listeners);
    const path = files.path(await files.put(randomBytes(10), "jpg"));
    const steps = disk.calls.map((call) => call.replace(/new-.*/, "new"));
    const inOrder = [
      `mkdir ${folder}`,
      `sync ${dataFolder}`,
      `mkdir ${dirname(path)}`,
      `sync ${folder}`,
      `write ${join(folder, "new")}`,
      `datasync ${join(folder, "new")}`,
      `rename ${path}`,
      `sync ${dirname(path)}`,
    ];
    expect(steps.filter((step) => !step.startsWith("open"))).toEqual(inOrder);
  });

  test("twice, or many times at once, leaves one whole file, and each call flushes before it returns", async () => {
    const bytes = randomBytes(100_000);
    const files = new PhotoFiles(folder, listeners);
    const names = await Promise.all(Array.from({ length: 8 }, () => files.put(bytes, "jpg")));
    expect(new Set([...names, await files.put(bytes, "jpg")]).size).toBe(1);
    expect(await filesBelow(folder)).toHaveLength(1);
    const [name = ""] = names;
    expect(await readFile(files.path(name))).toEqual(bytes);
    const synced = disk.calls.filter((call) => call === `sync ${dirname(files.path(name))}`);
    expect(synced).toHaveLength(9);
  });

  test.each(["", "something shorter", "x".repeat(2000)])(
    "replaces a damaged file of the same name (%#)",
    async (wrong) => {
      const bytes = randomBytes(1000);
      const files = new PhotoFiles(folder, listeners);
      const path = files.path(await files.put(bytes, "jpg"));
      await writeFile(path, wrong);
      await files.put(bytes, "jpg");
      expect(await readFile(path)).toEqual(bytes);
    },
  );

  test.each([
    ["mkdir", "ENOSPC"],
    ["open", "ENOSPC"],
    ["write", "ENOSPC"],
    ["datasync", "EDQUOT"],
    ["rename", "ENOSPC"],
    ["sync", "ENOSPC"],
  ])(
    "on a disk that is full at %s is refused for the moment, leaves no partial file, and succeeds later",
    async (call, code) => {
      const files = new PhotoFiles(folder, listeners);
      const bytes = randomBytes(1000);
      disk.fails = { call, code };
      const error = await files.put(bytes, "jpg").catch((error: unknown) => error);
      expect(error).toBeInstanceOf(Unavailable);
      expect(error).toMatchObject({ retryAfter: expect.any(Number) });

      disk.fails = undefined;
      await mkdir(folder, { recursive: true });
      expect((await filesBelow(folder)).filter((name) => name.includes("new-"))).toEqual([]);
      expect(await readFile(files.path(await files.put(bytes, "jpg")))).toEqual(bytes);
    },
  );

  test.each([
    ["datasync", "EIO", Error, 1],
    ["sync", "EIO", Error, 1],
    ["write", "EIO", Unavailable, 0],
    ["rename", "EROFS", Unavailable, 0],
    ["open", "EMFILE", Unavailable, 0],
  ])(
    "on a failing disk ends the process for a flush; any other error is refused and logged (%s %s)",
    async (call, code, errorClass, ends) => {
      const files = new PhotoFiles(folder, listeners);
      await files.put(randomBytes(10), "jpg");
      disk.fails = { call, code };
      await expect(files.put(randomBytes(10), "jpg")).rejects.toBeInstanceOf(errorClass);
      expect(listeners.syncFailed).toHaveBeenCalledTimes(ends);
      expect(listeners.writeFailed).toHaveBeenCalledTimes(1 - ends);
    },
  );
});

describe("removing", () => {
  test("deletes a file of an earlier run for good, and ignores a missing one", async () => {
    const name = await new PhotoFiles(folder, listeners).put(randomBytes(10), "jpg");
    const files = new PhotoFiles(folder, listeners);
    disk.calls.length = 0;
    expect(await files.remove(name)).toBe(true);
    expect(await filesBelow(folder)).toEqual([]);
    expect(disk.calls).toContain(`sync ${dirname(files.path(name))}`);
    expect(await files.remove(name)).toBe(true);
  });

  test("keeps a file that was stored a moment ago, also over an old one, as its row may not exist yet", async () => {
    const bytes = randomBytes(10);
    await new PhotoFiles(folder, listeners).put(bytes, "jpg");
    const files = new PhotoFiles(folder, listeners);
    const name = await files.put(bytes, "jpg");
    expect(await files.remove(name)).toBe(false);
    expect(await readFile(files.path(name))).toEqual(bytes);
  });

  test("and storing at the same moment leaves the file or fails", async () => {
    const bytes = randomBytes(10);
    const name = await new PhotoFiles(folder, listeners).put(bytes, "jpg");
    const files = new PhotoFiles(folder, listeners);
    await Promise.all([files.remove(name), files.put(bytes, "jpg"), files.remove(name)]);
    expect(await readFile(files.path(name))).toEqual(bytes);
  });

  test("is possible again an hour after the last storing", async () => {
    vi.useFakeTimers({ toFake: ["performance"] });
    const files = new PhotoFiles(folder, listeners);
    const name = await files.put(randomBytes(10), "jpg");
    vi.advanceTimersByTime(3_599_000);
    expect(await files.remove(name)).toBe(false);
    vi.advanceTimersByTime(2_000);
    expect(await files.remove(name)).toBe(true);
    vi.useRealTimers();
  });
});

describe("sweeping", () => {
  test("removes the remains of an interrupted store and nothing else", async () => {
    const name = await new PhotoFiles(folder, listeners).put(randomBytes(10), "jpg");
    await writeFile(join(folder, "new-1234"), "half a pho");
    await writeFile(join(folder, "newspaper.txt"), "mine");
    const files = new PhotoFiles(folder, listeners);
    await files.sweep();
    expect((await filesBelow(folder)).sort()).toEqual([join(name.slice(0, 2), name), "newspaper.txt"].sort());
  });

  test("creates a missing folder", async () => {
    await new PhotoFiles(folder, listeners).sweep();
    expect(await readdir(folder)).toEqual([]);
  });
});

describe("a copied folder", () => {
  test("is flushed file by file, folders too", async () => {
    const names = await Promise.all(
      [1, 2].map(() => new PhotoFiles(folder, listeners).put(randomBytes(10), "jpg")),
    );
    disk.calls.length = 0;
    const files = new PhotoFiles(folder, listeners);
    await files.syncAll(new AbortController().signal);
    const paths = names.map((name) => files.path(name));
    const expected = [folder, ...paths, ...new Set(paths.map(dirname))].map((path) => `sync ${path}`);
    expect(disk.calls.filter((call) => call.startsWith("sync")).toSorted()).toEqual(expected.toSorted());
  });

  test("is flushed no further once the server stops", async () => {
    await new PhotoFiles(folder, listeners).put(randomBytes(10), "jpg");
    disk.calls.length = 0;
    await new PhotoFiles(folder, listeners).syncAll(AbortSignal.abort());
    expect(disk.calls.filter((call) => call.startsWith("sync"))).toEqual([]);
  });
});
